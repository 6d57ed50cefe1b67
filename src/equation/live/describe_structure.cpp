// How a model is solved, as a plain value for `info`.

#include "equation/code/machine.h"
#include "equation/core/expression.h"
#include "equation/live/describe.h"
#include "equation/live/equation_blueprint.h"
#include "equation/sort/aliases.h"
#include "equation/sort/causal.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

Structure::Block block_of(const System& system, const Loop& loop) {
  Structure::Block block;
  block.way = loop.is_linear ? Structure::Way::linear_loop : Structure::Way::nonlinear_loop;
  for (const Node leaf : loop.tears) {
    block.unknowns.push_back(name_of(system, leaf));
    block.tears.push_back(block.unknowns.back());
  }
  for (const Definition& inner : loop.inner) block.unknowns.push_back(name_of(system, inner.leaf));
  for (const Equation* equation : loop.equations) {
    block.equations.push_back(equation->text);
    block.places.push_back(equation->where);
  }
  return block;
}

Structure::Block block_of(const System& system, const Definition& definition,
                          const Equation* equation) {
  Structure::Block block;
  block.unknowns.push_back(name_of(system, definition.leaf));
  if (equation == nullptr) return block;
  block.equations.push_back(equation->text);
  block.places.push_back(equation->where);
  return block;
}

}  // namespace

Structure describe_structure(const Machine& machine) {
  const System& system = machine.system();
  const Plan& plan = machine.plan;
  Structure made;
  for (const std::uint32_t state : system.states)
    made.states.push_back(system.variables[state].name);
  for (const Step& step : plan.running.steps)
    made.blocks.push_back(step.is_loop() ? block_of(system, plan.running.loops[step.loop])
                                         : block_of(system, step.definition, step.equation));
  for (const Loop& loop : plan.initial.loops) made.initial_loops.push_back(block_of(system, loop));
  for (std::uint32_t i = 0; i < system.own_variables; ++i)
    if (const Alias alias = system.aliases[i]; alias.kept != i)
      made.aliases.emplace_back(system.variables[i].name,
                                (alias.opposite ? "-" : "") + system.variables[alias.kept].name);
  for (const Relation& relation : system.relations)
    (relation.event_time == no_node ? made.state_events : made.time_events)
        .push_back(relation.text);
  for (const Rounding& rounding : system.roundings) made.state_events.push_back(rounding.text);
  for (const Sample& sample : system.samples) made.time_events.push_back(sample.text);
  for (const std::uint32_t i : plan.started)
    made.assumed_starts.push_back(system.variables[i].name);
  made.has_jacobian = machine.programs.has_jacobian;
  made.jacobian_entries = machine.programs.jacobian.entries();
  return made;
}

}  // namespace bw::equation
