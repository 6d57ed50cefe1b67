#include "equation/flatten/functions.h"

#include <limits>

namespace bw::equation {
namespace {

using Group = Evaluator::Function::Group;
using Result = Evaluator::Function::Result;

constexpr std::size_t many = std::numeric_limits<std::size_t>::max();

constexpr std::array callable_functions = std::to_array<Evaluator::Function>({
    {"sin", Group::elementary, Op::sin},
    {"cos", Group::elementary, Op::cos},
    {"tan", Group::elementary, Op::tan},
    {"asin", Group::elementary, Op::asin},
    {"acos", Group::elementary, Op::acos},
    {"atan", Group::elementary, Op::atan},
    {"atan2", Group::elementary, Op::atan2, Result::real, 2, 2},
    {"sinh", Group::elementary, Op::sinh},
    {"cosh", Group::elementary, Op::cosh},
    {"tanh", Group::elementary, Op::tanh},
    {"exp", Group::elementary, Op::exp},
    {"log", Group::elementary, Op::log},
    {"log10", Group::elementary, Op::log10},
    {"sqrt", Group::elementary, Op::sqrt},
    {"abs", Group::elementary, Op::abs, Result::same},
    {"sign", Group::elementary, Op::sign, Result::integer},
    {"floor", Group::elementary, Op::floor},
    {"ceil", Group::elementary, Op::ceil},
    {"integer", Group::elementary, Op::integer, Result::integer},
    {"div", Group::elementary, Op::div, Result::same, 2, 2},
    {"mod", Group::elementary, Op::mod, Result::same, 2, 2},
    {"rem", Group::elementary, Op::rem, Result::same, 2, 2},
    {"min", Group::min_max, Op::min, Result::same, 1, 2},
    {"max", Group::min_max, Op::max, Result::same, 1, 2},
    {"size", Group::size, Op::constant, Result::integer, 1, 2},
    {"ndims", Group::size, Op::constant, Result::integer, 1, 1},
    {"fill", Group::fill, Op::constant, Result::same, 1, many},
    {"zeros", Group::fill, Op::constant, Result::integer, 1, many},
    {"ones", Group::fill, Op::constant, Result::integer, 1, many},
    {"sum", Group::reduction, Op::add},
    {"product", Group::reduction, Op::multiply},
    {"identity", Group::array},
    {"diagonal", Group::array},
    {"transpose", Group::array},
    {"linspace", Group::array, Op::constant, Result::real, 3, 3},
    {"scalar", Group::array},
    {"vector", Group::array},
    {"cross", Group::array, Op::constant, Result::real, 2, 2},
    {"promote", Group::array, Op::constant, Result::same, 2, 2},
    {"cat", Group::array, Op::constant, Result::same, 2, many},
    {"der", Group::event},
    {"pre", Group::event},
    {"edge", Group::event},
    {"change", Group::event},
    {"sample", Group::event, Op::sample, Result::real, 2, 2, {"start", "interval"}},
    {"initial", Group::event, Op::initial, Result::real, 0, 0},
    {"terminal", Group::event, Op::terminal, Result::real, 0, 0},
    {"noEvent", Group::event},
    {"smooth", Group::event, Op::smooth, Result::real, 2, 2},
    {"homotopy", Group::event, Op::homotopy, Result::real, 2, 2, {"actual", "simplified"}},
    {"semiLinear", Group::event, Op::smooth, Result::real, 3, 3},
    {"Integer", Group::event},
    {"String", Group::event, Op::constant, Result::real, 1, 4},
});

}  // namespace

const Evaluator::Function* Evaluator::find_function(std::string_view name) {
  constexpr std::string_view library = "Modelica.Math.";
  const bool is_of_library = name.starts_with(library);
  if (is_of_library) name.remove_prefix(library.size());
  for (const Function& function : callable_functions)
    if (function.name == name && (!is_of_library || function.group == Group::elementary))
      return &function;
  return nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Evaluator::Function& function : callable_functions) names.emplace_back(function.name);
  return names;
}

}  // namespace bw::equation
