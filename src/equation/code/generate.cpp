#include "equation/code/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "base/run_control.h"
#include "equation/code/write_c.h"
#include "equation/core/contexts.h"
#include "equation/core/walk.h"

namespace bw::equation {
namespace {

constexpr std::size_t longest_expression = 24;  // nodes written in one place
constexpr std::size_t most_nodes_per_function = 600;
// Blocks within blocks. C compilers, and this writer, descend into them by recursion; what lies
// deeper is computed before the outermost block, whether its branch is taken or not.
constexpr std::uint32_t deepest_block = 64;

constexpr std::string_view parameter_list =
    "double t, double* restrict x, double* restrict w, double* restrict d, double* restrict o, "
    "struct host* h";
constexpr std::string_view passed = "t, x, w, d, o, h";

// Common to all programs.
struct Shared {
  System& system;
  Layout layout;
  const Programs& programs;
  Walk walk;  // one for all: a new one is as large as the whole graph, and each loop is a program
  std::vector<Varies> varies{};
  std::unordered_map<Node, std::uint32_t> known_before{};  // their memory
  std::vector<std::pair<Node, std::uint32_t>> known_list{};
};

class ProgramWriter {
 public:
  ProgramWriter(Shared& shared, const Program& program)
      : shared_(shared), graph_(shared.system.graph), program_(program) {}

  void write(std::string& out) {
    find_nodes();
    find_uses();
    find_stored();
    make_items();
    measure();
    find_far();
    print(out);
  }

 private:
  struct Item {
    Node node = no_node;                       // a local variable for it, or ...
    const Instruction* instruction = nullptr;  // ... an instruction
    std::size_t function = 0;
  };

  // ---- analysis ----

  bool is_known_before(Node node) const {
    return shared_.varies[node] == Varies::with_parameters && operand_count(graph_[node].op) > 0;
  }
  bool is_leaf(Node node) const {
    return operand_count(graph_[node].op) == 0 || is_known_before(node);
  }

  Walk& fresh_walk() {
    shared_.walk.forget();
    return shared_.walk;
  }

  void find_nodes() {
    Walk& walk = fresh_walk();
    for (const Instruction& instruction : program_.instructions)
      if (instruction.value != no_node)
        walk.below(instruction.value, [&](Node node) {
          nodes_.push_back(node);
          return !is_leaf(node);
        });
    std::ranges::sort(nodes_);
    place_.reserve(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) place_[nodes_[i]] = i;
    notes_.resize(nodes_.size());
  }

  struct Note {
    std::uint32_t uses = 0, context = Contexts::nowhere;
    std::uint32_t length = 1;  // nodes of the expression that is written for it
    std::size_t function = 0;  // where its local variable is
    std::uint32_t memory = 0;  // if is_far
    bool is_local = false, is_far = false, is_branching = false;
  };
  Note& note(Node node) { return notes_[place_.at(node)]; }

  void use(Node node, std::uint32_t context, std::uint32_t times = 1) {
    Note& n = note(node);
    n.uses += times;
    n.context = contexts_.common(n.context, context);
  }

  void find_uses() {
    for (const Instruction& instruction : program_.instructions)
      if (instruction.value != no_node) use(instruction.value, Contexts::whole);
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      const Node node = nodes_[i];
      if (is_leaf(node)) continue;
      const Term& term = graph_[node];
      const std::uint32_t here = notes_[i].context;
      if (term.op == Op::choose && !(is_leaf(term.b) && is_leaf(term.c))) {
        notes_[i].is_branching = true;
        const bool is_deep = contexts_.depth(here) >= deepest_block;
        const std::uint32_t first = contexts_.open(is_deep ? Contexts::whole : here, node);
        use(term.a, here);
        use(term.b, is_deep ? Contexts::whole : first);
        use(term.c, is_deep ? Contexts::whole : first + 1);
        continue;
      }
      const bool is_product = term.op == Op::power && small_power(graph_, term.b) != 0;
      use(term.a, here, is_product ? 2 : 1);
      if (term.b != no_node && !is_product) use(term.b, here);
      if (term.c != no_node) use(term.c, here);
      if (is_product) use(term.b, here);
    }
  }

  // Definitions that are read from memory, by loops and by later programs.
  void find_stored() {
    Walk& loops = fresh_walk();
    const auto store = [&](Node root) {
      loops.below(root, [&](Node node) {
        if (operand_count(graph_[node].op) == 0) is_stored_.insert({node, true});
        return true;
      });
    };
    for (const Node leaf : program_.stores) is_stored_.insert({leaf, true});
    for (const Instruction& instruction : program_.instructions) {
      if (instruction.kind == InstructionKind::define) {
        defined_[instruction.leaf] = {};
        if (program_.stores_all) is_stored_.insert({instruction.leaf, true});
      }
      if (instruction.kind != InstructionKind::solve &&
          instruction.kind != InstructionKind::respond)
        continue;
      const Loop& loop = *shared_.programs.loops[instruction.index];
      for (const Definition& inner : loop.inner) store(inner.value);
      for (const Node node : loop.residuals) store(node);
      for (const Node node : loop.partials) store(node);
    }
  }

