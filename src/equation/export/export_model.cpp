#include "equation/export/export_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "equation/core/walk.h"
#include "equation/sort/parameter_values.h"

namespace bw::equation {
namespace {

using Role = ExportVariable::Role;

// Two different sums of the same bytes, FNV-1a of 64 bits each.
std::uint64_t sum_of(std::string_view bytes, std::uint64_t seed) {
  constexpr std::uint64_t prime = 1099511628211ULL;
  std::uint64_t sum = 14695981039346656037ULL ^ seed;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * prime;
  return sum;
}

std::string identifier_of(const std::string& name) {
  std::string made;
  for (const char c : name)
    made += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return made.empty() || (made[0] >= '0' && made[0] <= '9') ? "model_" + made : made;
}

class ExportModelMaker {
 public:
  explicit ExportModelMaker(const FlatModel& model) : model_(model) {
    made_.plan = make_plan(model);
    refuse_changing_states();
    made_.programs = make_programs(made_.plan);
    std::erase_if(made_.programs.all, [](const Program& p) { return p.name == "jacobian"; });
    made_.name = model.name;
    made_.description = model.description;
    made_.identifier = identifier_of(model.name);
    made_.experiment = model.experiment;
  }

  ExportModel make() {
    choose_starters();
    add_time();
    for (std::uint32_t i = 0; i < system().own_variables; ++i) add_own(i);
    add_derivatives();
    add_indicators();
    add_partial_derivatives();
    made_.generated = generate(made_.plan.system, made_.programs);
    name_model();
    return std::move(made_);
  }

 private:
  void refuse_changing_states() const {
    if (made_.plan.system.sets.empty()) return;
    const StateSet& set = made_.plan.system.sets.front();
    throw InputError(fmt::format(
        "{}: which of {} are states changes during the run, because constraints tie them to each "
        "other; such models cannot be exported. Give variables that determine the others "
        "everywhere, such as angles, stateSelect = StateSelect.always.",
        model_.name,
        listed(set.candidates, [&](std::uint32_t i) { return made_.plan.system.variables[i].name; },
               {.most = most_names})));
  }

  const System& system() const { return made_.plan.system; }

  // Of aliases, the one whose start value can be set: the one written with a start value, else the
  // kept one.
  void choose_starters() {
    starter_.resize(system().own_variables);
    for (std::uint32_t i = 0; i < starter_.size(); ++i) starter_[i] = i;
    for (std::uint32_t i = 0; i < starter_.size(); ++i) {
      const std::uint32_t kept = system().aliases[i].kept;
      if (kept == i || model_.variables[i].start == no_node || kept >= starter_.size()) continue;
      if (starter_[kept] == kept && model_.variables[kept].start == no_node) starter_[kept] = i;
    }
  }

  void add_time() {
    ExportVariable v;
    v.kind = VariableKind::time;
    v.name = "time";
    v.unit = "s";
    v.causality = "independent";
    v.variability = "continuous";
    made_.variables.push_back(std::move(v));
  }

  void add_own(std::uint32_t i) {
    const FlatVariable& flat = system().variables[i];
    const Alias alias = system().aliases[i];
    ExportVariable v;
    v.name = flat.name;
    v.type = flat.type;
    v.description = flat.description;
    v.unit = flat.unit;
    v.display_unit = flat.display_unit;
    v.quantity = flat.quantity;
    v.kept = alias.kept;
    v.opposite = alias.opposite;
    v.is_discrete = system().is_discrete[i];
    v.variability = v.is_discrete ? "discrete" : "continuous";
    v.causality = flat.causality == Causality::output ? "output" : "local";
    if (flat.min != no_node) v.min = known_.of(flat.min);
    if (flat.max != no_node) v.max = known_.of(flat.max);
    if (flat.nominal != no_node && std::abs(known_.of(flat.nominal)) > 0)
      v.nominal = std::abs(known_.of(flat.nominal));
    if (system().is_known(i))
      describe_known(v, i);
    else if (system().is_input(i))
      describe_input(v, i);
    else
      describe_unknown(v, i);
    made_.variables.push_back(std::move(v));
  }

  // Whether it changes when parameters are set.
  bool depends_on_parameters(Node root) {
    bool depends = false;
    if (root == no_node) return false;
    walk_.forget();
    walk_.below(root, [&](Node node) {
      const Term& term = system().graph[node];
      if (term.op == Op::variable) {
        const FlatVariable& v = system().variables[term.index];
        depends = depends || (v.variability == Variability::parameter && !v.is_structural);
      }
      return !depends;
    });
    return depends;
  }

  void describe_known(ExportVariable& v, std::uint32_t i) {
    const FlatVariable& flat = system().variables[i];
    v.start = known_.of_variable(i);
    if (flat.variability == Variability::constant || flat.is_structural) {
      v.role = Role::constant;
      v.variability = "constant";
      v.initial = "exact";
      return;
    }
    v.variability = "fixed";
    v.depends_on_parameters = depends_on_parameters(flat.binding);
    v.role = v.depends_on_parameters ? Role::calculated : Role::parameter;
    v.causality = v.depends_on_parameters ? "calculatedParameter" : "parameter";
    v.initial = v.depends_on_parameters ? "calculated" : "exact";
    if (v.depends_on_parameters) v.start.reset();
  }

  void describe_input(ExportVariable& v, std::uint32_t i) {
    const Node start = system().variables[i].start;
    v.role = Role::input;
    v.causality = "input";
    v.start = start != no_node ? known_.of(start) : 0.0;
  }

