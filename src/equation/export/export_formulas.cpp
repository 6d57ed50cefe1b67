// Parameters and start values as C, so that they are recomputed when a parameter is set.
//
//   depth first along operands and definitions, each node once:
//     k[n] = formula of earlier ones;   if (!given[i]) w[i] = value of parameter i

#include <fmt/format.h>

#include <unordered_map>

#include "equation/code/program.h"
#include "equation/code/write_c.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/core/walk.h"
#include "equation/export/export_model.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_statements_per_function = 400;

class FormulaWriter {
 public:
  explicit FormulaWriter(const ExportModel& model)
      : model_(model), system_(model.system()), graph_(model.system().graph), layout_(system_) {
    slots_ = system_.states.size() + 2 * system_.samples.size();
  }

  std::string write() {
    for (std::uint32_t i = 0; i < system_.own_variables; ++i)
      if (system_.is_known(i)) define(i);
    for (std::uint32_t i = 0; i < system_.own_variables; ++i) {
      const Node start = system_.variables[i].start;
      if (!system_.is_known(i) && start != no_node && system_.aliases[i].kept == i)
        add(fmt::format("if (!given[{}]) w[{}] = {};", i, layout_.variable(i), value(start)));
    }
    for (const auto& [node, memory] : model_.generated.known_before)
      add(fmt::format("w[{}] = {};", layout_.memory(memory), value(node)));
    write_numbers();
    return text();
  }

  std::size_t slots() const { return slots_; }

 private:
  // Nominal values of states, then first time and interval of each sample.
  void write_numbers() {
    std::size_t k = 0;
    for (const std::uint32_t state : system_.states) {
      const Node nominal = system_.variables[state].nominal;
      add(fmt::format("k[{}] = {};", k++, nominal != no_node ? value(nominal) : "1.0"));
    }
    for (const Sample& sample : system_.samples)
      for (const Node node : {sample.first, sample.interval})
        add(fmt::format("k[{}] = {};", k++, value(node)));
  }

  Node definition(std::uint32_t i) const {
    const FlatVariable& v = system_.variables[i];
    return v.binding != no_node ? v.binding : v.start;
  }

  void define(std::uint32_t i) {
    if (definition(i) == no_node || is_defined_[i]) return;
    is_defined_[i] = true;
    const std::string formula = value(definition(i));
    add(fmt::format("if (!given[{}]) w[{}] = {};", i, layout_.variable(i), formula));
  }

  // As an operand, after everything that it depends on.
  std::string value(Node root) {
    std::vector<Node> stack{root};
    while (!stack.empty()) {
      const Node node = stack.back();
      const std::size_t size = stack.size();
      push_missing(node, stack);
      if (stack.size() > size) continue;
      stack.pop_back();
      finish(node);
    }
    return operand(root);
  }

  bool is_done(Node node) const {
    const Term& term = graph_[node];
    if (term.op == Op::constant) return true;
    if (term.op == Op::variable) {
      const auto found = is_defined_.find(term.index);
      return definition(term.index) == no_node || (found != is_defined_.end() && found->second);
    }
    return slot_.contains(node);
  }

  void push_missing(Node node, std::vector<Node>& stack) const {
    if (is_done(node)) return;
    const Term& term = graph_[node];
    if (term.op == Op::variable) {
      if (!is_done(definition(term.index))) stack.push_back(definition(term.index));
      return;
    }
    for (const Node below : operands(term))
      if (below != no_node && !is_done(below)) stack.push_back(below);
  }

  void finish(Node node) {
    if (is_done(node)) return;
    const Term& term = graph_[node];
    if (term.op == Op::variable) {
      is_defined_[term.index] = true;
      add(fmt::format("if (!given[{}]) w[{}] = {};", term.index, layout_.variable(term.index),
                      operand(definition(term.index))));
      return;
    }
    std::string formula;
    write_formula(
        formula, graph_, term, [&](Node below) { formula += operand(below); },
        [&](Node below) { formula += operand(below) + " != 0"; });
    slot_[node] = slots_;
    add(fmt::format("k[{}] = {};", slots_++, formula));
  }

  std::string operand(Node node) const {
    const Term& term = graph_[node];
    if (term.op == Op::constant) return c_number(term.value);
    if (term.op == Op::variable) return fmt::format("w[{}]", layout_.variable(term.index));
    return fmt::format("k[{}]", slot_.at(node));
  }

  void add(std::string statement) { statements_.push_back(std::move(statement)); }

  std::string text() const {
    constexpr std::string_view arguments = "double* w, double* k, const unsigned char* given";
    std::string out;
    std::size_t functions = 0;
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (i % most_statements_per_function == 0)
        out += fmt::format("static void formulas_{}({}) {{\n(void)w, (void)k, (void)given;\n",
                           functions++, arguments);
      out += statements_[i] + "\n";
      if ((i + 1) % most_statements_per_function == 0 || i + 1 == statements_.size()) out += "}\n";
    }
    out += fmt::format("static void formulas({}) {{\n(void)w, (void)k, (void)given;\n", arguments);
    for (std::size_t f = 0; f < functions; ++f)
      out += fmt::format("formulas_{}(w, k, given);\n", f);
    return out + "}\n\n";
  }

  const ExportModel& model_;
  const System& system_;
  const Graph& graph_;
  const Layout layout_;
  std::vector<std::string> statements_;
  std::unordered_map<Node, std::size_t> slot_;
  std::unordered_map<std::uint32_t, bool> is_defined_;
  std::size_t slots_ = 0;
};

}  // namespace

std::string write_formulas(const ExportModel& model, std::size_t& size) {
  FormulaWriter writer(model);
  std::string text = writer.write();
  size = writer.slots();
  return text;
}

}  // namespace bw::equation