  // ---- order ----

  void make_items() {
    Walk& fresh = fresh_walk();
    std::vector<Node> found;
    for (const Instruction& instruction : program_.instructions) {
      found.clear();
      if (instruction.value != no_node)
        fresh.below(instruction.value, [&](Node node) {
          if (!is_leaf(node)) found.push_back(node);
          return !is_leaf(node);
        });
      std::ranges::sort(found);
      for (const Node node : found) settle(node);
      items_.push_back({no_node, &instruction});
    }
  }

  // A local variable, or written inside a longer expression?
  void settle(Node node) {
    Note& n = note(node);
    const Term& term = graph_[node];
    for (const Node operand : operands(term))
      if (operand != no_node && !is_leaf(operand) && !note(operand).is_local)
        n.length += note(operand).length;
    n.is_local = n.uses > 1 || n.length > longest_expression || n.is_branching;
    if (!n.is_local) return;
    if (n.context == Contexts::whole)
      items_.push_back({node, nullptr});
    else
      contexts_.nodes(n.context).push_back(node);
  }

  std::size_t length_of(Node node) {
    const Note& n = note(node);
    std::size_t length = n.length;
    if (!n.is_branching) return length;
    const std::uint32_t first = contexts_.first_of(node);
    for (const std::uint32_t context : {first, first + 1})
      for (const Node inner : contexts_.nodes(context)) length += length_of(inner);
    return length;
  }

  std::size_t length_of(const Instruction& instruction) {
    constexpr std::size_t frame = 3;
    if (instruction.value == no_node || is_leaf(instruction.value) ||
        note(instruction.value).is_local)
      return frame;
    return frame + note(instruction.value).length;
  }

  void measure() {
    std::size_t length = 0;
    for (Item& item : items_) {
      const std::size_t own =
          item.node != no_node ? length_of(item.node) : length_of(*item.instruction);
      if (length > 0 && length + own > most_nodes_per_function) {
        ++functions_;
        length = 0;
      }
      length += own;
      item.function = functions_;
      if (item.node != no_node) set_function(item.node, functions_);
      if (item.instruction != nullptr && item.instruction->kind == InstructionKind::define)
        defined_[item.instruction->leaf].function = functions_;
    }
  }

  void set_function(Node node, std::size_t function) {
    note(node).function = function;
    if (!note(node).is_branching) return;
    const std::uint32_t first = contexts_.first_of(node);
    for (const std::uint32_t context : {first, first + 1})
      for (const Node inner : contexts_.nodes(context)) set_function(inner, function);
  }

  // ---- values needed in other functions ----

  void find_far() {
    for (const Item& item : items_) {
      now_ = item.function;
      if (item.node != no_node)
        refer_below(item.node);
      else if (item.instruction->value != no_node)
        refer(item.instruction->value);
    }
  }

  void refer_below(Node node) {
    const Term& term = graph_[node];
    for (const Node operand : operands(term))
      if (operand != no_node) refer(operand);
    if (!note(node).is_branching) return;
    const std::uint32_t first = contexts_.first_of(node);
    for (const std::uint32_t context : {first, first + 1})
      for (const Node inner : contexts_.nodes(context)) refer_below(inner);
  }

  void refer(Node node) {
    if (is_known_before(node)) return;
    if (operand_count(graph_[node].op) == 0) {
      const auto found = defined_.find(node);
      if (found == defined_.end()) return;
      (found->second.function == now_ ? found->second.is_near : found->second.is_far) = true;
      return;
    }
    Note& n = note(node);
    if (!n.is_local) return refer_below(node);
    if (n.function == now_ || n.is_far) return;
    n.is_far = true;
    n.memory = shared_.system.memories++;
  }

  // ---- text ----

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... values) {
    fmt::format_to(std::back_inserter(*out_), format, std::forward<Arguments>(values)...);
  }

  void print(std::string& out) {
    out_ = &out;
    std::size_t at = 0;
    for (std::size_t f = 0; f <= functions_; ++f) {
      now_ = f;
      put("static int {}_{}({}) {{\n", program_.name, f, parameter_list);
      throw_if_interrupted();
      for (; at < items_.size() && items_[at].function == f; ++at)
        if (items_[at].node != no_node)
          print_local(items_[at].node);
        else
          print_instruction(*items_[at].instruction);
      put("return 1;\n}}\n");
    }
    put("int {}({}) {{\n", program_.name, parameter_list);
    for (std::size_t f = 0; f <= functions_; ++f)
      put("if (!{}_{}({})) return 0;\n", program_.name, f, passed);
    put("return 1;\n}}\n\n");
  }

