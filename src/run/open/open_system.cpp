#include "run/open/open_system.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>

#include "base/error.h"
#include "base/report.h"
#include "base/run_control.h"
#include "base/text.h"
#include "model/isolated/isolated_blueprint.h"
#include "model/isolated/news.h"
#include "model/widening.h"
#include "result/format.h"
#include "run/open/connect.h"
#include "run/open/input_table.h"
#include "run/open/instance_rule.h"
#include "run/open/open_file.h"
#include "run/open/recorded_columns.h"
#include "run/open/stages.h"
#include "run/open/written_values.h"
#include "system/rules.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;
using system::Rule;

constexpr int names_listed = 8;

class Opener {
 public:
  Opener(const system::System& system, const OpenOptions& options, Bells& bells)
      : system_(system), options_(options), bells_(bells), components_(system) {}

  Components open() {
    gather();
    findings_.refuse();
    wrong_options_.refuse<UsageError>();
    ring_undriven_inputs();
    check_own_values();
    return std::move(opened_);
  }

  // What open() would refuse.
  Report examine() {
    try {
      gather();
      if (findings_.empty()) ring_undriven_inputs();
      if (findings_.empty()) check_own_values();
    } catch (const InputError&) {
      if (findings_.empty()) throw;
    }
    return std::move(findings_);
  }

 private:
  void gather() {
    open_components();
    // What is recorded and read from a table can be any variable: only when all are known.
    const bool all_open = findings_.empty();
    for (const system::Connection& connection : system_.connections)
      findings_.attempt([&] { add_connection(connection); }, key(Rule::connection_type),
                        connection.position);
    if (options_.input && all_open) add_table();
    for (std::size_t i = 0; i < in_file_.size(); ++i)
      findings_.attempt([&] { add_start(in_file_[i]); }, key(Rule::value_unusable),
                        system_.parameters[i].position);
    for (const WrittenValue& p : by_option_) wrong_options_.attempt([&] { add_start(p); });
    if (all_open)
      (options_.record_in_file ? findings_ : wrong_options_).attempt([&] {
        add_records(system_, options_, components_, connected_, opened_);
      });
  }

  static std::string_view key(Rule rule) { return system::row(rule).key; }

  using Key = VariableKey;

  void open_components() {
    std::vector<UnsetParameter> unset;
    const system::PackageNames& names = components_.package_names();
    Bells found;  // by opening files, whose names are private
    const OpenFile usual = [&](const std::filesystem::path& file) {
      const Log log = names.named(model::make_relayed(options_.log));
      return options_.opened != nullptr ? options_.opened->open(file, found, log, unset)
                                        : open_file(file, found, log, &unset);
    };
    components_.open(options_.open_file ? options_.open_file : usual, findings_);
    if (system_.single) findings_.refuse();
    for (const system::Parameter& p : system_.parameters)
      in_file_.push_back(
          {p.target.text(), p.value, p.position.text(), p.is_of_ssp() ? &p : nullptr, p.target});
    for (const std::string& words : options_.set)
      wrong_options_.attempt([&] { add_option(split_option(words)); });
    auto all = in_file_;  // the command line comes last and wins
    all.insert(all.end(), by_option_.begin(), by_option_.end());
    const std::size_t before = findings_.findings().size();
    components_.settle(all, findings_);
    const bool is_settled = findings_.findings().size() == before;
    for (const system::ComponentEntry& entry : system_.components)
      files_.push_back(entry.file.lexically_normal().string());
    const std::set<Key> given = unset.empty() ? std::set<Key>() : all_given(all);
    for (const UnsetParameter& one : unset)
      if (findings_.empty() && !is_set(one, given)) bells_.ring(one.bell);
    opened_.single = system_.single;
    std::vector<std::size_t> unpacked;
    for (std::size_t component = 0; component < components_.size(); ++component) {
      opened_.list.push_back({components_.blueprints()[component]});
      model::ComponentRequest& request = opened_.list.back().request;
      request.name = system_.components[component].name;
      request.tolerance = options_.tolerance;
      if (!components_.is_open(component)) continue;
      attempt(component, [&] {
        request.interface =
            components_.interface_of(component, options_.interface, options_.interface_wins);
        isolate(component);
        (void)opened_[component].blueprint->files(request.interface, found);
        unpacked.push_back(component);
      });
    }
    if (options_.before_loading) options_.before_loading(foreign_names());
    // What a library does when it is loaded cannot disturb the archives any more.
    for (const std::size_t component : unpacked)
      attempt(component, [&] {
        opened_[component].blueprint->prepare(opened_[component].request.interface, found);
      });
    for (const Bell& bell : found.rung()) bells_.ring(names(bell));
    if (!is_settled) findings_.refuse();  // wrong types and sizes would be reported again
    if (!findings_.empty()) return;
    check_instances();
  }

