#pragma once
// A coupled system as written in a file: components, connections, parameters, settings of the run.
// A pure value with the position of everything in its file. Its form is checked when it is loaded;
// names, types and units of variables are checked in run/open, when the components are open.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/position.h"
#include "base/units.h"
#include "base/value.h"

namespace bw::system {

struct ComponentEntry {
  std::string name;
  std::filesystem::path file;
  Position position;
  std::string interface {};          // "cs", "me", "se"; empty: chosen automatically
  std::vector<std::string> allow{};  // FMUs only: what the sandbox lets through
  bool isolated = false;             // FMUs only: in a process of its own
  // Tables only: columns with zero-order hold; the others are interpolated linearly.
  std::vector<std::string> held{};
  bool packed = false;  // unpacked from the file of the system, which has it
};

struct Endpoint {
  std::string component, variable;
  std::string text() const { return component + "." + variable; }
};

// target <- gain * source + offset, evaluated in the unit of the source (or in `unit`, when the
// user names one) and then converted to the unit of the target. The unit `as_is`: nothing is
// converted, as in programs that pass bare numbers.
inline constexpr const char* as_is = "as-is";

// A unit as a file names it; its own definition, where the file has one.
struct NamedUnit {
  std::string name;  // empty: not declared
  std::optional<Unit> meaning;
};

using Items = std::vector<std::pair<std::string, std::int64_t>>;  // of an enumeration

// One section of a connection that passes the connectors of systems (SSP): the number is converted
// to the unit at its end, then gain and offset act; discrete values are mapped.
struct Stage {
  NamedUnit unit{};      // of the connector at its end; of the last: where the variable has none
  bool converts = true;  // units
  double gain = 1.0, offset = 0.0;
  // Texts "true", "3" or names of items; a value that is not in it stays as it is.
  std::vector<std::pair<std::string, std::string>> map{};
  Items from_items{}, to_items{};  // of enumerations that the connectors at both ends declare
  Position position{};
};

struct Connection {
  Endpoint target, source;
  double gain = 1.0, offset = 0.0;
  std::string unit;
  Position position;
  // SSP, and maps of TOML. Instead of gain, offset and unit, where there are any.
  std::vector<Stage> stages{};
  // SSP only.
  NamedUnit source_unit{};                                      // where the variable has none
  std::vector<std::size_t> target_indices{}, source_indices{};  // of one element of an array
  bool may_turn = false;  // the kinds of its ends are not declared: causality decides
  // Its source may be any variable that the component computes, not only an output.
  bool from_local = false;
};

struct Parameter {
  Endpoint target;
  Value value;  // a string may carry a unit: "3 kW"
  Position position;
  // SSP only.
  bool may_miss = false;                         // without such a variable it has no effect
  std::optional<std::vector<Value>> elements{};  // of an array, instead of the value
  NamedUnit unit{};
  Items items{};  // of the enumeration that it names a value of
  std::vector<Stage> stages{};
  std::string ambiguous{};  // why the value is not known; a mistake where it is used
  std::string binding{};    // whose value it is: "the system", "'plant.tank'"
  // Values of other bindings for the same variable, which have no effect.
  struct Lost {
    std::string value, unit;  // as written
    Position position;
    std::string binding;
  };
  std::vector<Lost> lost{};
  // Every value of SSP may miss or has passed a section.
  bool is_of_ssp() const { return may_miss || !stages.empty(); }
};

// A connector of the system itself (SSP), which inputs and parameters of components follow.
struct Entrance {
  std::string name;
  NamedUnit unit{};
  struct Way {
    Endpoint target;
    std::vector<Stage> stages{};
  };
  std::vector<Way> ways{};
  Position position{};
};

// A key that has no effect on the run, or another one than in the program for which the file was
// written.
struct Remark {
  std::string subject;   // the key
  std::string sentence;  // with its reason; ends with a full stop
  Position position;
  std::string_view rule{};  // of `check`, where it has one
  bool misleads = false;    // the numbers may be meant otherwise
};

struct Setting {
  std::string key;
  std::vector<Value> values;
  Position position;
};

struct System {
  std::filesystem::path file;
  std::vector<ComponentEntry>
      components;  // in the order of the file, which is the order of evaluation
  std::vector<Connection> connections;
  std::vector<Parameter> parameters;
  std::vector<Setting> settings;  // the [run] section
  std::vector<Remark> remarks{};
  // Mistakes of form, each with its position. What they concern is left out above, so that the rest
  // can be checked further.
  std::vector<std::string> mistakes{};
  bool single = false;  // one FMU on its own: its variables need no component's name
  std::vector<Entrance> entrances{};
  // Folders to which packages were unpacked, and the files that they come from.
  struct Unpacked {
    std::shared_ptr<const void> owner;
    std::filesystem::path folder, file;
  };
  std::vector<Unpacked> unpacked{};
  // Files beside the system's own that were read and are in no package: values, mappings, …
  std::vector<std::filesystem::path> read_files{};
};

// A format of targets. A new one is a file with its loader and a line of the table in load.cpp.
struct Format {
  std::string_view extension;  // ".toml"
  std::string_view name;       // "a system", in sentences
  System (*load)(const std::filesystem::path& file);
};

std::span<const Format> formats();

// The file of a target: "x.ssp#Variant.ssd" is a variant in x.ssp.
std::filesystem::path file_of(const std::filesystem::path& target);

// By extension. Throws InputError with all mistakes found, one a line.
System load(const std::filesystem::path& file, std::span<const Format> known = formats());

// The same, with the mistakes in System::mistakes where the format can go on behind them.
System load_partly(const std::filesystem::path& file, std::span<const Format> known = formats());
// Throws InputError with the mistakes of a system and further ones, those of its file in the order
// of lines.
void refuse_mistakes(const System& system, std::vector<std::string> further = {});

// "component.variable" at the first dot; throws InputError.
Endpoint endpoint(const std::string& text, const Position& position);

}  // namespace bw::system
