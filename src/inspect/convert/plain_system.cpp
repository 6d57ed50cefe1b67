#include "inspect/convert/plain_system.h"

#include <set>
#include <string>
#include <utility>

#include "base/bell.h"
#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/report.h"
#include "base/text.h"
#include "inspect/convert/component_names.h"
#include "run/publish/run_files.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;
using system::Connection;
using system::Endpoint;

Endpoint with_indices(Endpoint end, const std::vector<std::size_t>& indices) {
  if (!indices.empty())
    end.variable +=
        "[" + listed(indices, [](auto i) { return std::to_string(i); }, {.last = ","}) + "]";
  return end;
}

bool gives(const Connection& connection, const SettledConnection& wanted) {
  Bells bells;
  try {
    const run::Scaling made = run::check_connection(connection, wanted.sources.front().variable,
                                                    wanted.targets.front().variable, bells);
    return made.gain == wanted.scaling.gain && made.offset == wanted.scaling.offset &&
           bells.rung().empty();
  } catch (const InputError&) {
    return false;
  }
}

// Units are converted as TOML does it where that gives the same numbers to the last bit; else the
// connection has the whole gain and offset.
void scale(Connection& connection, const SettledConnection& wanted) {
  if (!is_real(wanted.targets.front().variable.type) || gives(connection, wanted)) return;
  const Connection plain = connection;
  Bells bells;
  try {
    const run::Scaling change = run::check_connection(plain, wanted.sources.front().variable,
                                                      wanted.targets.front().variable, bells);
    connection.gain = wanted.scaling.gain / change.gain;
    connection.offset = (wanted.scaling.offset - change.offset) / change.gain;
    if (gives(connection, wanted)) return;
  } catch (const InputError&) {
    // units that only a transformation makes fit
  }
  connection.gain = wanted.scaling.gain;
  connection.offset = wanted.scaling.offset;
  connection.unit = system::as_is;
}

// All tables of a map in one.
void add_map(Connection& connection, const SettledConnection& wanted) {
  if (wanted.scaling.map == nullptr) return;
  const bool is_flag = wanted.sources.front().variable.type == Type::boolean;
  const auto word = [&](std::int64_t value) {
    return is_flag ? (value != 0 ? "true" : "false") : std::to_string(value);
  };
  system::Stage stage;
  for (const std::int64_t value : wanted.scaling.map->listed_values())
    stage.map.emplace_back(word(value), word((*wanted.scaling.map)(value)));
  connection.stages.push_back(std::move(stage));
}

Value written_value(const model::Variable& variable, const Value& value) {
  return variable.type == Type::binary ? hexadecimal(std::get<std::string>(value)) : value;
}

class Writer {
 public:
  Writer(const Settled& settled, const fs::path& target, PlacedFiles& files)
      : settled_(settled), target_(target), files_(files), names_(settled.system()) {}

  system::System write() {
    made_.file = target_;
    made_.remarks = settled_.remarks();
    for (const system::ComponentEntry& entry : settled_.system().components) add(entry);
    for (const SettledConnection& connection : settled_.connections()) add(connection);
    for (const SettledValue& value : settled_.values()) add(value);
    for (const system::Setting& setting : settled_.system().settings) add(setting);
    for (const system::Entrance& entrance : settled_.system().entrances) remark(entrance);
    findings_.refuse();
    return std::move(made_);
  }

 private:
  void add(system::ComponentEntry entry) {
    if (entry.name.front() == '.' || entry.name.back() == '.')
      findings_.add(entry.position, "component '" + entry.name +
                                        "' begins or ends with a dot, which TOML cannot say.");
    entry.file = place(entry.file, entry.packed);
    entry.packed = false;
    made_.components.push_back(std::move(entry));
  }

  fs::path place(const fs::path& file, bool packed) {
    if (packed) return target_.parent_path() / files_.place(file);
    return target_.is_relative() ? file.lexically_proximate(fs::current_path())
                                 : fs::absolute(file);
  }

  void add(const SettledConnection& settled) {
    const Connection& written = settled.written;
    Connection plain;
    plain.target = with_indices(written.target, written.target_indices);
    plain.source = with_indices(written.source, written.source_indices);
    plain.position = written.position;
    const auto causality = settled.sources.front().variable.causality;
    plain.from_local = causality != model::Causality::output;
    scale(plain, settled);
    add_map(plain, settled);
    check(plain.target, plain.position);
    check(plain.source, plain.position);
    made_.connections.push_back(std::move(plain));
  }

  void add(const SettledValue& settled) {
    const system::Parameter& written = *settled.written;
    const model::Variable& first = settled.targets.front().variable;
    const bool is_array = first.name != written.target.variable;
    const bool is_text = first.type == Type::string || first.type == Type::binary;
    if (is_array && !is_text) {
      std::string all;
      for (const Value& value : settled.values) all += (all.empty() ? "" : " ") + text(value);
      return add(written.target, all, written.position);
    }
    for (std::size_t k = 0; k < settled.targets.size(); ++k)
      add({written.target.component, settled.targets[k].variable.name},
          written_value(settled.targets[k].variable, settled.values[k]), written.position);
  }

  void add(const Endpoint& target, const Value& value, const Position& position) {
    check(target, position);
    made_.parameters.push_back({target, value, position});
  }

  // A table of inputs that is in the package goes beside the new file, too.
  void add(system::Setting setting) {
    if (setting.key == "input" && setting.values.size() == 1)
      if (auto* file = std::get_if<std::string>(&setting.values.front()); file != nullptr) {
        const bool packed = run::is_unpacked(settled_.system(), *file);
        const fs::path home = fs::absolute(target_).parent_path();
        *file = packed ? files_.place(*file)
                       : fs::path(*file).lexically_proximate(home).generic_string();
      }
    made_.settings.push_back(std::move(setting));
  }

  void remark(const system::Entrance& entrance) {
    made_.remarks.push_back(
        {entrance.name,
         "the connector '" + entrance.name + "' of the system has no name in TOML; set " +
             listed(entrance.ways, [](const auto& way) { return way.target.text(); },
                    {.most = 3, .last = " and "}) +
             " instead.",
         entrance.position});
  }

  // The name must lead back to the same component.
  void check(const Endpoint& end, const Position& position) {
    const std::vector<std::string> owners = names_.owners(end.text());
    if (owners.empty() || owners.front() == end.component) return;
    findings_.add(position, "'" + end.text() + "' is a variable of component '" + end.component +
                                "', but in TOML it would be one of '" + owners.front() +
                                "'; give one of them another name.");
  }

  const Settled& settled_;
  fs::path target_;
  PlacedFiles& files_;
  ComponentNames names_;
  system::System made_;
  Report findings_;
};

}  // namespace

system::System plain_system(const Settled& settled, const fs::path& target, PlacedFiles& files) {
  return Writer(settled, target, files).write();
}

}  // namespace bw::inspect