  void attempt(std::size_t component, const std::function<void()>& prepare) {
    findings_.attempt([&] { components_.package_names().in(prepare); },
                      key(Rule::component_unusable), system_.components[component].position);
  }

  std::vector<std::string> foreign_names() const {
    std::vector<std::string> names;
    for (const OpenedComponent& one : opened_.list)
      if (one.blueprint && one.blueprint->is_foreign()) names.push_back(one.request.name);
    return names;
  }

  void isolate(std::size_t component) {
    OpenedComponent& opened = opened_.list[component];
    const system::ComponentEntry& entry = system_.components[component];
    if (!opened.blueprint->is_foreign()) return;
    opened.isolation = options_.isolation;
    if (options_.confinement)
      opened.isolation.before_loading = options_.confinement(entry, opened, bells_);
    if (options_.isolate || entry.isolated)
      opened.blueprint = make_isolated_blueprint(opened.blueprint, entry.name, opened.isolation);
  }

  std::set<Key> all_given(const std::vector<WrittenValue>& values) const {
    std::set<Key> given;
    for (const WrittenValue& written : values) try {
        const system::Endpoint end = components_.endpoint(written);
        for (const Found& found : components_.find_all(end, written.where))
          given.emplace(found.component, found.index);
      } catch (const InputError&) {
        continue;  // reported later
      }
    return given;
  }

