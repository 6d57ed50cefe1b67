#include "equation/code/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "equation/code/jacobian.h"
#include "equation/core/walk.h"

namespace bw::equation {
namespace {

constexpr std::size_t many_steps = 5000;  // steps

class ProgramBuilder {
 public:
  explicit ProgramBuilder(Plan& plan)
      : plan_(plan), system_(plan.system), graph_(plan.system.graph) {
    for (const Causal* causal : {&plan.running, &plan.update, &plan.initial})
      for (const Loop& loop : causal->loops) programs_.loops.push_back(&loop);
  }

  Programs write() {
    write_running();
    if (plan_.update.steps.empty())
      call(add("update"), "algebraics");
    else
      add("update", plan_.update, plan_.running.loops.size()).stores_all = true;
    write_start();
    write_events();
    for (std::size_t k = 0; k < programs_.loops.size(); ++k) write_loop(k);
    write_jacobian();
    return std::move(programs_);
  }

  void add_to(Programs& programs, const std::string& name, const Partials& partials) {
    add_derivatives(name, partials.values, partials.responses);
    programs.all.push_back(std::move(programs_.all.back()));
  }

 private:
  Program& add(std::string name) {
    programs_.all.emplace_back();
    programs_.all.back().name = std::move(name);
    return programs_.all.back();
  }

  // All steps; `loops`: the number of its first loop.
  Program& add(std::string name, const Causal& causal, std::size_t loops) {
    Program& program = add(std::move(name));
    for (const Step& step : causal.steps) push(program, step, loops);
    return program;
  }

  static void push(Program& program, const Step& step, std::size_t loops) {
    if (step.is_loop())
      program.instructions.push_back(
          {.kind = InstructionKind::solve, .index = static_cast<std::uint32_t>(loops + step.loop)});
    else
      program.instructions.push_back({.kind = InstructionKind::define,
                                      .leaf = step.definition.leaf,
                                      .value = step.definition.value});
  }

  // Only the steps that the wanted expressions need.
  Program& add_pruned(std::string name, const std::vector<Node>& wanted) {
    const std::vector<Step>& steps = plan_.running.steps;
    std::vector<bool> is_needed(graph_.size(), false);
    Walk walk(graph_);
    const auto need = [&](Node root) {
      walk.below(root, [&](Node node) { return is_needed[node] = true; });
    };
    for (const Node node : wanted) need(node);
    std::vector<const Step*> kept;
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (!steps[i].is_loop()) {
        if (!is_needed[steps[i].definition.leaf]) continue;
        need(steps[i].definition.value);
      } else {
        const Loop& loop = plan_.running.loops[steps[i].loop];
        const bool is_wanted =
            std::ranges::any_of(loop.tears, [&](Node leaf) { return is_needed[leaf]; }) ||
            std::ranges::any_of(loop.inner,
                                [&](const Definition& inner) { return is_needed[inner.leaf]; });
        if (!is_wanted) continue;
        for (const Definition& inner : loop.inner) need(inner.value);
        for (const Node residual : loop.residuals) need(residual);
      }
      kept.push_back(&steps[i]);
    }
    Program& program = add(std::move(name));
    for (std::size_t i = kept.size(); i-- > 0;) push(program, *kept[i], 0);
    return program;
  }

  static void add_results(Program& program, const std::vector<Node>& values) {
    for (std::uint32_t i = 0; i < values.size(); ++i)
      program.instructions.push_back(
          {.kind = InstructionKind::result, .value = values[i], .index = i});
  }

  static void call(Program& program, std::string_view name) {
    program.instructions.push_back({.kind = InstructionKind::call, .name = name});
  }

  void write_start() {
    if (!plan_.has_simple_start) {
      const std::size_t loops = plan_.running.loops.size() + plan_.update.loops.size();
      add("initial", plan_.initial, loops).stores_all = true;
      return;
    }
    Program& program = add("initial");
    program.stores_all = true;
    for (const Definition& given : plan_.start_values)
      program.instructions.push_back(
          {.kind = InstructionKind::define, .leaf = given.leaf, .value = given.value});
    call(program, "update");
  }