  // exact: the start value is the first value. approx: it is a guess, or the value before the first
  // event. calculated: it follows from others.
  void describe_unknown(ExportVariable& v, std::uint32_t i) {
    const std::uint32_t kept = v.kept;
    const Node start = system().variables[kept].start;
    v.initial = "calculated";
    if (kept >= starter_.size() || starter_[kept] != i || system().is_input(kept)) return;
    if (system().is_known(kept) || depends_on_parameters(start)) return;
    const bool has_memory = system().start_memory[kept] != unmatched;
    if (is_started(kept))
      v.initial = "exact";
    else if (start != no_node || (has_memory && v.is_discrete))
      v.initial = "approx";
    else
      return;
    v.role = Role::start;
    const double value = start != no_node ? known_.of(start) : 0.0;
    v.start = v.opposite ? -value : value;
  }

  bool is_started(std::uint32_t kept) const {
    const Plan& plan = made_.plan;
    if (system().is_discrete[kept] || system().start_memory[kept] == unmatched) return false;
    if (system().variables[kept].fixed) return true;
    if (system().state_of[kept] == unmatched) return false;
    return plan.has_simple_start || std::ranges::find(plan.started, kept) != plan.started.end();
  }

  void add_derivatives() {
    made_.first_derivative = made_.variables.size();
    std::unordered_set<std::uint32_t> jumps;
    for (const Deed& deed : system().deeds)
      if (deed.kind == Deed::Kind::reinit) jumps.insert(deed.variable);
    for (std::size_t k = 0; k < system().states.size(); ++k) {
      const std::uint32_t state = system().states[k];
      made_.state_references.push_back(state + 1);
      made_.variables[state + 1].can_jump = jumps.contains(state);
      const FlatVariable& flat = system().variables[state];
      ExportVariable v;
      v.kind = VariableKind::derivative;
      v.index = k;
      v.kept = state;
      v.name = "der(" + flat.name + ")";
      const std::string unit = flat.unit == "m/s" ? "m/s2" : flat.unit + "/s";
      if (!flat.unit.empty() && parse_unit(unit)) v.unit = unit;
      v.causality = "local";
      v.variability = "continuous";
      v.initial = "calculated";
      made_.variables.push_back(std::move(v));
    }
  }

  void add_indicators() {
    made_.first_indicator = made_.variables.size();
    std::vector<std::string> texts;
    for (const Relation& relation : system().relations)
      if (relation.difference != no_node) texts.push_back(relation.text);
    for (const Rounding& rounding : system().roundings) texts.insert(texts.end(), 2, rounding.text);
    std::unordered_set<std::string> names;
    for (const ExportVariable& v : made_.variables) names.insert(v.name);
    std::string word = "event_indicator";
    while (names.contains(word + "[1]")) word += "_";
    for (std::size_t k = 0; k < texts.size(); ++k) {
      ExportVariable v;
      v.kind = VariableKind::indicator;
      v.index = k;
      v.name = fmt::format("{}[{}]", word, k + 1);
      v.description = "of " + texts[k];
      v.causality = "local";
      v.variability = "continuous";
      v.initial = "calculated";
      made_.variables.push_back(std::move(v));
    }
  }

  // Rows: derivatives, then outputs. Columns: states, then inputs, then time.
  void add_partial_derivatives() {
    Graph& graph = made_.plan.system.graph;
    std::vector<Node> wanted, seeds;
    for (const std::uint32_t state : system().states) {
      wanted.push_back(graph.derivative(state));
      seeds.push_back(graph.variable(state));
    }
    for (ExportVariable& v : made_.variables) {
      if (v.kind == VariableKind::derivative) v.row = v.index;
      if (v.kind != VariableKind::own || v.type != ScalarType::real || v.is_discrete) continue;
      if (v.role == Role::input) {
        v.column = seeds.size();
        seeds.push_back(graph.variable(v.kept));
      } else if (system().state_of[v.kept] != unmatched) {
        v.column = system().state_of[v.kept];
      }
      if (v.causality != "output" || system().is_known(v.kept)) continue;
      v.row = wanted.size();
      wanted.push_back(graph.variable(v.kept));
    }
    made_.variables[0].column = seeds.size();
    seeds.push_back(graph.time());
    made_.columns = seeds.size();
    if (auto pattern = add_partials(made_.plan, made_.programs, "partials", wanted, seeds)) {
      made_.has_partials = true;
      made_.partials = std::move(*pattern);
    } else {
      for (ExportVariable& v : made_.variables) v.row.reset(), v.column.reset();
    }
  }

  void name_model() {
    std::string all = made_.name + made_.generated.text;
    for (const ExportVariable& v : made_.variables)
      all += fmt::format("{}|{}|{}|{};", v.name, v.initial, v.unit, v.start.value_or(0));
    const std::uint64_t first = sum_of(all, 0), second = sum_of(all, 0x9e3779b97f4a7c15ULL);
    made_.token = fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", first >> 32U,
                              (first >> 16U) & 0xffffU, first & 0xffffU, second >> 48U,
                              second & 0xffffffffffffULL);
    made_.fingerprint = static_cast<double>(first >> 11U);
  }

  const FlatModel& model_;
  ExportModel made_;
  const ParameterValues::Given nothing_;
  ParameterValues known_{made_.plan.system, nothing_};
  Walk walk_{made_.plan.system.graph};
  std::vector<std::uint32_t> starter_;  // each kept variable: the settable alias
};

}  // namespace

// The exported run-time computes parameters before it knows when the run starts.
ExportModel make_export_model(const FlatModel& model) {
  for (const FlatVariable& v : model.variables)
    if (v.is_start_time)
      throw InputError(
          fmt::format("{}: {} is the time at which a run starts; models that use it cannot be "
                      "exported. Give it "
                      "a value.",
                      v.where.text(), v.name));
  return ExportModelMaker(model).make();
}

}  // namespace bw::equation
