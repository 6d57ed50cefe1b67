#include "equation/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "equation/contexts.h"
#include "equation/walk.h"
#include "equation/write_c.h"

namespace bw::equation {
namespace {

using Kind = Instruction::Kind;

constexpr std::size_t longest_expression = 24;  // nodes written in one place
constexpr std::size_t longest_function = 600;   // nodes

constexpr std::string_view arguments =
    "double t, double* restrict x, double* restrict w, double* restrict d, double* restrict o, "
    "struct host* h";
constexpr std::string_view passed = "t, x, w, d, o, h";

// Of all programs together.
struct Shared {
  System& system;
  Layout layout;
  const Programs& programs;
  std::vector<Varies> varies{};
  std::unordered_map<Node, std::uint32_t> known_before{};  // their memory
  std::vector<std::pair<Node, std::uint32_t>> known_list{};
};

class ProgramWriter {
 public:
  ProgramWriter(Shared& shared, const Program& program)
      : shared_(shared), graph_(shared.system.graph), program_(program), walk_(graph_) {}

  void write(std::string& out) {
    find_nodes();
    find_uses();
    find_stored();
    make_items();
    measure();
    print();  // finds what is needed in another function
    print();
    out += text_;
  }

 private:
  struct Item {
    Node node = no_node;                       // a local variable for it, or ...
    const Instruction* instruction = nullptr;  // ... a instruction
    std::size_t function = 0;
  };

  // ---- what there is ----

  bool is_known_before(Node node) const {
    return shared_.varies[node] == Varies::with_parameters && operand_count(graph_[node].op) > 0;
  }
  bool is_leaf(Node node) const {
    return operand_count(graph_[node].op) == 0 || is_known_before(node);
  }

  void find_nodes() {
    for (const Instruction& instruction : program_.instructions)
      if (instruction.value != no_node)
        walk_.below(instruction.value, [&](Node node) {
          nodes_.push_back(node);
          return !is_leaf(node);
        });
    std::sort(nodes_.begin(), nodes_.end());
    place_.reserve(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) place_[nodes_[i]] = i;
    notes_.resize(nodes_.size());
  }

  struct Note {
    std::uint32_t uses = 0, context = Contexts::nowhere;
    std::uint32_t length = 1;  // nodes of the expression that is written for it
    std::size_t function = 0;  // where its local variable is
    std::uint32_t memory = 0;  // if is_far
    bool is_local = false, is_done = false, is_far = false, is_branching = false;
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
        const std::uint32_t first = contexts_.open(here, node);
        use(term.a, here);
        use(term.b, first);
        use(term.c, first + 1);
        continue;
      }
      const bool is_product = term.op == Op::power && small_power(graph_, term.b) != 0;
      use(term.a, here, is_product ? 2 : 1);
      if (term.b != no_node && !is_product) use(term.b, here);
      if (term.c != no_node) use(term.c, here);
      if (is_product) use(term.b, here);
    }
  }

  // Definitions that others read from memory: loops do, and whoever comes after this program.
  void find_stored() {
    Walk loops(graph_);
    const auto store = [&](Node root) {
      loops.below(root, [&](Node node) {
        if (operand_count(graph_[node].op) == 0) is_stored_.insert({node, true});
        return true;
      });
    };
    for (const Node leaf : program_.stores) is_stored_.insert({leaf, true});
    for (const Instruction& instruction : program_.instructions) {
      if (instruction.kind == Kind::define) {
        defined_[instruction.leaf] = {};
        if (program_.stores_all) is_stored_.insert({instruction.leaf, true});
      }
      if (instruction.kind != Kind::solve && instruction.kind != Kind::respond) continue;
      const Loop& loop = *shared_.programs.loops[instruction.index];
      for (const Definition& inner : loop.inner) store(inner.value);
      for (const Node node : loop.residuals) store(node);
      for (const Node node : loop.partials) store(node);
    }
  }

  // ---- in which order ----

  void make_items() {
    Walk fresh(graph_);
    std::vector<Node> found;
    for (const Instruction& instruction : program_.instructions) {
      found.clear();
      if (instruction.value != no_node)
        fresh.below(instruction.value, [&](Node node) {
          if (!is_leaf(node)) found.push_back(node);
          return !is_leaf(node);
        });
      std::sort(found.begin(), found.end());
      for (const Node node : found) settle(node);
      items_.push_back({no_node, &instruction});
    }
  }

  // A local variable, or a part of a longer expression?
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
      if (length > 0 && length + own > longest_function) {
        ++functions_;
        length = 0;
      }
      length += own;
      item.function = functions_;
      if (item.node != no_node) set_function(item.node, functions_);
      if (item.instruction != nullptr && item.instruction->kind == Kind::define)
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

  // ---- text ----

  void print() {
    text_.clear();
    std::size_t at = 0;
    for (std::size_t f = 0; f <= functions_; ++f) {
      now_ = f;
      text_ += fmt::format("static int {}_{}({}) {{\n", program_.name, f, arguments);
      text_ += "  (void)t; (void)x; (void)w; (void)d; (void)o; (void)h;\n";
      for (; at < items_.size() && items_[at].function == f; ++at)
        if (items_[at].node != no_node)
          print_local(items_[at].node, 1);
        else
          print_instruction(*items_[at].instruction);
      text_ += "  return 1;\n}\n";
    }
    text_ += fmt::format("int {}({}) {{\n", program_.name, arguments);
    for (std::size_t f = 0; f <= functions_; ++f)
      text_ += fmt::format("  if (!{}_{}({})) return 0;\n", program_.name, f, passed);
    text_ += "  return 1;\n}\n\n";
  }

