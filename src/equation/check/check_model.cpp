// parameters and attributes    depend on parameters and constants, constants on constants; none on
//                              itself
// discrete variables           are defined by discrete expressions, or in one when
// reinit                       only of states; der and pre only where they exist

#include "equation/check/check_model.h"

#include <string>
#include <vector>

#include "equation/check/variability.h"

namespace bw::equation {
namespace {

class ModelCheck {
 public:
  explicit ModelCheck(Flattening& flattening)
      : flattening_(flattening),
        model_(flattening.model),
        seen_(model_.graph.size()),
        is_state_(model_.variables.size()) {}

  void check() {
    mark_discrete();
    variability_ = variabilities(model_);
    mark_unknowns();
    check_variables();
    for (const FlatEquation& equation : model_.equations) check_equation(equation);
    for (std::size_t i = 0; i < model_.asserts.size(); ++i)
      check_inside(model_.asserts[i].condition, model_.assert_places[i]);
    for (const FlatWhen& when : model_.whens)
      for (const WhenBranch& branch : when.branches) check_conditions(branch);
    check_event_actions();
    std::vector<const FlatWhen*> owners(model_.variables.size(), nullptr);  // of reinits
    for (const FlatWhen& when : model_.whens) check_actions(when, owners);
    check_circles();
  }

 private:
  void complain(const Position& where, const std::string& sentence) {
    const Place place = flattening_.source.place(where);
    flattening_.mistakes.add(Span{place, place + 1}, sentence);
  }
  const std::string& name(std::uint32_t variable) const { return model_.variables[variable].name; }
  static std::string quoted(const std::string& name) { return "'" + name + "'"; }

  void mark_discrete() {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> assigned_in(model_.variables.size(), none);
    for (std::size_t i = 0; i < model_.whens.size(); ++i)
      for (const WhenBranch& branch : model_.whens[i].branches)
        for (const Action& action : branch.actions) {
          const auto* assign = std::get_if<Assign>(&action.what);
          if (assign == nullptr) continue;
          std::size_t& owner = assigned_in[assign->variable];
          if (owner != none && owner != i)
            complain(action.where, quoted(name(assign->variable)) +
                                       " is assigned in two whens. Join them "
                                       "by 'elsewhen', or write both into one algorithm.");
          owner = i;
          model_.variables[assign->variable].variability = Variability::discrete;
        }
    is_assigned_.resize(model_.variables.size());
    for (std::size_t i = 0; i < assigned_in.size(); ++i) is_assigned_[i] = assigned_in[i] != none;
  }

  // Nodes that contain something that equations can determine.
  void mark_unknowns() {
    has_unknown_.resize(model_.graph.size());
    for (Node node = 0; node < model_.graph.size(); ++node) {
      const Term& term = model_.graph[node];
      bool has = term.op == Op::derivative;
      if (term.op == Op::variable) has = is_unknown(model_.variables[term.index]);
      for (const Node operand : {term.a, term.b, term.c})
        has = has || (operand != no_node && has_unknown_[operand]);
      has_unknown_[node] = has;
    }
  }

  static bool is_unknown(const FlatVariable& variable) {
    return variable.variability > Variability::parameter && variable.causality != Causality::input;
  }

  void check_variables() {
    for (const FlatVariable& variable : model_.variables) {
      const bool is_constant = variable.variability == Variability::constant;
      if (!variable.is_start_time)
        check_depends(variable, variable.binding, "value",
                      is_constant ? Variability::constant : Variability::parameter);
      check_depends(variable, variable.start, "start value", Variability::parameter);
      check_depends(variable, variable.min, "minimum", Variability::parameter);
      check_depends(variable, variable.max, "maximum", Variability::parameter);
      check_depends(variable, variable.nominal, "nominal value", Variability::parameter);
    }
  }

  void check_depends(const FlatVariable& variable, Node on, const std::string& what,
                     Variability allowed) {
    if (on == no_node || variability_[on] <= allowed) return;
    const bool is_constant = allowed == Variability::constant;
    complain(variable.where, "The " + what + " of " + quoted(variable.name) + " can depend on " +
                                 (is_constant ? "constants" : "parameters and constants") +
                                 " only, but it depends on " + culprit(on, allowed) + ".");
  }

  // A variable in the expression that changes too often.
  std::string culprit(Node node, Variability allowed) const {
    while (true) {
      const Term& term = model_.graph[node];
      if (term.op == Op::variable || term.op == Op::pre) return quoted(name(term.index));
      if (term.op == Op::derivative) return quoted("der(" + name(term.index) + ")");
      Node next = no_node;
      for (const Node operand : {term.a, term.b, term.c})
        if (operand != no_node && variability_[operand] > allowed) next = operand;
      if (next == no_node) return quoted(std::string(symbol(term.op)));
      node = next;
    }
  }

  void check_equation(const FlatEquation& equation) {
    if (!has_unknown_[equation.left] && !has_unknown_[equation.right])
      complain(
          equation.where,
          "This equation contains no unknown: parameters, constants, inputs and time are known. "
          "Give a parameter its value in the declaration; an input gets its value from outside.");
    check_inside(equation.left, equation.where);
    check_inside(equation.right, equation.where);
    check_discrete(equation.left, equation.right, equation.where);
  }

