// declarations, their bindings and attributes -> equations -> algorithms -> the experiment

#include "equation/flatten/flatten.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/run_control.h"
#include "equation/core/walk.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/flatten_algorithm.h"
#include "equation/flatten/flatten_equations.h"
#include "equation/values/value.h"

namespace bw::equation {
namespace {

void read_experiment(Flattening& flattening, Evaluator& evaluator) {
  FlatExperiment& experiment = flattening.model.experiment;
  std::optional<double> intervals;
  for (const syntax::Modifier& modifier : flattening.tree.experiment) {
    std::optional<double>* const field = modifier.name == "StartTime"   ? &experiment.start
                                         : modifier.name == "StopTime"  ? &experiment.stop
                                         : modifier.name == "Interval"  ? &experiment.interval
                                         : modifier.name == "Tolerance" ? &experiment.tolerance
                                         : modifier.name == "NumberOfIntervals" ? &intervals
                                                                                : nullptr;
    if (field == nullptr) {
      flattening.mistakes.warn_of_text(
          modifier.where, "The experiment's '" + std::string(modifier.name) + "' is ignored.");
      continue;
    }
    const FlatValue value = evaluator.evaluate(modifier.value);
    if (value.is_unknown()) continue;
    const auto number =
        value.is_number() && !value.is_array() ? evaluator.take_known(value.scalar) : std::nullopt;
    if (!number)
      flattening.mistakes.add(modifier.where,
                              "A setting of the experiment must be a number known before the run.");
    *field = number;
  }
  if (intervals && *intervals >= 1 && experiment.stop && !experiment.interval)
    experiment.interval = (*experiment.stop - experiment.start.value_or(0)) / *intervals;
}

// parameter Real p(fixed = false): an unknown that the initial equations determine.
std::vector<std::uint32_t> take_computed_parameters(FlatModel& model) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    FlatVariable& it = model.variables[i];
    if (it.variability != Variability::parameter || it.binding != no_node) continue;
    it.variability = it.type == ScalarType::real ? Variability::continuous : Variability::discrete;
    all.push_back(i);
  }
  return all;
}

// A parameter that is bound to one of them is computed as well: p = its value, always.
void compute_dependent_parameters(const std::vector<std::uint32_t>& computed, FlatModel& model) {
  std::vector<bool> is_computed(model.variables.size());
  for (const std::uint32_t i : computed) is_computed[i] = true;
  Walk walk(model.graph);
  const auto depends = [&](const FlatVariable& it) {
    bool found = false;
    walk.forget();
    walk.below(it.binding, [&](Node node) {
      const Term& term = model.graph[node];
      found = found || (term.op == Op::variable && is_computed[term.index]);
      return !found;
    });
    return found;
  };
  for (bool goes_on = true; std::exchange(goes_on, false);)
    for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
      FlatVariable& it = model.variables[i];
      if (it.variability != Variability::parameter || it.is_structural || it.binding == no_node ||
          !depends(it))
        continue;
      it.variability =
          it.type == ScalarType::real ? Variability::continuous : Variability::discrete;
      model.equations.push_back(
          {model.graph.variable(i), it.binding, it.where, it.name + " is computed at the start"});
      it.binding = no_node;
      is_computed[i] = goes_on = true;
    }
}

// initial equation p = time: known before the run, so that sample(p + 1, 1) is possible.
bool bind_start_time(FlatModel& model, std::uint32_t parameter) {
  const auto is_it = [&](const FlatEquation& one) {
    return one.left == model.graph.variable(parameter) && one.right == model.graph.time();
  };
  const auto found = std::ranges::find_if(model.initial_equations, is_it);
  if (found == model.initial_equations.end()) return false;
  model.initial_equations.erase(found);
  FlatVariable& it = model.variables[parameter];
  it.variability = Variability::parameter;
  it.binding = model.graph.time();
  it.is_start_time = it.is_final = true;
  return true;
}

// It may be determined together with states and through loops, so that it is a state with
// der(p) = 0. What is not a Real is a discrete variable that no event changes.
void hold_computed_parameters(const std::vector<std::uint32_t>& all, FlatModel& model) {
  for (const std::uint32_t i : all) {
    if (bind_start_time(model, i)) continue;
    const FlatVariable& it = model.variables[i];
    const bool is_real = it.type == ScalarType::real;
    Graph& graph = model.graph;
    model.equations.push_back({is_real ? graph.derivative(i) : graph.variable(i),
                               is_real ? graph.constant(0) : graph.pre(i), it.where,
                               it.name + " keeps its value"});
  }
}

void flatten_sections(Flattening& flattening, Evaluator& evaluator) {
  for (const syntax::Section& section : flattening.tree.sections) {
    const Silence silence(evaluator, section.is_initial);
    const bool was_asserting = evaluator.set_asserting(!section.is_initial);
    if (section.is_algorithm)
      flatten_algorithm(section, evaluator);
    else
      flatten_equations(section, evaluator);
    evaluator.set_asserting(was_asserting);
  }
}

}  // namespace

void flatten(Flattening& flattening) {
  flattening.model.name = flattening.tree.name;
  flattening.model.description = flattening.tree.description;
  Declarations declarations(flattening);
  Evaluator evaluator(flattening, declarations);
  declarations.collect();
  evaluator.collect_functions();
  // Shapes first: they determine which parameters are literals in the equations.
  for (Symbol& symbol : declarations.all()) {
    throw_if_interrupted();
    declarations.prepare(symbol, evaluator);
  }
  for (Symbol& symbol : declarations.all()) {
    throw_if_interrupted();
    declarations.finish(symbol, evaluator);
  }
  const std::vector<std::uint32_t> computed = take_computed_parameters(flattening.model);
  if (!computed.empty()) compute_dependent_parameters(computed, flattening.model);
  flatten_sections(flattening, evaluator);
  hold_computed_parameters(computed, flattening.model);
  read_experiment(flattening, evaluator);
}

}  // namespace bw::equation