  void write_running() {
    std::vector<Node> derivatives;
    for (const std::uint32_t state : system_.states)
      derivatives.push_back(graph_.derivative(state));
    add_pruned("derivatives", derivatives).stores = derivatives;
    if (plan_.running.steps.size() > many_steps)
      add_rest();
    else
      add("algebraics", plan_.running, 0).stores_all = true;
    const std::vector<Node> indicators = indicators_of();
    Program& program = add_pruned("indicators", indicators);
    add_results(program, indicators);
  }

  // Of a large model the same code is not made twice: derivatives() stores its values, and
  // algebraics() continues from them.
  void add_rest() {
    programs_.all.back().stores_all = true;
    const Program derivatives = programs_.all.back();
    Program& program = add("algebraics");
    program.stores_all = true;
    call(program, "derivatives");
    std::vector<bool> is_done(graph_.size(), false);
    std::vector<bool> is_solved(plan_.running.loops.size(), false);
    for (const Instruction& instruction : derivatives.instructions)
      if (instruction.kind == InstructionKind::define)
        is_done[instruction.leaf] = true;
      else
        is_solved[instruction.index] = true;
    for (const Step& step : plan_.running.steps)
      if (step.is_loop() ? !is_solved[step.loop] : !is_done[step.definition.leaf])
        push(program, step, 0);
  }

  // Of relations, then two of each rounding function: one changes its sign where the integer
  // changes.
  std::vector<Node> indicators_of() {
    std::vector<Node> found;
    for (const Relation& relation : system_.relations)
      if (relation.difference != no_node) found.push_back(relation.difference);
    for (const Rounding& rounding : system_.roundings) {
      const Node e = rounding.argument, m = graph_.indexed(Op::memory, rounding.memory);
      const auto number = [&](double value) { return graph_.constant(value); };
      const auto make = [&](Op op, Node a, Node b, Node c = no_node) {
        return graph_.make(op, a, b, c);
      };
      const Node next = make(Op::subtract, make(Op::add, m, number(1)), e);  // > 0 while e < m + 1
      const Node below = make(Op::subtract, m, e);                           // <= 0 while e >= m
      const Node above = make(Op::subtract, e, m);                           // <= 0 while e <= m
      const Node last = make(Op::subtract, e, make(Op::subtract, m, number(1)));  // > 0: e > m - 1
      using Rounded = Rounding::Kind;
      const Node up = make(Op::greater_equal_silent, m, number(0));
      const Node down = make(Op::less_equal_silent, m, number(0));
      found.push_back(rounding.kind == Rounded::floor  ? next
                      : rounding.kind == Rounded::ceil ? above
                                                       : make(Op::choose, up, next, above));
      found.push_back(rounding.kind == Rounded::floor  ? below
                      : rounding.kind == Rounded::ceil ? last
                                                       : make(Op::choose, down, last, below));
    }
    return found;
  }

  // Evaluated when everything has been computed and stored.
  void write_events() {
    std::vector<Node> sides, event_times, arguments, deeds;
    for (const Relation& relation : system_.relations)
      if (relation.difference != no_node)
        sides.push_back(relation.difference);
      else
        event_times.push_back(relation.event_time);
    for (const Rounding& rounding : system_.roundings) arguments.push_back(rounding.argument);
    for (const Deed& deed : system_.deeds) {
      deeds.push_back(deed.fires != no_node ? deed.fires : graph_.constant(1));
      deeds.push_back(deed.value != no_node ? deed.value : graph_.constant(0));
    }
    add_results(add("sides"), sides);
    add_results(add("event_times"), event_times);
    add_results(add("arguments"), arguments);
    add_results(add("deeds"), deeds);
    write_selections();
  }

  void write_selections() {
    std::vector<Node> entries;
    for (const StateSet& set : system_.sets)
      for (const std::vector<Node>& row : set.matrix)
        entries.insert(entries.end(), row.begin(), row.end());
    if (!entries.empty()) add_results(add("selections"), entries);
  }