  void print_local(Node node) {
    const Note& n = note(node);
    if (n.is_branching) {
      print_branches(node);
    } else {
      put("const double v{} = ", node);
      formula(node);
      put(";\n");
    }
    if (n.is_far) put("w[{}] = v{};\n", slot(n.memory), node);
  }

  void print_branches(Node node) {
    const Term& term = graph_[node];
    const std::uint32_t first = contexts_.first_of(node);
    put("double v{};\nif (", node);
    truth(term.a);
    put(") {{\n");
    print_branch(node, contexts_.nodes(first), term.b);
    put("}} else {{\n");
    print_branch(node, contexts_.nodes(first + 1), term.c);
    put("}}\n");
  }

  void print_branch(Node node, const std::vector<Node>& inner, Node result) {
    for (const Node local : inner) print_local(local);
    put("v{} = ", node);
    value(result);
    put(";\n");
  }

  void print_instruction(const Instruction& instruction) {
    switch (instruction.kind) {
      case InstructionKind::define: return print_definition(instruction);
      case InstructionKind::result: put("o[{}] = ", instruction.index); break;
      case InstructionKind::keep: put("w[{}] = ", slot(instruction.index)); break;
      case InstructionKind::solve:
        return put("if (!h->solve(h, {}, t, x, w, d)) return 0;\n", instruction.index);
      case InstructionKind::respond:
        return put("if (!h->respond(h, {}, t, x, w, d, w + {}, {})) return 0;\n", instruction.index,
                   slot(instruction.first), instruction.count);
      case InstructionKind::call: return put("if (!{}({})) return 0;\n", instruction.name, passed);
    }
    value(instruction.value);
    put(";\n");
  }

  void print_definition(const Instruction& instruction) {
    const Defined& defined = defined_[instruction.leaf];
    const bool is_stored = defined.is_far || is_stored_.contains(instruction.leaf);
    if (!defined.is_near && !is_stored) return;
    if (defined.is_near)
      put("const double v{} = ", instruction.leaf);
    else
      put("{} = ", shared_.layout.place(instruction.leaf));
    value(instruction.value);
    put(";\n");
    if (defined.is_near && is_stored)
      put("{} = v{};\n", shared_.layout.place(instruction.leaf), instruction.leaf);
  }

  std::size_t slot(std::uint32_t memory) const { return shared_.layout.memory(memory); }

  // As an operand: a name, or an expression in parentheses.
  void value(Node node) {
    if (is_known_before(node)) return put("w[{}]", slot(memory_before(node)));
    if (operand_count(graph_[node].op) == 0) return leaf(node);
    const Note& n = note(node);
    if (!n.is_local) return formula(node);
    if (n.function == now_) return put("v{}", node);
    put("w[{}]", slot(n.memory));
  }

  void leaf(Node node) {
    const Term& term = graph_[node];
    const auto found = defined_.find(node);
    if (term.op == Op::constant)
      *out_ += c_number(term.value);
    else if (found != defined_.end() && found->second.function == now_)
      put("v{}", node);
    else
      *out_ += shared_.layout.place(node);
  }

  void truth(Node node) {
    const Term& term = graph_[node];
    if (is_leaf(node) || note(node).is_local || !is_condition(term.op)) {
      value(node);
      put(" != 0");
    } else {
      write_truth(
          *out_, term, [this](Node operand) { value(operand); },
          [this](Node operand) { truth(operand); });
    }
  }

  void formula(Node node) {
    write_formula(
        *out_, graph_, graph_[node], [this](Node operand) { value(operand); },
        [this](Node operand) { truth(operand); });
  }

  std::uint32_t memory_before(Node node) {
    const auto [place, is_new] = shared_.known_before.try_emplace(node, shared_.system.memories);
    if (is_new) shared_.known_list.emplace_back(node, shared_.system.memories++);
    return place->second;
  }

  struct Defined {
    std::size_t function = 0;
    bool is_near = false, is_far = false;  // needed in its function, in others
  };

  Shared& shared_;
  const Graph& graph_;
  const Program& program_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, std::uint32_t> place_;
  std::vector<Note> notes_;
  Contexts contexts_;
  std::unordered_map<Node, bool> is_stored_;
  std::unordered_map<Node, Defined> defined_;
  std::vector<Item> items_;
  std::size_t functions_ = 0, now_ = 0;
  std::string* out_ = nullptr;
};

}  // namespace

Generated generate(System& system, const Programs& programs) {
  Shared shared{system, Layout(system), programs, Walk(system.graph)};
  extend(shared.varies, system);
  Generated generated;
  generated.text = std::string(c_prelude);
  for (const Program& program : programs.all) ProgramWriter(shared, program).write(generated.text);
  generated.known_before = std::move(shared.known_list);
  return generated;
}

}  // namespace bw::equation
