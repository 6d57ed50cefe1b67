// An expression as a person would write it, for messages and for `info`.

#include <fmt/format.h>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

constexpr int deepest_shown = 6;  // below it "..." is written

class ExpressionWriter {
 public:
  ExpressionWriter(const Graph& graph, const std::vector<FlatVariable>& variables)
      : graph_(graph), variables_(variables) {}

  std::string write(Node node, int depth) const {
    const Term& term = graph_[node];
    const auto below = [&](Node operand) { return write(operand, depth + 1); };
    switch (term.op) {
      case Op::constant: return fmt::format("{}", term.value);
      case Op::time: return "time";
      case Op::variable: return variables_[term.index].name;
      case Op::derivative:
      case Op::pre:
      case Op::change: return fmt::format("{}({})", symbol(term.op), variables_[term.index].name);
      case Op::initial:
      case Op::terminal: return fmt::format("{}()", symbol(term.op));
      case Op::memory: return "...";
      default: break;
    }
    if (depth >= deepest_shown) return "...";
    if (term.op == Op::choose)
      return fmt::format("if {} then {} else {}", below(term.a), below(term.b), below(term.c));
    if (term.op == Op::negate) return "-" + wrapped(term.a, depth);
    if (term.op == Op::logical_not) return "not " + wrapped(term.a, depth);
    const bool is_infix = (term.op >= Op::add && term.op <= Op::power) || is_relation(term.op) ||
                          term.op == Op::logical_and || term.op == Op::logical_or;
    if (is_infix)
      return fmt::format("{} {} {}", wrapped(term.a, depth), symbol(term.op),
                         wrapped(term.b, depth));
    std::string list = below(term.a);
    if (term.b != no_node) list += ", " + below(term.b);
    return fmt::format("{}({})", symbol(term.op), list);
  }

 private:
  std::string wrapped(Node node, int depth) const {
    const std::string inner = write(node, depth + 1);
    const Op op = graph_[node].op;
    const bool is_atom = op <= Op::pre || (op >= Op::min && op != Op::negate);
    return is_atom ? inner : "(" + inner + ")";
  }

  const Graph& graph_;
  const std::vector<FlatVariable>& variables_;
};

}  // namespace

std::string text_of(const Graph& graph, const std::vector<FlatVariable>& variables, Node node) {
  return ExpressionWriter(graph, variables).write(node, 0);
}

}  // namespace bw::equation
