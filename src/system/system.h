#pragma once
// A coupled system as written in a file: components, connections, parameters, settings of the run.
// A pure value with the position of everything in its file. Its form is checked when it is loaded;
// names, types and units of variables are checked in run/open, when the components are open.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
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
};

struct Endpoint {
  std::string component, variable;
  std::string text() const { return component + "." + variable; }
};

// target <- gain * source + offset, evaluated in the unit of the source (or in `unit`, when the
// user names one) and then converted to the unit of the target. The unit `as_is`: nothing is
// converted, as in programs that pass bare numbers.
inline constexpr const char* as_is = "as-is";
struct Connection {
  Endpoint target, source;
  double gain = 1.0, offset = 0.0;
  std::string unit;
  Position position;
};

struct Parameter {
  Endpoint target;
  Value value;  // a string may carry a unit: "3 kW"
  Position position;
};

// A key that has no effect on the run, or another one than in the program for which the file was
// written.
struct Remark {
  std::string subject;   // the key
  std::string sentence;  // with its reason; ends with a full stop
  Position position;
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
};

// A format of targets. A new one is a file with its loader and a line of the table in load.cpp.
struct Format {
  std::string_view extension;  // ".toml"
  std::string_view name;       // "a system", in sentences
  System (*load)(const std::filesystem::path& file);
};

std::span<const Format> formats();

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
