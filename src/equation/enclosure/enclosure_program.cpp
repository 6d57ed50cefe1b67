#include "equation/enclosure/enclosure_program.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <unordered_map>

#include "equation/core/walk.h"
#include "equation/enclosure/degrees.h"
#include "equation/enclosure/form.h"

namespace bw::equation {
namespace {

constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_instructions = 200'000;

class EnclosureBuilder {
 public:
  EnclosureBuilder(const Plan& plan, const Programs& programs)
      : plan_(plan),
        system_(plan.system),
        graph_(plan.system.graph),
        programs_(programs),
        walk_(graph_) {}

  EnclosureProgram make(const std::vector<std::uint32_t>& outputs) {
    extend(varies_, system_);
    degrees_ = degrees_of(plan_, varies_);
    if (has_nothing_narrow()) return {};
    slot_of_.assign(graph_.size(), no_slot);
    unknown_.assign(graph_.size(), false);
    narrow_.assign(graph_.size(), false);
    place_leaves();
    for (const Step& step : plan_.running.steps)
      if (made_.whole.size() < most_instructions) emit(step);
    if (made_.whole.size() >= most_instructions) return {};
    collect_derivatives();
    collect_outputs(outputs);
    collect_indicators();
    prune();
    return std::move(made_);
  }

 private:
  std::uint32_t new_slot() { return made_.slots++; }

  bool has_nothing_narrow() const {
    for (Node node = 0; node < graph_.size(); ++node)
      if (varies_[node] == Varies::always && (can_be_narrow(graph_[node].op) || is_deep(node)))
        return false;
    return std::ranges::all_of(
               system_.relations,
               [](const Relation& relation) { return relation.difference == no_node; }) &&
           system_.roundings.empty();
  }

  void place_leaves() {
    time_slot_ = new_slot();
    for (const std::uint32_t state : system_.states) slot_by_state_[state] = new_slot();
    for (std::uint32_t i = 0; i < system_.own_variables; ++i)
      if (system_.is_input(i) && system_.aliases[i].kept == i) {
        made_.inputs.push_back(i);
        made_.input_slots.push_back(new_slot());
        slot_by_state_[i] = made_.input_slots.back();
      }
  }

  // ---- expressions ----

  // Operands before what uses them.
  std::uint32_t emit(Node root) {
    std::vector<Node> wanted;
    walk_.forget();
    walk_.below(root, [&](Node node) {
      if (slot_of_[node] != no_slot) return false;
      wanted.push_back(node);
      return true;
    });
    std::ranges::sort(wanted);
    for (const Node node : wanted) emit_one(node);
    return slot_of_[root];
  }

  void emit_one(Node node) {
    const Term& term = graph_[node];
    if (varies_[node] < Varies::always) return emit_known(node, term);
    if (term.op == Op::time) {
      slot_of_[node] = time_slot_;
      return;
    }
    if (operand_count(term.op) == 0) return emit_leaf(node, term);
    EnclosureStep step;
    step.op = term.op;
    const std::array<Node, 3> from = operands(term);
    std::array<std::uint32_t*, 3> to{&step.a, &step.b, &step.c};
    bool varies = false;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (from[k] == no_node) continue;
      *to[k] = slot_of_[from[k]];
      unknown_[node] = unknown_[node] || unknown_[from[k]];
      narrow_[node] = narrow_[node] || narrow_[from[k]];
      varies = varies || varies_[from[k]] == Varies::always;
    }
    step.is_deep = is_deep(node) && has_bounds(term);
    step.is_judged = varies && (is_judged(term) || step.is_deep);
    narrow_[node] = narrow_[node] || step.is_judged;
    step.out = slot_of_[node] = new_slot();
    made_.whole.push_back(step);
    if (unknown_[node]) in_loop_.push_back(node);
  }

  bool is_deep(Node node) const {
    const Term& term = graph_[node];
    const bool is_power = term.op == Op::power || (term.op == Op::multiply && term.a == term.b);
    return is_power && degrees_[node] > high_degree;
  }

  bool has_bounds(const Term& term) const {
    return !unknown_[term.a] && (term.b == no_node || !unknown_[term.b]);
  }

  bool is_judged(const Term& term) const {
    if (!can_be_narrow(term.op) || !has_bounds(term)) return false;
    if (term.op == Op::divide) return varies_[term.b] == Varies::always;
    if (term.op != Op::power || varies_[term.b] == Varies::always) return true;
    const Term& exponent = graph_[term.b];
    constexpr double low_degree = 6;
    return !(exponent.op == Op::constant && exponent.value >= 0 && exponent.value <= low_degree);
  }

  void emit_known(Node node, const Term& term) {
    EnclosureProgram::Known known;
    known.node = node;
    if (term.a != no_node) known.a = slot_of_[term.a];
    if (term.b != no_node) known.b = slot_of_[term.b];
    if (term.c != no_node) known.c = slot_of_[term.c];
    known.out = slot_of_[node] = new_slot();
    made_.known.push_back(known);
  }

