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
  }

 private:
  Span here() const {
    const Place place = flattening_.source.place(*where_);
    return {place, place + 1};
  }

  void warn(const std::string& sentence) { flattening_.mistakes.warn(here(), sentence); }

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
  NodeUnits units_;
};

}  // namespace

void check_units(Flattening& flattening) { UnitCheck(flattening).check(); }

}  // namespace bw::equation
