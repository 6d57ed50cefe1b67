#include "equation/code/machine.h"

#include <algorithm>
#include <cmath>

#include "base/run_control.h"
#include "equation/code/generate.h"
#include "equation/code/work.h"
#include "equation/core/walk.h"
#include "equation/sort/parameter_values.h"

namespace bw::equation {
namespace {

LoopPlace place_of(const System& system, const Layout& layout, Node leaf) {
  const Term& term = system.graph[leaf];
  if (term.op == Op::derivative)
    return {LoopPlace::Array::derivatives, system.state_of[term.index]};
  if (term.op == Op::pre) return {LoopPlace::Array::memory, layout.before(term.index)};
  if (system.state_of[term.index] != unmatched)
    return {LoopPlace::Array::states, system.state_of[term.index]};
  return {LoopPlace::Array::memory, layout.variable(term.index)};
}

std::vector<Node> inner_leaves(const Loop& loop) {
  std::vector<Node> leaves;
  for (const Definition& inner : loop.inner) leaves.push_back(inner.leaf);
  return leaves;
}

void find_traits(const System& system, const Loop& loop, MachineLoop& made) {
  Walk walk(system.graph);
  const auto look = [&](Node root) {
    walk.below(root, [&](Node node) {
      const Term& term = system.graph[node];
      if (term.op == Op::memory && system.homotopy_memory == term.index) made.has_homotopy = true;
      if (term.op == Op::sin || term.op == Op::cos || term.op == Op::tan) made.is_periodic = true;
      return true;
    });
  };
  for (const Definition& inner : loop.inner) look(inner.value);
  for (const Node residual : loop.residuals) look(residual);
}

bool is_candidate(const System& system, std::uint32_t variable) {
  return std::ranges::any_of(system.sets, [variable](const StateSet& set) {
    return std::ranges::find(set.candidates, variable) != set.candidates.end();
  });
}

MachineLoop machine_loop(const Machine& machine, std::size_t k, ParameterValues& known) {
  const System& system = machine.system();
  const Loop& loop = *machine.programs.loops[k];
  MachineLoop made;
  made.number = k;
  for (const Node leaf : loop.tears) {
    made.tears.push_back(place_of(system, machine.layout(), leaf));
    const Node nominal = system.variables[system.graph[leaf].index].nominal;
    const double size = nominal != no_node ? std::abs(known.of(nominal)) : 1.0;
    made.nominals.push_back(size > 0 ? size : 1.0);
  }
  for (const std::vector<Node>& leaves : {loop.tears, inner_leaves(loop)})
    for (const Node leaf : leaves)
      made.unknowns.push_back({place_of(system, machine.layout(), leaf), system.graph[leaf].index,
                               system.graph[leaf].op == Op::derivative});
  if (!loop.is_linear) find_traits(system, loop, made);
  made.is_constraint = std::ranges::any_of(made.unknowns, [&](const LoopUnknown& unknown) {
    return is_candidate(system, unknown.variable);
  });
  made.pattern = loop.pattern;
  made.is_linear = loop.is_linear;
  made.names = names_of(system, loop);
  return made;
}

// A simple start runs the equations of an event, or those of continuous time.
void find_start_loops(Machine& machine) {
  const Plan& plan = machine.plan;
  const std::size_t running = plan.running.loops.size(), update = plan.update.loops.size();
  machine.first_start_loop = !plan.has_simple_start      ? running + update
                             : plan.update.steps.empty() ? 0
                                                         : running;
  machine.start_loops = !plan.has_simple_start      ? plan.initial.loops.size()
                        : plan.update.steps.empty() ? running
                                                    : update;
}

std::size_t most_results(const Programs& programs) {
  std::size_t most = 0;
  for (const Program& program : programs.all)
    for (const Instruction& instruction : program.instructions)
      if (instruction.kind == InstructionKind::result && program.name != "jacobian" &&
          program.name != "ports")
        most = std::max<std::size_t>(most, instruction.index + 1);
  return most;
}

}  // namespace

std::shared_ptr<const Machine> make_machine(const FlatModel& model, CompilerChoice compiler) {
  auto machine = std::make_shared<Machine>();
  enter_phase("sorting the equations");
  machine->plan = make_plan(model);
  enter_phase("differentiating the equations");
  machine->programs = make_programs(machine->plan);
  machine->ports = add_ports(machine->plan, machine->programs);
  System& system = machine->plan.system;
  Generated generated = generate(system, machine->programs);
  enter_phase("compiling the equations");
  machine->code = std::make_unique<Code>(
      std::move(generated.text),
      CodeShape{machine->programs.loops.size(), machine->programs.has_jacobian,
                machine->ports.exists, !system.sets.empty()},
      compiler);
  machine->known_before = std::move(generated.known_before);
  machine->memory_size = machine->layout().memory(system.memories);
  machine->results_size = most_results(machine->programs);
  machine->rhs_seconds = estimate_rhs_seconds(system, machine->programs);
  machine->indicators = 2 * system.roundings.size();
  for (const Relation& relation : system.relations)
    if (relation.difference != no_node) ++machine->indicators;
  const ParameterValues::Given nothing;
  ParameterValues known(system, nothing);
  for (std::size_t k = 0; k < machine->programs.loops.size(); ++k)
    machine->loops.push_back(machine_loop(*machine, k, known));
  find_start_loops(*machine);
  return machine;
}

}  // namespace bw::equation