  // A state or an input; anything else is unknown here.
  void emit_leaf(Node node, const Term& term) {
    const auto found =
        term.op == Op::variable ? slot_by_state_.find(term.index) : slot_by_state_.end();
    if (found != slot_by_state_.end()) {
      slot_of_[node] = found->second;
      return;
    }
    slot_of_[node] = new_slot();
    unknown_[node] = true;
    made_.whole.push_back(
        {.kind = EnclosureStep::Kind::open_loop, .out = slot_of_[node], .count = 1});
  }

  // ---- steps ----

  void emit(const Step& step) {
    if (!step.is_loop()) return define(step.definition);
    const Loop& loop = plan_.running.loops[step.loop];
    const auto first = static_cast<std::uint32_t>(made_.members.size());
    EnclosureStep open{.kind = EnclosureStep::Kind::open_loop, .out = made_.slots};
    for (const Node tear : loop.tears) {
      slot_of_[tear] = new_slot();
      unknown_[tear] = true;
      made_.members.push_back(slot_of_[tear]);
      ++open.count;
    }
    made_.whole.push_back(open);
    in_loop_.clear();
    bool narrow = false;
    for (const Definition& inner : loop.inner) {
      define(inner);
      narrow = narrow || narrow_[inner.leaf];
      if (unknown_[inner.leaf]) made_.members.push_back(slot_of_[inner.leaf]);
    }
    for (const Node residual : loop.residuals) {
      made_.members.push_back(emit(residual));
      narrow = narrow || narrow_[residual];
    }
    for (const Node tear : loop.tears) narrow_[tear] = narrow;
    for (const Definition& inner : loop.inner)
      if (unknown_[inner.leaf]) narrow_[inner.leaf] = narrow;
    // Computed again where they are needed behind the loop, of its unknowns as they are sampled.
    for (const Node node : in_loop_) slot_of_[node] = no_slot, unknown_[node] = false;
    const auto behind = static_cast<std::uint32_t>(made_.members.size());
    leave(step.loop, loop);
    if (narrow)
      made_.whole.push_back({.kind = EnclosureStep::Kind::close_loop,
                             .a = first,
                             .b = behind,
                             .count = static_cast<std::uint32_t>(made_.members.size()) - first});
  }

  // Behind a loop its unknowns are leaves.
  void leave(std::size_t number, const Loop& loop) {
    std::size_t place = 0;
    const auto take = [&](Node leaf) {
      if (unknown_[leaf]) {
        unknown_[leaf] = false;
        slot_of_[leaf] = new_slot();
        made_.input_slots.push_back(slot_of_[leaf]);
        made_.unknowns.push_back({.loop = number, .place = place});
        made_.members.push_back(slot_of_[leaf]);
      }
      ++place;
    };
    for (const Node tear : loop.tears) take(tear);
    for (const Definition& inner : loop.inner) take(inner.leaf);
  }

  // A name for a value: the same slot, unless a loop changes its flags later.
  void define(const Definition& definition) {
    const std::uint32_t value = emit(definition.value);
    slot_of_[definition.leaf] = value;
    unknown_[definition.leaf] = unknown_[definition.value];
    narrow_[definition.leaf] = narrow_[definition.value];
  }

  // ---- results ----

  void collect_derivatives() {
    for (std::size_t i = 0; i < system_.states.size(); ++i) {
      const Node leaf = derivative_of(system_.states[i]);
      if (leaf == no_node || slot_of_[leaf] == no_slot || !narrow_[leaf]) continue;
      made_.derivatives.push_back({.index = i, .slot = slot_of_[leaf]});
    }
  }

  Node derivative_of(std::uint32_t state) {
    if (derivative_nodes_.empty())
      for (Node node = 0; node < graph_.size(); ++node)
        if (graph_[node].op == Op::derivative) derivative_nodes_[graph_[node].index] = node;
    const auto found = derivative_nodes_.find(state);
    return found == derivative_nodes_.end() ? no_node : found->second;
  }

  void collect_outputs(const std::vector<std::uint32_t>& outputs) {
    if (outputs.empty()) return;
    std::vector<bool> wanted(system_.variables.size(), false);
    for (const std::uint32_t i : outputs) wanted[system_.aliases[i].kept] = true;
    for (Node node = 0; node < graph_.size(); ++node)
      if (graph_[node].op == Op::variable && wanted[graph_[node].index] && narrow_[node] &&
          slot_of_[node] != no_slot)
        made_.outputs.push_back(slot_of_[node]);
  }

