#include "equation/check/check_units.h"

#include <string>

#include "equation/check/unit_of_node.h"

namespace bw::equation {
namespace {

class UnitCheck {
 public:
  explicit UnitCheck(Flattening& flattening)
      : flattening_(flattening),
        model_(flattening.model),
        units_(model_,
               [this](const std::string& what) { warn("The units do not fit: " + what + "."); }) {}

  void check() {
    for (const std::uint32_t variable : units_.unreadable()) {
      where_ = &model_.variables[variable].where;
      flattening_.mistakes.warn_of_text(here(), "The unit \"" + model_.variables[variable].unit +
                                                    "\" is not known, so it was not checked.");
    }
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) check_variable(i);
    for (const FlatEquation& equation : model_.equations) check_equation(equation);
    for (const FlatEquation& equation : model_.initial_equations) check_equation(equation);
    for (const FlatWhen& when : model_.whens)
      for (const WhenBranch& branch : when.branches)
        for (const Action& action : branch.actions) check_action(action);
    report_evaluated();
  }

 private:
  Span here() const {
    const Place place = flattening_.source.place(*where_);
    return {place, place + 1};
  }

  void warn(const std::string& sentence) {
    if (!flattening_.tree.is_base) return flattening_.mistakes.warn(here(), sentence);
    if (evaluated_++ > 0) return;
    first_evaluated_ = here();
    evaluated_sentence_ = sentence;
  }

  // Whoever wrote Base Modelica has put in the values of constants: J*a = tau with J = 1 is a = tau
  // there. Units that do not fit say nothing about the model then.
  void report_evaluated() {
    if (evaluated_ == 0) return;
    flattening_.mistakes.warn_of_text(
        first_evaluated_,
        evaluated_sentence_ +
            " Base Modelica has values in place of constants and no factors of one: it may be "
            "right" +
            (evaluated_ > 1 ? ", as may " + std::to_string(evaluated_ - 1) + " more." : "."));
  }

  void compare(const MaybeUnit& left, const MaybeUnit& right) {
    if (!fit_together(left, right))
      warn("The units do not fit: left is " + words(*left) + ", right is " + words(*right) + ".");
  }

  // degC and K differ by an offset, which is detected only between two plain variables.
  void check_equation(const FlatEquation& equation) {
    where_ = &equation.where;
    const MaybeUnit left = units_.of(equation.left), right = units_.of(equation.right);
    compare(left, right);
    const bool are_names = model_.graph[equation.left].op == Op::variable &&
                           model_.graph[equation.right].op == Op::variable;
    if (are_names && left && right && left->offset != right->offset)
      warn("The units do not fit: left is " + unit_text(equation.left) + ", right is " +
           unit_text(equation.right) + ", which differ by an offset.");
  }

  const std::string& unit_text(Node variable) const {
    return model_.variables[model_.graph[variable].index].unit;
  }

  void check_variable(std::uint32_t index) {
    const FlatVariable& variable = model_.variables[index];
    where_ = &variable.where;
    for (const Node node : {variable.binding, variable.start})
      if (node != no_node) compare(units_.of_variable(index), units_.of(node));
  }

  void check_action(const Action& action) {
    where_ = &action.where;
    if (const auto* assign = std::get_if<Assign>(&action.what))
      compare(units_.of_variable(assign->variable), units_.of(assign->value));
    if (const auto* reinit = std::get_if<Reinit>(&action.what))
      compare(units_.of_variable(reinit->variable), units_.of(reinit->value));
  }

  Flattening& flattening_;
  const FlatModel& model_;
  const Position* where_ = nullptr;  // of the current equation
  std::size_t evaluated_ = 0;        // mismatches in Base Modelica
  Span first_evaluated_{};
  std::string evaluated_sentence_;
  NodeUnits units_;
};

}  // namespace

void check_units(Flattening& flattening) { UnitCheck(flattening).check(); }

}  // namespace bw::equation
