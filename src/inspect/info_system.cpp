// The facts of a system without loading a library: as run/open/open_system, but components for
// another platform are no mistake here.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/bell.h"
#include "base/report.h"
#include "base/units.h"
#include "base/value.h"
#include "cosim/coupling/loops.h"
#include "equation/live/equation_blueprint.h"
#include "fmi/component/inspect.h"
#include "inspect/info.h"
#include "inspect/info_facts.h"
#include "model/blueprint.h"
#include "model/variable.h"
#include "result/format.h"
#include "run/open/connect.h"
#include "run/open/input_table.h"
#include "run/open/open_components.h"
#include "run/open/open_file.h"
#include "run/open/remarks.h"
#include "run/open/stages.h"
#include "run/open/table_blueprint.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::inspect {
namespace {

using Key = std::pair<std::size_t, std::size_t>;

class Explainer {
 public:
  explicit Explainer(system::System system) : system_(std::move(system)), components_(system_) {}

  Json explain() {
    findings_.attempt([&] { settings_ = read_settings(); });
    open_components();
    for (const system::Connection& connection : system_.connections)
      findings_.attempt([&] { add(connection); });
    for (const system::Parameter& p : system_.parameters) findings_.attempt([&] { note_value(p); });
    if (settings_.input) findings_.attempt([&] { note_table(*settings_.input); });
    Json entrances = Json::array();
    for (const system::Entrance& entrance : system_.entrances)
      findings_.attempt([&] { entrances.push_back(entrance_facts(entrance)); });
    findings_.refuse();
    for (std::size_t component = 0; component < components_.size(); ++component)
      component_facts_[component]["undriven_inputs"] = undriven_inputs(component);
    run::ring_remarks(system_, bells_);
    return {{"kind", "system"},
            {"file", system_.file.string()},
            {"components", std::move(component_facts_)},
            {"connections", std::move(connection_facts_)},
            {"connectors", std::move(entrances)},
            {"order", order()},
            {"parameters", list_of(system_.parameters, parameter_facts)},
            {"settings", settings()},
            {"findings", facts_of(bells_)}};
  }

 private:
  run::RunSpec read_settings() const {
    std::vector<run::SettingView> views;
    for (const system::Setting& setting : system_.settings)
      views.push_back({setting.key, &setting.values, setting.position.text()});
    return run::from_settings(views);
  }

  void open_components() {
    std::map<std::string, fmi::Inspection> opened;
    components_.open([&](const std::filesystem::path& file) {
      if (!run::is_equations(file) && !run::is_remote(file))
        opened.emplace(file.lexically_normal().string(), fmi::inspect(file));
      return run::open_file(file, bells_, {});
    });
    std::vector<run::WrittenValue> values;
    for (const system::Parameter& p : system_.parameters)
      values.push_back({p.target.text(), p.value, p.position.text(), &p, p.target});
    components_.settle(values, findings_);
    for (std::size_t component = 0; component < components_.size(); ++component)
      findings_.attempt([&] {
        const auto& file = system_.components[component].file;
        const bool is_fmu = components_.table(component) == nullptr && !run::is_equations(file) &&
                            !run::is_remote(file);
        component_facts_.push_back(component_facts(
            component, is_fmu ? &opened.at(file.lexically_normal().string()) : nullptr));
      });
    findings_.refuse();
  }

  // Facts of other kinds of components stay empty.
  Json component_facts(std::size_t index, const fmi::Inspection* fmu) const {
    const system::ComponentEntry& entry = system_.components[index];
    const auto* equations =
        dynamic_cast<const equation::EquationBlueprint*>(components_.blueprints()[index].get());
    const run::TableBlueprint* table = components_.table(index);
    const bool is_requested =
        !entry.interface.empty() || settings_.interface.value_or("auto") != "auto";
    return {{"name", entry.name},
            {"file", shown_file(entry.file)},
            {"model_name", fmu != nullptr         ? fmu->description.model_name
                           : equations != nullptr ? equations->name()
                                                  : ""},
            {"fmi_version", fmu != nullptr ? fmu->description.fmi_version : ""},
            {"is_equations", equations != nullptr},
            {"interface", table != nullptr ? Json()
                                           : Json(model::short_name(components_.interface_of(
                                                 index, settings_.interface)))},
            {"interface_given", fmu != nullptr && is_requested},
            {"isolated", fmu != nullptr && (entry.isolated || settings_.isolate.value_or(false))},
            {"has_library", fmu != nullptr && has_library(*fmu)},
            {"undriven_inputs", Json::array()},  // filled when all connections are known
            {"table", table != nullptr ? table_facts(*table) : Json()}};
  }

  // Of a package: as if it were a folder.
  std::string shown_file(const std::filesystem::path& file) const {
    for (const system::System::Unpacked& package : system_.unpacked) {
      const auto rest = file.lexically_relative(package.folder);
      if (!rest.empty() && *rest.begin() != "..")
        return shown_file(package.file) + "/" + rest.string();
    }
    return file.string();
  }

  static bool has_library(const fmi::Inspection& fmu) {
    return std::ranges::any_of(
        fmu.platforms, [](const fmi::Platform& p) { return p.is_ours && !p.libraries.empty(); });
  }