  void collect_indicators() {
    const auto program = std::ranges::find(programs_.all, "indicators", &Program::name);
    if (program == programs_.all.end()) return;
    for (const Instruction& instruction : program->instructions) {
      if (instruction.kind != InstructionKind::result) continue;
      const std::uint32_t slot = emit(instruction.value);
      if (unknown_[instruction.value] || varies_[instruction.value] < Varies::always) continue;
      EnclosureProgram::Result result{
          .index = instruction.index, .slot = slot, .left = slot, .right = slot};
      const Term& term = graph_[instruction.value];
      if (term.op == Op::subtract) result.left = slot_of_[term.a], result.right = slot_of_[term.b];
      made_.indicators.push_back(result);
    }
  }

  // Keeps what the results need; the survey needs the operands of what is judged, for them.
  void prune() {
    std::vector<bool> needed(made_.slots, false), judged(made_.slots, false);
    for (const auto& result : made_.derivatives) needed[result.slot] = true;
    for (const std::uint32_t slot : made_.outputs) needed[slot] = true;
    std::vector<EnclosureStep> all = kept(made_.whole, needed, {});
    for (const EnclosureStep& step : all) judged[step.out] = judged[step.out] || step.is_judged;
    needed.assign(made_.slots, false);
    for (const auto& result : made_.indicators)
      needed[result.slot] = needed[result.left] = needed[result.right] = true;
    made_.survey = kept(made_.whole, needed, judged);
    // What is narrow in a loop decides whether its unknowns have bounds, for indicators, too.
    const bool has_loops = std::ranges::any_of(made_.survey, [](const EnclosureStep& step) {
      return step.kind == EnclosureStep::Kind::close_loop;
    });
    for (EnclosureStep& step : made_.survey)
      step.is_judged = step.is_judged && (has_loops || judged[step.out]);
    made_.whole = std::move(all);
    drop_unused_unknowns();
  }

  // Each costs its share of every sample.
  void drop_unused_unknowns() {
    std::vector<bool> used(made_.slots, false);
    for (const std::vector<EnclosureStep>* steps : {&made_.survey, &made_.whole})
      for (const EnclosureStep& step : *steps)
        if (step.kind == EnclosureStep::Kind::operation)
          used[step.a] = used[step.b] = used[step.c] = true;
    for (const auto* results : {&made_.derivatives, &made_.indicators})
      for (const EnclosureProgram::Result& result : *results) used[result.slot] = true;
    for (const std::uint32_t slot : made_.outputs) used[slot] = true;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < made_.unknowns.size(); ++i) {
      const std::uint32_t slot = made_.input_slots[made_.inputs.size() + i];
      if (!used[slot]) continue;
      made_.unknowns[kept] = made_.unknowns[i];
      made_.input_slots[made_.inputs.size() + kept++] = slot;
    }
    made_.unknowns.resize(kept);
    made_.input_slots.resize(made_.inputs.size() + kept);
  }

  // Backwards, from the results and from what is judged.
  std::vector<EnclosureStep> kept(const std::vector<EnclosureStep>& from, std::vector<bool>& needed,
                                  const std::vector<bool>& judged) const {
    std::vector<EnclosureStep> chosen;
    for (std::size_t i = from.size(); i-- > 0;) {
      EnclosureStep step = from[i];
      bool wanted = false;
      if (step.kind == EnclosureStep::Kind::operation) {
        step.is_last = !needed[step.out];
        wanted = needed[step.out] || (!judged.empty() && judged[step.out]);
        if (wanted) needed[step.a] = needed[step.b] = needed[step.c] = true;
      } else if (step.kind == EnclosureStep::Kind::open_loop) {
        for (std::uint32_t k = 0; k < step.count; ++k) wanted = wanted || needed[step.out + k];
      } else {
        const std::span<const std::uint32_t> members =
            std::span(made_.members).subspan(step.a, step.count);
        wanted = std::ranges::any_of(members, [&](std::uint32_t slot) { return needed[slot]; });
        for (const std::uint32_t slot : members) needed[slot] = needed[slot] || wanted;
      }
      if (wanted) chosen.push_back(step);
    }
    std::ranges::reverse(chosen);
    return chosen;
  }

  const Plan& plan_;
  const System& system_;
  const Graph& graph_;
  const Programs& programs_;
  Walk walk_;
  EnclosureProgram made_;
  std::vector<Node> in_loop_;  // operations on unknowns of the loop that is open
  std::vector<Varies> varies_;
  std::vector<double> degrees_;         // each node
  std::vector<std::uint32_t> slot_of_;  // each node
  std::vector<bool> unknown_, narrow_;  // each node: depends on a loop; contains something narrow
  std::unordered_map<std::uint32_t, std::uint32_t> slot_by_state_;  // states and inputs
  std::unordered_map<std::uint32_t, Node> derivative_nodes_;
  std::uint32_t time_slot_ = 0;
};

}  // namespace

EnclosureProgram make_enclosure_program(const Plan& plan, const Programs& programs,
                                        const std::vector<std::uint32_t>& outputs) {
  return EnclosureBuilder(plan, programs).make(outputs);
}

}  // namespace bw::equation