  void print_local(Node node, int depth) {
    const Note& n = note(node);
    const std::string margin(static_cast<std::size_t>(2 * depth), ' ');
    if (n.is_branching) {
      text_ += fmt::format("{}double v{};\n", margin, node);
      print_branches(node, depth, margin);
    } else {
      text_ += fmt::format("{}const double v{} = {};\n", margin, node, formula(node));
    }
    if (n.is_far) text_ += fmt::format("{}w[{}] = v{};\n", margin, slot(n.memory), node);
  }

  void print_branches(Node node, int depth, const std::string& margin) {
    const Term term = graph_[node];
    const std::uint32_t first = contexts_.first_of(node);
    text_ += fmt::format("{}if ({}) {{\n", margin, truth(term.a));
    for (const Node inner : contexts_.nodes(first)) print_local(inner, depth + 1);
    text_ += fmt::format("{}  v{} = {};\n{}}} else {{\n", margin, node, value(term.b), margin);
    for (const Node inner : contexts_.nodes(first + 1)) print_local(inner, depth + 1);
    text_ += fmt::format("{}  v{} = {};\n{}}}\n", margin, node, value(term.c), margin);
  }

  void print_instruction(const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::define: {
        const std::string local = fmt::format("v{}", instruction.leaf);
        text_ += fmt::format("  const double {} = {};\n", local, value(instruction.value));
        Defined& defined = defined_[instruction.leaf];
        defined.is_done = true;
        if (defined.is_far || is_stored_.contains(instruction.leaf))
          text_ += fmt::format("  {} = {};\n", shared_.layout.place(instruction.leaf), local);
        else
          text_ += fmt::format("  (void){};\n", local);
        break;
      }
      case Kind::result:
        text_ += fmt::format("  o[{}] = {};\n", instruction.index, value(instruction.value));
        break;
      case Kind::keep:
        text_ += fmt::format("  w[{}] = {};\n", shared_.layout.memory(instruction.index),
                             value(instruction.value));
        break;
      case Kind::solve:
        text_ += fmt::format("  if (!h->solve(h, {}, t, x, w, d)) return 0;\n", instruction.index);
        break;
      case Kind::respond:
        text_ += fmt::format("  if (!h->respond(h, {}, t, x, w, d, w + {}, {})) return 0;\n",
                             instruction.index, shared_.layout.memory(instruction.first),
                             instruction.count);
        break;
    }
  }

  std::size_t slot(std::uint32_t memory) const { return shared_.layout.memory(memory); }

  // As an operand: a name, or an expression in parentheses.
  std::string value(Node node) {
    if (is_known_before(node)) return fmt::format("w[{}]", slot(memory_before(node)));
    if (operand_count(graph_[node].op) == 0) return leaf(node);
    Note& n = note(node);
    if (!n.is_local) return formula(node);
    if (n.function == now_) return fmt::format("v{}", node);
    if (!n.is_far) {
      n.is_far = true;
      n.memory = shared_.system.memories++;
    }
    return fmt::format("w[{}]", slot(n.memory));
  }

  std::string leaf(Node node) {
    const Term& term = graph_[node];
    if (term.op == Op::constant) return c_number(term.value);
    const auto found = defined_.find(node);
    if (found == defined_.end()) return shared_.layout.place(node);
    if (found->second.function == now_) return fmt::format("v{}", node);
    found->second.is_far = true;
    return shared_.layout.place(node);
  }

  std::string truth(Node node) {
    const Term& term = graph_[node];
    const bool is_condition = is_relation(term.op) || term.op == Op::logical_and ||
                              term.op == Op::logical_or || term.op == Op::logical_not;
    if (is_leaf(node) || note(node).is_local || !is_condition)
      return fmt::format("{} != 0", value(node));
    const auto bare = [&](Node operand) { return value(operand); };
    const auto test = [&](Node operand) { return truth(operand); };
    return c_truth(term, bare, test);
  }

  std::string formula(Node node) {
    const Term& term = graph_[node];
    const auto bare = [&](Node operand) { return value(operand); };
    const auto test = [&](Node operand) { return truth(operand); };
    return c_formula(graph_, term, bare, test);
  }

  std::uint32_t memory_before(Node node) {
    const auto [place, is_new] = shared_.known_before.try_emplace(node, shared_.system.memories);
    if (is_new) shared_.known_list.emplace_back(node, shared_.system.memories++);
    return place->second;
  }

  struct Defined {
    std::size_t function = 0;
    bool is_far = false, is_done = false;
  };

  Shared& shared_;
  const Graph& graph_;
  const Program& program_;
  Walk walk_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, std::uint32_t> place_;
  std::vector<Note> notes_;
  Contexts contexts_;
  std::unordered_map<Node, bool> is_stored_;
  std::unordered_map<Node, Defined> defined_;
  std::vector<Item> items_;
  std::size_t functions_ = 0, now_ = 0;
  std::string text_;
};

}  // namespace

Generated generate(System& system, const Programs& programs) {
  Shared shared{system, Layout(system), programs};
  extend(shared.varies, system);
  Generated generated;
  generated.text = std::string(c_prelude);
  for (const Program& program : programs.all) ProgramWriter(shared, program).write(generated.text);
  generated.known_before = std::move(shared.known_list);
  return generated;
}

}  // namespace bw::equation