  // With the columns as the system uses them.
  static Json table_facts(const run::TableBlueprint& table) {
    Json columns = Json::array();
    for (std::size_t c = 0; c < table.variables().size(); ++c) {
      const model::Variable& column = table.variables()[c];
      columns.push_back({{"name", column.name},
                         {"unit", column.unit},
                         {"type", name(column.type)},
                         {"held", table.is_held(c)}});
    }
    return {{"rows", table.times().size()},
            {"first", table.times().front()},
            {"last", table.times().back()},
            {"columns", std::move(columns)}};
  }

  void add(const system::Connection& connection) {
    const std::string where = connection.position.text();
    const run::Found target =
        components_.find_ends(connection.target, connection.target_indices, where).front();
    const run::Found source =
        components_.find_ends(connection.source, connection.source_indices, where).front();
    if (run::turns(connection, source.variable, target.variable))
      return add(run::turned(connection));
    const run::Scaling scaling =
        run::check_connection(connection, source.variable, target.variable, bells_);
    connection_facts_.push_back({{"input", connection.target.text()},
                                 {"input_unit", target.variable.unit},
                                 {"output", connection.source.text()},
                                 {"output_unit", source.variable.unit},
                                 {"named_unit", connection.unit},
                                 {"gain", scaling.gain},
                                 {"offset", scaling.offset},
                                 {"map", map_facts(scaling)},
                                 {"stages", list_of(connection.stages, stage_facts)},
                                 {"place", where}});
    edges_.emplace(source.component, target.component);
    for (const run::Found& one :
         components_.find_ends(connection.target, connection.target_indices, where))
      driven_.emplace(one.component, one.index);
  }

  // Of discrete values; those that are not in it stay as they are.
  static Json map_facts(const run::Scaling& scaling) {
    Json entries = Json::array();
    if (scaling.map == nullptr) return entries;
    for (const std::int64_t value : scaling.map->listed_values())
      entries.push_back({{"from", value}, {"to", (*scaling.map)(value)}});
    return entries;
  }

  // What each connector on the way does (SSP).
  static Json stage_facts(const system::Stage& stage) {
    return {{"unit", stage.unit.name},
            {"converts_unit", stage.converts},
            {"factor", stage.gain},
            {"offset", stage.offset},
            {"place", stage.position.text()}};
  }

  void note_value(const system::Parameter& parameter) {
    if (parameter.may_miss && components_.is_missing(parameter.target)) return;
    for (const run::Found& found :
         components_.find_all(parameter.target, parameter.position.text()))
      driven_.emplace(found.component, found.index);
  }

  void note_table(const std::string& file) {
    const auto driven = run::read_inputs(result::read_table(file), components_, bells_, findings_);
    for (std::size_t component = 0; component < driven.size(); ++component)
      for (const std::size_t index : driven[component].inputs) driven_.emplace(component, index);
  }

  // Inputs without a connection and without a value.
  Json undriven_inputs(std::size_t component) const {
    Json names = Json::array();
    const auto& variables = components_.variables(component);
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].causality == model::Causality::input && variables[i].type != Type::clock &&
          !driven_.contains({component, i}))
        names.push_back(variables[i].name);
    return names;
  }

  Json order() const {
    const std::vector<Key> edges(edges_.begin(), edges_.end());
    return list_of(cosim::find_loops(components_.size(), edges), [&](const cosim::Loop& loop) {
      const auto name_of = [&](std::size_t i) { return system_.components[i].name; };
      return Json{{"components", list_of(loop.components, name_of)}, {"closed", loop.closed}};
    });
  }

  // A connector of the system, with the inputs and parameters that follow it.
  Json entrance_facts(const system::Entrance& entrance) {
    Json targets = Json::array();
    const std::string where = entrance.position.text();
    for (const system::Entrance::Way& way : entrance.ways) {
      const model::Variable& target = components_.find_all(way.target, where).front().variable;
      const Affine change = is_real(target.type)
                                ? run::affine_of_way(entrance.unit, way, target, where, bells_)
                                : Affine{};
      targets.push_back({{"input", way.target.text()},
                         {"input_unit", target.unit},
                         {"gain", change.gain},
                         {"offset", change.offset}});
    }
    return {{"name", entrance.name},
            {"unit", entrance.unit.name},
            {"place", where},
            {"targets", std::move(targets)}};
  }

  static Json lost_facts(const system::Parameter::Lost& lost) {
    return {{"value", lost.value},
            {"unit", lost.unit},
            {"place", lost.position.text()},
            {"binding", lost.binding}};
  }

  static Json parameter_facts(const system::Parameter& p) {
    return {{"variable", p.target.text()},
            {"value", p.elements ? list_of(*p.elements, [](const Value& v) { return facts_of(v); })
                                 : facts_of(p.value)},
            {"unit", p.unit.name},
            {"place", p.position.text()},
            {"binding", p.binding},
            {"replaces", list_of(p.lost, lost_facts)}};
  }

  Json settings() const {
    Json settings = Json::object();
    for (const system::Setting& setting : system_.settings) {
      const auto& values = setting.values;
      settings[setting.key] = values.size() == 1
                                  ? facts_of(values.front())
                                  : list_of(values, [](const Value& v) { return facts_of(v); });
    }
    return settings;
  }

  system::System system_;
  run::OpenComponents components_;  // of system_
  run::RunSpec settings_;
  Report findings_;
  Bells bells_;
  std::set<Key> edges_, driven_;  // between components; (component, variable)
  Json component_facts_ = Json::array(), connection_facts_ = Json::array();
};

}  // namespace

Json system_facts(system::System system) { return Explainer(std::move(system)).explain(); }

}  // namespace bw::inspect