  // Only a variable alone on the left side is clearly meant to be defined by the equation.
  void check_discrete(Node defined, Node by, const Position& where) {
    const Term& term = model_.graph[defined];
    if (term.op != Op::variable || model_.graph[by].op == Op::variable) return;
    const FlatVariable& variable = model_.variables[term.index];
    if (variable.variability != Variability::discrete || is_assigned_[term.index]) return;
    if (variability_[by] <= Variability::discrete) return;
    complain(where, quoted(variable.name) +
                        " changes at events only, but this equation changes it continuously. " +
                        (variable.type == ScalarType::real
                             ? "Assign it in a when, or declare it without 'discrete'."
                             : "Relations within noEvent() generate no events."));
  }

  void check_conditions(const WhenBranch& branch) {
    for (const Node condition : branch.conditions) {
      check_inside(condition, branch.where);
      if (variability_[condition] > Variability::discrete)
        complain(branch.where,
                 "A when needs an event, but relations within noEvent() generate none.");
    }
  }

  void check_actions(const FlatWhen& when, std::vector<const FlatWhen*>& owners) {
    for (const WhenBranch& branch : when.branches)
      for (const Action& action : branch.actions) {
        const auto* reinit = std::get_if<Reinit>(&action.what);
        if (reinit == nullptr) continue;
        if (!is_state_[reinit->variable])
          complain(action.where,
                   quoted(name(reinit->variable)) +
                       " is not a state: 'reinit' sets a variable that occurs in der().");
        const FlatWhen*& owner = owners[reinit->variable];
        if (owner != nullptr && owner != &when)
          complain(action.where, quoted(name(reinit->variable)) +
                                     " is set by 'reinit' in two whens, which may act at the same "
                                     "event. Join them by 'elsewhen'.");
        owner = &when;
      }
  }

  // At the start and at events, where every variable has a previous value. Expressions that also
  // occur outside have been checked already.
  void check_event_actions() {
    is_at_event_ = true;
    for (const FlatEquation& equation : model_.initial_equations) {
      check_inside(equation.left, equation.where);
      check_inside(equation.right, equation.where);
    }
    for (const FlatWhen& when : model_.whens)
      for (const WhenBranch& branch : when.branches)
        for (const Action& action : branch.actions) check_inside(action);
  }

  void check_inside(const Action& action) {
    if (const auto* assign = std::get_if<Assign>(&action.what))
      check_inside(assign->value, action.where);
    if (const auto* reinit = std::get_if<Reinit>(&action.what))
      check_inside(reinit->value, action.where);
    if (const auto* assertion = std::get_if<Assert>(&action.what))
      check_inside(assertion->condition, action.where);
  }

  // Every node once: derivatives, previous values and samples that are not possible.
  void check_inside(Node node, const Position& where) {
    std::vector<Node> stack{node};
    while (!stack.empty()) {
      const Node next = stack.back();
      stack.pop_back();
      if (seen_[next]) continue;
      seen_[next] = true;
      const Term& term = model_.graph[next];
      check_term(term, where);
      for (const Node operand : {term.a, term.b, term.c})
        if (operand != no_node) stack.push_back(operand);
    }
  }

  std::string why_no_derivative(std::uint32_t variable) const {
    if (!is_assigned_[variable]) return " changes at events only and has no derivative.";
    return " is a state, because it occurs in der(), but a when assigns it like a discrete "
           "variable. Set a state in a when by reinit(" +
           name(variable) + ", ...).";
  }

  void check_term(const Term& term, const Position& where) {
    if (term.op == Op::derivative) {
      is_state_[term.index] = true;
      if (model_.variables[term.index].causality == Causality::input)
        complain(where, quoted(name(term.index)) +
                            " is an input, whose derivative is not known. Declare the derivative "
                            "as another input.");
      else if (model_.variables[term.index].variability == Variability::discrete)
        complain(where, quoted(name(term.index)) + why_no_derivative(term.index));
    }
    const bool is_before = term.op == Op::pre || term.op == Op::change;
    if (is_before && !is_at_event_ &&
        model_.variables[term.index].variability == Variability::continuous)
      complain(where, quoted(name(term.index)) + " changes continuously: outside of a when '" +
                          std::string(symbol(term.op)) + "' needs a discrete variable.");
    if (term.op == Op::sample && (variability_[term.a] > Variability::parameter ||
                                  variability_[term.b] > Variability::parameter))
      complain(where, "The times of 'sample' can depend on parameters and constants only.");
  }

  // Depth first through the bindings, with an explicit stack.
  void check_circles() {
    enum : std::uint8_t { fresh, open, done };
    std::vector<std::uint8_t> states(model_.graph.size(), fresh);
    for (const FlatVariable& variable : model_.variables) {
      if (variable.binding == no_node) continue;
      std::vector<Node> stack{variable.binding};
      while (!stack.empty()) {
        const Node node = stack.back();
        if (states[node] != fresh) {
          states[node] = done;
          stack.pop_back();
          continue;
        }
        states[node] = open;
        const Term& term = model_.graph[node];
        const Node binding =
            term.op == Op::variable ? model_.variables[term.index].binding : no_node;
        for (const Node next : {term.a, term.b, term.c, binding}) {
          if (next == no_node || states[next] == done) continue;
          if (states[next] == fresh)
            stack.push_back(next);
          else
            return complain(variable.where,
                            "The value of " + quoted(variable.name) + " depends on itself.");
        }
      }
    }
  }

  Flattening& flattening_;
  FlatModel& model_;
  std::vector<Variability> variability_;
  std::vector<bool> seen_, is_state_, is_assigned_, has_unknown_;
  bool is_at_event_ = false;
};

}  // namespace

void check_model(Flattening& flattening) { ModelCheck(flattening).check(); }

}  // namespace bw::equation