  void write_loop(std::size_t k) {
    const Loop& loop = *programs_.loops[k];
    Program& residuals = add(fmt::format("residuals_{}", k));
    residuals.stores_all = true;
    for (const Definition& inner : loop.inner)
      residuals.instructions.push_back(
          {.kind = InstructionKind::define, .leaf = inner.leaf, .value = inner.value});
    add_results(residuals, loop.residuals);
    add_results(add(fmt::format("matrix_{}", k)), loop.partials);
  }

  void write_jacobian() {
    const Jacobian jacobian = make_jacobian(plan_);
    programs_.has_jacobian = jacobian.exists;
    if (!jacobian.exists) return;
    programs_.jacobian = jacobian.pattern;
    add_derivatives("jacobian", jacobian.values, jacobian.responses);
  }

  void add_derivatives(const std::string& name, const std::vector<Node>& values,
                       const std::vector<Response>& responses) {
    std::vector<Node> wanted = values;
    for (std::size_t k = 0; k < responses.size(); ++k) {
      const Response& response = responses[k];
      if (response.columns == 0) continue;
      wanted.insert(wanted.end(), response.right_sides.begin(), response.right_sides.end());
      wanted.push_back(plan_.running.loops[k].tears.front());
    }
    Program& program = add_pruned(name, wanted);
    insert_responses(program, responses);
    add_results(program, values);
  }

  // Inserts the responses of a loop behind its solution.
  static void insert_responses(Program& program, const std::vector<Response>& responses) {
    std::vector<Instruction> all;
    for (const Instruction& instruction : program.instructions) {
      all.push_back(instruction);
      if (instruction.kind != InstructionKind::solve) continue;
      const Response& response = responses[instruction.index];
      for (std::uint32_t i = 0; i < response.right_sides.size(); ++i)
        all.push_back({.kind = InstructionKind::keep,
                       .value = response.right_sides[i],
                       .index = response.first_memory + i});
      if (response.columns > 0)
        all.push_back({.kind = InstructionKind::respond,
                       .index = instruction.index,
                       .first = response.first_memory,
                       .count = response.columns});
    }
    program.instructions = std::move(all);
  }

  Plan& plan_;
  System& system_;
  Graph& graph_;
  Programs programs_;
};

void leave_out(Partials& partials, const KeepEntry& keep) {
  std::size_t read = 0, write = 0;
  for (std::size_t i = 0; i < partials.pattern.size(); ++i)
    std::erase_if(partials.pattern[i], [&](std::size_t column) {
      const Node value = partials.values[read++];
      if (!keep(i, column)) return true;
      partials.values[write++] = value;
      return false;
    });
  partials.values.resize(write);
}

}  // namespace

Programs make_programs(Plan& plan) { return ProgramBuilder(plan).write(); }

std::optional<std::vector<std::vector<std::size_t>>> add_partials(Plan& plan, Programs& programs,
                                                                  const std::string& name,
                                                                  const std::vector<Node>& wanted,
                                                                  const std::vector<Node>& seeds,
                                                                  const KeepEntry& keep) {
  Partials partials = make_partials(plan, wanted, seeds);
  if (!partials.exists) return {};
  if (keep) leave_out(partials, keep);
  ProgramBuilder(plan).add_to(programs, name, partials);
  return partials.pattern;
}

std::string Layout::place(Node leaf) const {
  const Term& term = system_.graph[leaf];
  const auto state = [&] { return system_.state_of[term.index]; };
  switch (term.op) {
    case Op::variable:
      return state() != unmatched ? fmt::format("x[{}]", state())
                                  : fmt::format("w[{}]", variable(term.index));
    case Op::derivative: return fmt::format("d[{}]", state());
    case Op::pre: return fmt::format("w[{}]", before(term.index));
    case Op::memory: return fmt::format("w[{}]", memory(term.index));
    default: return "t";
  }
}

}  // namespace bw::equation
