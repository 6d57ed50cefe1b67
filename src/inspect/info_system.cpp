// A system as far as it can be explained without loading a library: as run/assemble, but components
// for another platform are no mistake here.

#include <algorithm>
#include <map>
#include <set>

#include "base/bell.h"
#include "base/findings.h"
#include "base/value.h"
#include "equation/live/equation_blueprint.h"
#include "fmi/component/inspect.h"
#include "inspect/info.h"
#include "model/variable.h"
#include "run/open/connect.h"
#include "run/open/input_table.h"
#include "run/open/open_components.h"
#include "run/open/open_file.h"
#include "run/open/remarks.h"
#include "run/open/table_blueprint.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::inspect {
namespace {

using Key = std::pair<std::size_t, std::size_t>;  // component, variable

class Explainer {
 public:
  explicit Explainer(system::System system) : components_(info_.system) {
    info_.system = std::move(system);
  }

  SystemInfo explain() {
    findings_.attempt([&] { wishes_ = read_settings(); });
    open_components();
    for (const system::Connection& connection : info_.system.connections)
      findings_.attempt([&] { add(connection); });
    for (const system::Parameter& p : info_.system.parameters)
      findings_.attempt([&] { note_value(p); });
    if (wishes_.input) findings_.attempt([&] { note_table(*wishes_.input); });
    findings_.refuse();
    note_undriven();
    run::ring_remarks(info_.system, bells_);
    std::vector<std::pair<std::size_t, std::size_t>> edges(edges_.begin(), edges_.end());
    info_.loops = cosim::find_loops(info_.components.size(), edges);
    report(bells_, info_.report);
    return std::move(info_);
  }

 private:
  run::RunSpec read_settings() const {
    std::vector<run::SettingView> views;
    for (const system::Setting& setting : info_.system.settings)
      views.push_back({setting.key, &setting.values, setting.position.text()});
    return run::from_settings(views);
  }

  void open_components() {
    std::map<std::string, fmi::Inspection> opened;
    components_.open([&](const std::filesystem::path& file) {
      if (!run::is_equations(file))
        opened.emplace(file.lexically_normal().string(), fmi::inspect(file));
      return run::open_file(file, bells_, {});
    });
    std::vector<run::WrittenValue> values;
    for (const system::Parameter& p : info_.system.parameters)
      values.push_back({p.target.text(), p.value, p.position.text()});
    components_.settle(values, findings_);
    for (std::size_t component = 0; component < components_.size(); ++component)
      findings_.attempt([&] {
        const auto& file = info_.system.components[component].file;
        if (components_.table(component) != nullptr)
          add_table(component);
        else if (run::is_equations(file))
          add_equations(component);
        else
          add_component(component, opened.at(file.lexically_normal().string()));
      });
    findings_.refuse();
  }

  void add_component(std::size_t index, const fmi::Inspection& fmu) {
    const system::ComponentEntry& entry = info_.system.components[index];
    ComponentInfo component;
    component.name = entry.name;
    component.file = entry.file;
    component.model_name = fmu.description.model_name;
    component.fmi_version = fmu.description.fmi_version;
    component.interface = components_.interface_of(index, wishes_.interface);
    component.asked_for = !entry.interface.empty() || wishes_.interface.value_or("auto") != "auto";
    component.has_library =
        std::any_of(fmu.platforms.begin(), fmu.platforms.end(), [](const fmi::Platform& platform) {
          return platform.is_ours && !platform.libraries.empty();
        });
    info_.components.push_back(std::move(component));
  }

  void add_equations(std::size_t index) {
    const system::ComponentEntry& entry = info_.system.components[index];
    ComponentInfo component;
    component.name = entry.name;
    component.file = entry.file;
    component.is_equations = true;
    component.interface = components_.interface_of(index, wishes_.interface);
    component.model_name =
        dynamic_cast<const equation::EquationBlueprint&>(*components_.blueprints()[index]).name();
    info_.components.push_back(std::move(component));
  }

  void add_table(std::size_t index) {
    const run::TableBlueprint& table = *components_.table(index);
    ComponentInfo component;
    component.name = info_.system.components[index].name;
    component.file = info_.system.components[index].file;
    component.table =
        TableInfo{table.times().size(), table.times().front(), table.times().back(), {}};
    for (std::size_t c = 0; c < table.variables().size(); ++c) {
      const model::Variable& column = table.variables()[c];
      component.table->columns.push_back({column.name, column.unit, column.type, table.is_held(c)});
    }
    info_.components.push_back(std::move(component));
  }

  void add(const system::Connection& connection) {
    const std::string where = connection.position.text();
    const run::Found target = components_.find(connection.target, where),
                     source = components_.find(connection.source, where);
    ConnectionInfo told{connection, source.variable.unit, target.variable.unit, {}};
    told.scaling = run::check_connection(connection, source.variable, target.variable, bells_);
    info_.connections.push_back(std::move(told));
    edges_.emplace(source.component, target.component);
    driven_.emplace(target.component, target.index);
  }

  void note_value(const system::Parameter& parameter) {
    for (const run::Found& found :
         components_.find_all(parameter.target, parameter.position.text()))
      driven_.emplace(found.component, found.index);
  }

  void note_table(const std::string& file) {
    const auto driven = run::read_inputs(result::read_csv(file), components_, findings_);
    for (std::size_t component = 0; component < driven.size(); ++component)
      for (const std::size_t index : driven[component].inputs) driven_.emplace(component, index);
  }

  void note_undriven() {
    for (std::size_t component = 0; component < components_.size(); ++component) {
      const auto& variables = components_.variables(component);
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (variables[i].causality == model::Causality::input && variables[i].type != Type::clock &&
            !driven_.contains({component, i}))
          info_.components[component].undriven_inputs.push_back(variables[i].name);
    }
  }

  SystemInfo info_;
  run::OpenComponents components_;  // of info_.system
  run::RunSpec wishes_;
  Findings findings_;
  Bells bells_;
  std::set<Key> edges_, driven_;
};

}  // namespace

SystemInfo inform_about_system(system::System system) {
  return Explainer(std::move(system)).explain();
}

}  // namespace bw::inspect
