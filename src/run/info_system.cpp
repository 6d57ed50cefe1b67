// A system as far as it can be explained without loading a library: as run/assemble, but parts for
// another platform are no mistake here.

#include <algorithm>
#include <map>
#include <set>

#include "base/findings.h"
#include "run/connect.h"
#include "run/info.h"
#include "run/input_table.h"
#include "run/open_file.h"
#include "run/open_parts.h"
#include "run/options.h"
#include "run/remarks.h"

namespace bw::run {
namespace {

using Key = std::pair<std::size_t, std::size_t>;  // part, variable

class Explainer {
 public:
  explicit Explainer(system::System system) : parts_(info_.system) {
    info_.system = std::move(system);
  }

  SystemInfo explain() {
    findings_.attempt([&] { wishes_ = read_settings(); });
    open_parts();
    for (const system::Wire& wire : info_.system.wires) findings_.attempt([&] { add(wire); });
    for (const system::Parameter& p : info_.system.parameters)
      findings_.attempt([&] { note_value(p); });
    if (wishes_.input) findings_.attempt([&] { note_table(*wishes_.input); });
    findings_.refuse();
    note_undriven();
    ring_remarks(info_.system, bells_);
    std::vector<std::pair<std::size_t, std::size_t>> edges(edges_.begin(), edges_.end());
    info_.loops = cosim::find_loops(info_.parts.size(), edges);
    report(bells_, info_.report);
    return std::move(info_);
  }

 private:
  RunSpec read_settings() const {
    std::vector<SettingView> views;
    for (const system::Setting& setting : info_.system.settings)
      views.push_back({setting.key, &setting.values, setting.position.text()});
    return from_settings(views);
  }

  void open_parts() {
    std::map<std::string, fmi::Inspection> opened;
    parts_.open([&](const std::filesystem::path& file) {
      if (!is_equations(file)) opened.emplace(file.lexically_normal().string(), fmi::inspect(file));
      return open_file(file, bells_, {});
    });
    std::vector<WrittenValue> values;
    for (const system::Parameter& p : info_.system.parameters)
      values.push_back({p.target.text(), p.value, p.position.text()});
    parts_.settle(values, findings_);
    for (std::size_t part = 0; part < parts_.size(); ++part)
      findings_.attempt([&] {
        const auto& file = info_.system.parts[part].file;
        if (parts_.table(part) != nullptr)
          add_table(part);
        else if (is_equations(file))
          add_equations(part);
        else
          add_part(part, opened.at(file.lexically_normal().string()));
      });
    findings_.refuse();
  }

  void add_part(std::size_t index, const fmi::Inspection& fmu) {
    const system::PartEntry& entry = info_.system.parts[index];
    PartInfo part;
    part.name = entry.name;
    part.file = entry.file;
    part.model_name = fmu.description.model_name;
    part.fmi_version = fmu.description.fmi_version;
    part.interface = parts_.interface_of(index, wishes_.interface);
    part.asked_for = !entry.interface.empty() || wishes_.interface.value_or("auto") != "auto";
    part.has_library =
        std::any_of(fmu.platforms.begin(), fmu.platforms.end(), [](const fmi::Platform& platform) {
          return platform.is_ours && !platform.libraries.empty();
        });
    info_.parts.push_back(std::move(part));
  }

  void add_equations(std::size_t index) {
    const system::PartEntry& entry = info_.system.parts[index];
    PartInfo part;
    part.name = entry.name;
    part.file = entry.file;
    part.is_equations = true;
    part.interface = parts_.interface_of(index, wishes_.interface);
    part.model_name =
        dynamic_cast<const equation::EquationBlueprint&>(*parts_.blueprints()[index]).name();
    info_.parts.push_back(std::move(part));
  }

  void add_table(std::size_t index) {
    const TableBlueprint& table = *parts_.table(index);
    PartInfo part;
    part.name = info_.system.parts[index].name;
    part.file = info_.system.parts[index].file;
    part.table = TableInfo{table.times().size(), table.times().front(), table.times().back(), {}};
    for (std::size_t c = 0; c < table.variables().size(); ++c) {
      const model::Variable& column = table.variables()[c];
      part.table->columns.push_back({column.name, column.unit, column.type, table.is_held(c)});
    }
    info_.parts.push_back(std::move(part));
  }

  void add(const system::Wire& wire) {
    const std::string where = wire.position.text();
    const Found target = parts_.find(wire.target, where), source = parts_.find(wire.source, where);
    WireInfo told{wire, source.variable.unit, target.variable.unit, {}};
    told.scaling = check_wire(wire, source.variable, target.variable, bells_);
    info_.wires.push_back(std::move(told));
    edges_.emplace(source.part, target.part);
    driven_.emplace(target.part, target.index);
  }

  void note_value(const system::Parameter& parameter) {
    for (const Found& found : parts_.find_all(parameter.target, parameter.position.text()))
      driven_.emplace(found.part, found.index);
  }

  void note_table(const std::string& file) {
    const auto driven = read_inputs(result::read_csv(file), parts_, findings_);
    for (std::size_t part = 0; part < driven.size(); ++part)
      for (const std::size_t index : driven[part].inputs) driven_.emplace(part, index);
  }

  void note_undriven() {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const auto& variables = parts_.variables(part);
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (variables[i].causality == model::Causality::input && variables[i].type != Type::clock &&
            !driven_.contains({part, i}))
          info_.parts[part].undriven_inputs.push_back(variables[i].name);
    }
  }

  SystemInfo info_;
  OpenParts parts_;  // of info_.system
  RunSpec wishes_;
  Findings findings_;
  Bells bells_;
  std::set<Key> edges_, driven_;
};

}  // namespace

SystemInfo inform_about_system(system::System system) {
  return Explainer(std::move(system)).explain();
}

}  // namespace bw::run
