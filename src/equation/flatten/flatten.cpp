// declarations, their bindings and attributes -> equations -> algorithms -> the experiment

#include "equation/flatten/flatten.h"

#include "base/run_control.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/flatten_algorithm.h"
#include "equation/flatten/flatten_equations.h"
#include "equation/flatten/value.h"

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

void flatten_sections(Flattening& flattening, Evaluator& evaluator) {
  for (const syntax::Section& section : flattening.tree.sections) {
    const Silence silence(evaluator, section.is_initial);
    if (section.is_algorithm)
      flatten_algorithm(section, evaluator);
    else
      flatten_equations(section, evaluator);
  }
}

}  // namespace

void flatten(Flattening& flattening) {
  flattening.model.name = flattening.tree.name;
  flattening.model.description = flattening.tree.description;
  Declarations declarations(flattening);
  Evaluator evaluator(flattening, declarations);
  declarations.collect();
  // Shapes first: they determine which parameters are literals in the equations.
  for (Symbol& symbol : declarations.all()) {
    throw_if_interrupted();
    declarations.prepare(symbol, evaluator);
  }
  for (Symbol& symbol : declarations.all()) {
    throw_if_interrupted();
    declarations.finish(symbol, evaluator);
  }
  flatten_sections(flattening, evaluator);
  read_experiment(flattening, evaluator);
}

}  // namespace bw::equation
