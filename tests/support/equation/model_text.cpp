#include "support/equation/model_text.h"

#include "base/error.h"
#include "base/text.h"
#include "support/refusal.h"

namespace bw::test {

using namespace equation;  // NOLINT(google-build-using-namespace)

namespace {

bool is_infix(Op op) {
  return (op >= Op::add && op <= Op::power) || is_relation(op) || op == Op::logical_and ||
         op == Op::logical_or;
}

bool is_silent(Op op) {
  return (op >= Op::less_silent && op <= Op::greater_equal_silent) ||
         (op >= Op::floor_silent && op <= Op::integer_silent);
}

std::string sides(const FlatModel& model, const FlatEquation& equation) {
  return written(model, equation.left) + " = " + written(model, equation.right);
}

std::string action_text(const FlatModel& model, const Action& action) {
  if (const auto* assign = std::get_if<Assign>(&action.what))
    return model.variables[assign->variable].name + " = " + written(model, assign->value);
  if (const auto* reinit = std::get_if<Reinit>(&action.what))
    return "reinit(" + model.variables[reinit->variable].name + ", " +
           written(model, reinit->value) + ")";
  if (const auto* end = std::get_if<Terminate>(&action.what))
    return "terminate(" + end->message + ")";
  const auto& check = std::get<Assert>(action.what);
  return "assert(" + written(model, check.condition) + ", " + check.message + ")";
}

std::string branch_text(const FlatModel& model, const WhenBranch& branch) {
  std::string all;
  for (const Node condition : branch.conditions)
    all += (all.empty() ? "" : ", ") + written(model, condition);
  for (std::size_t i = 0; i < branch.actions.size(); ++i)
    all += (i == 0 ? ": " : "; ") + action_text(model, branch.actions[i]);
  return all;
}

}  // namespace

std::string written(const FlatModel& model, Node node) {
  if (node == no_node) return "nothing";
  const Term& term = model.graph[node];
  const auto name = [&] { return model.variables[term.index].name; };
  switch (term.op) {
    case Op::constant: return shortest(term.value);
    case Op::time: return "time";
    case Op::variable: return name();
    case Op::derivative:
    case Op::pre:
    case Op::change: return std::string(symbol(term.op)) + "(" + name() + ")";
    case Op::negate: return "(-" + written(model, term.a) + ")";
    case Op::choose:
      return "(if " + written(model, term.a) + " then " + written(model, term.b) + " else " +
             written(model, term.c) + ")";
    default: break;
  }
  const std::string sign = std::string(symbol(term.op)) + (is_silent(term.op) ? "~" : "");
  if (is_infix(term.op)) {
    const bool is_tight = term.op == Op::multiply || term.op == Op::divide || term.op == Op::power;
    const std::string blank = is_tight ? "" : " ";
    return "(" + written(model, term.a) + blank + sign + blank + written(model, term.b) + ")";
  }
  std::string operands;
  for (const Node operand : {term.a, term.b, term.c})
    if (operand != no_node) operands += (operands.empty() ? "" : ", ") + written(model, operand);
  return sign + "(" + operands + ")";
}

ReadModel read_body(const std::string& body) {
  return read_model("model M\n" + body + "\nend M;\n", "m.mo");
}

std::vector<std::string> equations_of(const std::string& body) {
  const ReadModel read = read_body(body);
  std::vector<std::string> all;
  for (const FlatEquation& equation : read.model.equations)
    all.push_back(sides(read.model, equation));
  return all;
}

std::vector<std::string> initial_equations_of(const std::string& body) {
  const ReadModel read = read_body(body);
  std::vector<std::string> all;
  for (const FlatEquation& equation : read.model.initial_equations)
    all.push_back(sides(read.model, equation));
  return all;
}

std::vector<std::string> whens_of(const std::string& body) {
  const ReadModel read = read_body(body);
  std::vector<std::string> all;
  for (const FlatWhen& when : read.model.whens) {
    std::string text;
    for (const WhenBranch& branch : when.branches)
      text += (text.empty() ? "when " : " elsewhen ") + branch_text(read.model, branch);
    all.push_back(text);
  }
  return all;
}

std::string value_of(const std::string& expression, const std::string& declarations) {
  const auto all =
      equations_of("Real result; " + declarations + " equation result = " + expression + ";");
  return all.back().substr(std::string("result = ").size());
}

std::string complaint_about_text(const std::string& text) {
  return test::outcome<InputError>([&] { read_model(text, "m.mo"); });
}

std::string complaint(const std::string& body) {
  return complaint_about_text("model M\n" + body + "\nend M;\n");
}

std::string warnings_of(const std::string& body) {
  std::string all;
  for (const Warning& warning : read_body(body).warnings)
    all += warning.where.text() + ": " + warning.sentence + "\n";
  return all;
}

}  // namespace bw::test
