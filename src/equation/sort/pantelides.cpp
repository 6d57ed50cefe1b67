#include "equation/sort/pantelides.h"

#include "base/run_control.h"

namespace bw::equation {
namespace {

constexpr int most_rises = 30;  // of one equation

class Search {
 public:
  Search(Derivatives& all, const std::vector<bool>& may_rise) : all_(all), may_rise_(may_rise) {
    equation_of_.assign(all.of_variable.size(), unmatched);
    match_easily();
  }

  bool run() {
    const auto count = static_cast<std::uint32_t>(all_.of_equation.size());
    for (std::uint32_t first = 0; first < count; ++first) {
      throw_if_interrupted();
      std::uint32_t equation = first;
      for (int rises = 0; !is_matched(equation) && !augment(equation); ++rises) {
        if (rises == most_rises || !rise()) return false;
        equation = all_.of_equation[equation];
      }
    }
    return true;
  }

 private:
  bool is_highest(std::uint32_t variable) const { return all_.of_variable[variable] == unmatched; }

  bool is_matched(std::uint32_t equation) const {
    return equation < variable_of_.size() && variable_of_[equation] != unmatched;
  }

  void match(std::uint32_t equation, std::uint32_t variable) {
    equation_of_[variable] = equation;
    if (variable_of_.size() < all_.of_equation.size())
      variable_of_.resize(all_.of_equation.size(), unmatched);
    variable_of_[equation] = variable;
  }

  // Most pairs, by the faster algorithm.
  void match_easily() {
    Rows highest;
    for (const std::vector<std::uint32_t>& variables : all_.variables_in) {
      for (const std::uint32_t v : variables)
        if (is_highest(v)) highest.values.push_back(v);
      highest.close_row();
    }
    const Rows equations_of = transposed(highest, all_.of_variable.size());
    Matching matching(equations_of, all_.of_equation.size());
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t v = 0; v < all_.of_variable.size(); ++v) numbers.push_back(v);
    matching.match(numbers);
    for (const std::uint32_t v : numbers)
      if (matching.equation(v) != unmatched) match(matching.equation(v), v);
  }

  // Breadth first along alternating paths; keeps what it reached.
  bool augment(std::uint32_t from) {
    ++round_;
    reached_equations_.assign(1, from);
    reached_variables_.clear();
    seen_.resize(all_.of_variable.size(), 0);
    reached_from_.resize(all_.of_variable.size(), unmatched);
    for (std::size_t at = 0; at < reached_equations_.size(); ++at) {
      const std::uint32_t equation = reached_equations_[at];
      for (const std::uint32_t v : all_.variables_in[equation]) {
        if (!is_highest(v) || seen_[v] == round_) continue;
        seen_[v] = round_;
        reached_from_[v] = equation;
        reached_variables_.push_back(v);
        if (equation_of_[v] == unmatched) return exchange(v, from);
        reached_equations_.push_back(equation_of_[v]);
      }
    }
    return false;
  }

  bool exchange(std::uint32_t variable, std::uint32_t from) {
    while (true) {
      const std::uint32_t equation = reached_from_[variable];
      const std::uint32_t before =
          equation < variable_of_.size() ? variable_of_[equation] : unmatched;
      match(equation, variable);
      if (equation == from) return true;
      variable = before;
    }
  }

  // Differentiates what the last search reached.
  bool rise() {
    for (const std::uint32_t v : reached_variables_)
      if (v < may_rise_.size() && !may_rise_[v]) return false;
    for (const std::uint32_t v : reached_variables_) {
      all_.of_variable[v] = static_cast<std::uint32_t>(all_.of_variable.size());
      all_.of_variable.push_back(unmatched);
      equation_of_.push_back(unmatched);
    }
    for (const std::uint32_t e : reached_equations_) {
      all_.of_equation[e] = static_cast<std::uint32_t>(all_.of_equation.size());
      all_.of_equation.push_back(unmatched);
      std::vector<std::uint32_t> variables;  // lower ones do not matter any more
      for (const std::uint32_t v : all_.variables_in[e]) variables.push_back(all_.of_variable[v]);
      all_.variables_in.push_back(std::move(variables));
    }
    for (const std::uint32_t v : reached_variables_)
      match(all_.of_equation[equation_of_[v]], all_.of_variable[v]);
    return true;
  }

  Derivatives& all_;
  const std::vector<bool>& may_rise_;
  std::vector<std::uint32_t> equation_of_, variable_of_;  // pairs
  std::vector<std::uint32_t> seen_, reached_from_, reached_equations_, reached_variables_;
  std::uint32_t round_ = 0;
};

}  // namespace

bool differentiate_structure(Derivatives& all, const std::vector<bool>& may_rise) {
  return Search(all, may_rise).run();
}

}  // namespace bw::equation