  // Whether every component made of this file is given values for all elements of the parameter.
  bool is_set(const UnsetParameter& unset, const std::set<Key>& given) const {
    const std::string file = unset.file.lexically_normal().string();
    for (std::size_t component = 0; component < components_.size(); ++component) {
      if (files_[component] != file) continue;
      const auto& variables = components_.variables(component);
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string& name = variables[i].name;
        if (name != unset.name && !name.starts_with(unset.name + "[")) continue;
        if (!given.contains(Key(component, i))) return false;
      }
    }
    return true;
  }

  // Before any is instantiated, which may be in another process and much later.
  void check_instances() {
    InstanceRule rule;
    for (std::size_t component = 0; component < components_.size(); ++component) {
      const system::ComponentEntry& entry = system_.components[component];
      const OpenedComponent& opened = opened_[component];
      const auto earlier = rule.add(files_[component], component,
                                    {.once = opened.capabilities().one_instance_only,
                                     .apart = model::isolated_inner(*opened.blueprint) != nullptr});
      if (!earlier) continue;
      findings_.add(entry.position,
                    "component '" + entry.name + "': " + entry.file.string() +
                        " can be instantiated once per process only, but component '" +
                        system_.components[*earlier].name +
                        "' uses it already; --isolate gives each a process of its own.");
    }
  }

  // The connector of a system sets what follows it.
  void add_option(const WrittenValue& written) {
    const system::Entrance* entrance = components_.entrance(written.target);
    if (entrance == nullptr) return by_option_.push_back(written);
    for (const system::Entrance::Way& way : entrance->ways) {
      system::Parameter& parameter = by_entrance_.emplace_back();
      parameter.target = way.target;
      parameter.unit = entrance->unit;
      parameter.stages = way.stages;
      by_option_.push_back(written);
      by_option_.back().end = way.target;
      by_option_.back().parameter = &parameter;
    }
  }

  void add_connection(const system::Connection& connection) {
    const std::string where = connection.position.text();
    std::vector<Found> targets, sources;
    const auto find = [&](std::vector<Found>& ends, const system::Endpoint& end,
                          const std::vector<std::size_t>& indices) {
      findings_.attempt([&] { ends = components_.find_ends(end, indices, where); },
                        key(Rule::variable_unknown), connection.position);
    };
    find(targets, connection.target, connection.target_indices);
    find(sources, connection.source, connection.source_indices);
    if (targets.empty() || sources.empty()) return;
    if (targets.size() != sources.size())
      system::refuse(Rule::connection_size, connection.position,
                     "'" + connection.source.text() + "' has " + std::to_string(sources.size()) +
                         " elements and '" + connection.target.text() + "' has " +
                         std::to_string(targets.size()) + ".");
    if (turns(connection, sources.front().variable, targets.front().variable))
      return add_connection(turned(connection));
    for (std::size_t k = 0; k < targets.size(); ++k)
      add_connection(connection, sources[k], targets[k]);
  }

  void add_connection(const system::Connection& connection, const Found& source,
                      const Found& target) {
    const std::string where = connection.position.text();
    const Scaling scaling = check_connection(connection, source.variable, target.variable, bells_);
    const auto [earlier, is_free] =
        driven_.emplace(Key(target.component, target.index), "the connection at " + where);
    if (!is_free)
      system::refuse(Rule::input_driven_twice, connection.position,
                     "'" + components_.shown(target.component, target.variable.name) +
                         "' is driven by " + earlier->second + " already; remove one of them.");
    cosim::Connection made = leaving(source);
    made.gain = scaling.gain;
    made.offset = scaling.offset;
    made.map = scaling.map;
    if (widens(source.variable, target.variable)) made = widened(made, source, target);
    model::ComponentRequest& to = opened_.list[target.component].request;
    made.to = target.component;
    made.input = to.inputs.size();
    to.inputs.push_back(target.index);
    opened_.connections.push_back(made);
    connected_.inputs.emplace(Key(target.component, target.index), made);
  }

  cosim::Connection leaving(const Found& source) {
    model::ComponentRequest& from = opened_.list[source.component].request;
    const auto [output, first] =
        connected_.outputs.emplace(Key(source.component, source.index), from.outputs.size());
    if (first) from.outputs.push_back(source.index);
    return {source.component, output->second};
  }

  // Through a component that makes a real number of an integer; solved with its neighbours where
  // both are models.
  cosim::Connection widened(cosim::Connection made, const Found& source, const Found& target) {
    OpenedComponent& between =
        opened_.list.emplace_back(OpenedComponent{model::make_widening(made.gain, made.offset)});
    between.request.name =
        components_.shown(target.component, target.variable.name) + " as a real number";
    between.request.interface =
        opened_[source.component].is_model() && opened_[target.component].is_model()
            ? model::Interface::model_exchange
            : model::Interface::co_simulation;
    between.request.inputs = {0};
    between.request.outputs = {1};
    made.gain = 1;
    made.offset = 0;
    made.to = opened_.list.size() - 1;
    opened_.connections.push_back(made);
    return {made.to, 0};
  }

  // Behind the connected inputs, so that a component may be driven by both.
  void add_table() {
    std::optional<result::Table> table;
    enter_phase("reading the input table");
    findings_.attempt([&] { table = result::read_table(*options_.input); });
    if (!table) return;
    const auto driven = read_inputs(*table, components_, bells_, findings_);
    for (std::size_t component = 0; component < driven.size(); ++component) {
      auto& inputs = opened_.list[component].request.inputs;
      inputs.insert(inputs.end(), driven[component].inputs.begin(), driven[component].inputs.end());
      opened_.list[component].table = driven[component].table;
      for (const std::size_t index : driven[component].inputs) {
        const auto [earlier, first] =
            driven_.emplace(Key(component, index), "the table " + *options_.input);
        if (!first)
          findings_.add(
              {*options_.input},
              "'" + components_.shown(component, components_.variables(component)[index].name) +
                  "' has a column here but is also driven by " + earlier->second +
                  "; remove one of them.");
        ring_driven_parameter(component, components_.variables(component)[index]);
      }
    }
  }

  // FMI allows it at events and between steps.
  void ring_driven_parameter(std::size_t component, const Variable& variable) {
    if (variable.causality != Causality::parameter) return;
    const std::string shown = components_.shown(component, variable.name);
    bells_.ring(BellCode::parameter_driven, 0, shown,
                "'" + shown + "' is a tunable parameter, not an input; the table " +
                    *options_.input + " changes it during the run.");
  }

  void add_start(const WrittenValue& written) {
    const system::Endpoint end = components_.endpoint(written);
    if (written.parameter != nullptr && written.parameter->may_miss && is_missing(end)) return;
    if (written.parameter != nullptr && !written.parameter->ambiguous.empty())
      throw InputError(written.where + ": " + written.parameter->ambiguous);
    const std::vector<Found> targets = components_.find_all(end, written.where);
    const std::vector<Value> values = values_for(written, end, targets, &bells_);
    for (std::size_t k = 0; k < targets.size(); ++k)
      if (!is_bound(written) || !is_driven(targets[k]))
        add_start(targets[k], values[k], written.where);
  }

  // By SSP, not by an option.
  static bool is_bound(const WrittenValue& written) {
    return written.parameter != nullptr && written.parameter->position.line > 0;
  }

  // A package has values of all inputs; a table beside it needs no other package.
  bool is_driven(const Found& target) {
    const auto driven = driven_.find(Key(target.component, target.index));
    if (driven == driven_.end()) return false;
    const std::string shown = components_.shown(target.component, target.variable.name);
    bells_.ring(BellCode::setting_ignored, 0, shown,
                "'" + shown + "' is driven by " + driven->second +
                    "; the value that a binding gives it has no effect.");
    return true;
  }

  // Values of SSP that have no variable are ignored.
  bool is_missing(const system::Endpoint& end) {
    if (!components_.is_missing(end)) return false;
    bells_.ring(BellCode::setting_ignored, 0, end.text(),
                "component '" + end.component + "' has no variable '" + end.variable +
                    "'; its value has no effect.");
    return true;
  }

  void add_start(const Found& found, const Value& converted, const std::string& where) {
    const Variable& v = found.variable;
    if (v.causality == Causality::structural_parameter) return;  // applied already, to the sizes
    const std::string shown = components_.shown(found.component, v.name);
    if (!v.takes_start)
      throw InputError(where + ": '" + shown + "' is a " + std::string(name(v.variability)) + " " +
                       std::string(name(v.causality)) +
                       " that the component computes; it cannot be set.");
    const Key key(found.component, found.index);
    if (const auto driven = driven_.find(key); driven != driven_.end())
      throw InputError(where + ": '" + shown + "' is driven by " + driven->second +
                       ", so a start value has no effect; remove one of them.");
    check_range(shown, converted, v);
    auto& starts = opened_.list[found.component].request.starts;
    const auto [place, first] = starts_.emplace(key, starts.size());
    if (first) starts.emplace_back(found.index, converted);
    starts[place->second].second = converted;
  }

  // Parameters that a Modelica model gives itself. Descriptions of FMUs are for `check`.
  void check_own_values() {
    for (std::size_t component = 0; component < components_.size(); ++component) {
      if (!is_equations(system_.components[component].file)) continue;
      const auto& variables = components_.variables(component);
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (const Variable& v = variables[i];
            v.causality == Causality::parameter && v.start && !starts_.contains(Key(component, i)))
          check_range(components_.shown(component, v.name), *v.start, v);
    }
  }

  void check_range(const std::string& shown, const Value& value, const Variable& v) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    if (whole == nullptr && real == nullptr) return;
    const double number = whole != nullptr ? static_cast<double>(*whole) : *real;
    if (number >= v.min && number <= v.max) return;
    bells_.ring(BellCode::input_out_of_range, 0, shown,
                shown + " = " + shortest(number) + " is outside the declared range from " +
                    shortest(v.min) + " to " + shortest(v.max) + ".",
                number, number < v.min ? v.min : v.max);
  }

  // An undriven input keeps its start value: maybe a connection was forgotten.
  void ring_undriven_inputs() {
    for (std::size_t component = 0; component < system_.components.size(); ++component) {
      std::string names;
      double count = 0;
      const auto& variables = components_.variables(component);
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const Key key(component, i);
        if (variables[i].causality != Causality::input || variables[i].type == Type::clock ||
            driven_.contains(key) || starts_.contains(key))
          continue;
        if (++count <= names_listed) names += (names.empty() ? "" : ", ") + variables[i].name;
      }
      if (count > 0)
        bells_.ring(BellCode::input_not_driven, 0, system_.components[component].name,
                    "component '" + system_.components[component].name +
                        "': no connection and no value for " + names +
                        (count > names_listed ? ", …" : "") + "; they keep their start values.",
                    count, 0);
    }
  }

  const system::System& system_;
  const OpenOptions& options_;
  Bells& bells_;
  OpenComponents components_;
  Report findings_;
  Report wrong_options_;  // of the command line; reported when the system itself is right
  std::vector<WrittenValue> in_file_, by_option_;
  std::vector<std::string> files_;             // of the components, as normal paths
  std::deque<system::Parameter> by_entrance_;  // of options
  Components opened_;
  Connected connected_;
  std::map<Key, std::size_t> starts_;  // given: list position
  std::map<Key, std::string> driven_;  // connected or in the table: by what
};

}  // namespace

Components open_system(const system::System& system, const OpenOptions& options, Bells& bells) {
  return Opener(system, options, bells).open();
}

Report examine_system(const system::System& system, const OpenOptions& options, Bells& bells) {
  return Opener(system, options, bells).examine();
}

}  // namespace bw::run
