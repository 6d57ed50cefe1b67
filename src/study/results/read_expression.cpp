#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "base/value.h"
#include "math/formula.h"
#include "result/trajectory.h"
#include "study/results/expression.h"
#include "study/results/expression_reader.h"

namespace bw::study {
namespace {

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// Behind the bracket that closes the one at `open`; npos: it is missing.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < text.size(); ++k) {
    if (text[k] == '(') ++depth;
    if (text[k] == ')' && --depth == 0) return k + 1;
  }
  return std::string_view::npos;
}

// The first of these characters outside of brackets.
std::size_t find_outside(std::string_view text, std::string_view characters) {
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '(' || text[k] == '[') ++depth;
    if (text[k] == ')' || text[k] == ']') --depth;
    if (depth == 0 && characters.find(text[k]) != characters.npos) return k;
  }
  return std::string_view::npos;
}

using Kind = Scalar::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 12> scalar_names = {
    {{"final", Kind::at_end},
     {"initial", Kind::at_start},
     {"max", Kind::largest},
     {"min", Kind::smallest},
     {"mean", Kind::mean},
     {"integral", Kind::integral},
     {"rms", Kind::rms},
     {"time_of", Kind::time_of_largest},
     {"time", Kind::first_time},
     {"duration", Kind::duration},
     {"at", Kind::value_at},
     {"events", Kind::events}}};

}  // namespace

ExpressionReader::ExpressionReader(std::string where, const std::vector<result::Column>& columns,
                                   Expression& to)
    : where_(std::move(where)), columns_(columns), to_(to) {
  for (const result::Column& column : columns) names_.push_back(column.name);
}

void ExpressionReader::refuse(const std::string& sentence) const {
  throw InputError(where_ + ": " + sentence);
}

math::Formula ExpressionReader::formula(std::string_view text,
                                        const std::vector<std::string>& names) const {
  try {
    return {text, names};
  } catch (const UsageError& error) {
    refuse(error.what());
  }
}

// Each scalar of the text becomes a name of the formula.
void ExpressionReader::read(const std::string& text, const std::vector<std::string>& parameters) {
  std::vector<std::string> names;
  std::vector<std::pair<std::string_view, Kind>> found;  // the argument and what it is of
  for (std::size_t k = 0; k < text.size();) {
    if (!is_name_letter(text[k])) {
      ++k;
      continue;
    }
    std::size_t end = k;
    while (end < text.size() && is_name_letter(text[end])) ++end;
    const auto known = std::ranges::find(scalar_names, std::string_view(text).substr(k, end - k),
                                         &std::pair<std::string_view, Kind>::first);
    if (known == scalar_names.end() || end >= text.size() || text[end] != '(') {
      k = end;
      continue;
    }
    const std::size_t behind = behind_bracket(text, end);
    if (behind == text.npos) refuse("a closing bracket is missing in '" + text + "'.");
    std::string scalar = text.substr(k, behind - k);
    if (std::ranges::find(names, scalar) == names.end()) {
      names.push_back(std::move(scalar));
      found.emplace_back(std::string_view(text).substr(end + 1, behind - end - 2), known->second);
    }
    k = behind;
  }
  if (found.empty())
    refuse("'" + text + "' must be a scalar of a run, such as max(" +
           (names_.empty() ? "x" : names_.front()) + "); " + scalars_known());
  collect_variables(found);
  for (const auto& [argument, kind] : found) to_.scalars_.push_back(scalar(argument, kind));
  names.insert(names.end(), parameters.begin(), parameters.end());
  to_.parameters_ = parameters.size();
  to_.formula_ = formula(text, names);
}

std::string ExpressionReader::scalars_known() {
  return "known are " +
         listed(scalar_names, [](const auto& row) { return std::string(row.first); },
                {.last = " and "}) +
         ".";
}

// Only variables that occur are recorded; formulas refer to them by their place.
void ExpressionReader::collect_variables(
    const std::vector<std::pair<std::string_view, Kind>>& found) {
  for (const auto& [argument, kind] : found) {
    if (kind == Kind::events) continue;
    for (const std::string_view piece : pieces_of(argument, kind)) {
      const math::Formula all = formula(piece, names_);
      for (const std::size_t place : all.variables()) {
        const result::Column& column = columns_[place];
        if (column.type == Type::string || column.type == Type::binary)
          refuse("'" + column.name + "' is a text, of which there is no number.");
        if (std::ranges::find(to_.variables_, column.name) == to_.variables_.end())
          to_.variables_.push_back(column.name);
      }
    }
  }
}

// The formulas within an argument.
std::vector<std::string_view> ExpressionReader::pieces_of(std::string_view argument,
                                                          Kind kind) const {
  if (kind == Kind::value_at) return {argument.substr(0, find_outside(argument, ","))};
  if (kind == Kind::time_of_largest) {
    const std::string_view inner = trimmed(argument);
    if (!(inner.starts_with("max(") || inner.starts_with("min(")) || !inner.ends_with(')'))
      refuse("time_of takes max(...) or min(...), not '" + std::string(argument) + "'.");
    return {inner.substr(4, inner.size() - 5)};
  }
  if (kind != Kind::first_time && kind != Kind::duration) return {argument};
  const Condition condition = condition_of(argument);
  if (condition.level) return {condition.left};
  return {condition.left, condition.right};
}

ExpressionReader::Condition ExpressionReader::condition_of(std::string_view argument) const {
  const std::size_t sign = find_outside(argument, "<>");
  if (sign == argument.npos)
    refuse("'" + std::string(argument) + "' must be a condition, such as x > 22 or x < 5 degC.");
  Condition made;
  made.is_below = argument[sign] == '<';
  made.left = trimmed(argument.substr(0, sign));
  std::string_view right = argument.substr(sign + 1);
  made.has_equal = right.starts_with('=');
  if (made.has_equal) right.remove_prefix(1);
  made.right = trimmed(right);
  made.level = level_of(made.left, made.right);
  return made;
}

// "22", or "22 degC" where the left side is one variable with a unit.
std::optional<double> ExpressionReader::level_of(std::string_view left,
                                                 std::string_view right) const {
  if (const auto number = to_number(right)) return number;
  const std::size_t blank = right.find(' ');
  const auto number = blank == right.npos ? std::nullopt : to_number(right.substr(0, blank));
  if (!number) return {};
  const std::string_view word = trimmed(right.substr(blank));
  const auto unit = parse_unit(word);
  const auto column = std::ranges::find(columns_, left, &result::Column::name);
  if (!unit) return {};
  if (column == columns_.end() || column->unit.empty())
    refuse("'" + std::string(right) + "' has a unit, and '" + std::string(left) +
           "' is no variable with a unit; write the number in the unit of the rows.");
  const auto own = parse_unit(column->unit);
  const auto change = own ? conversion(*unit, *own) : std::nullopt;
  if (!change)
    refuse("'" + std::string(word) + "' cannot be converted to '" + column->unit +
           "', the unit of '" + column->name + "'.");
  return (*change)(*number);
}

Scalar ExpressionReader::scalar(std::string_view argument, Kind kind) const {
  Scalar made;
  made.kind = kind;
  if (kind == Kind::events) {
    if (!trimmed(argument).empty()) refuse("events() takes no argument.");
    return made;
  }
  const std::string_view piece = pieces_of(argument, kind).front();
  if (kind == Kind::time_of_largest && trimmed(argument).starts_with("min("))
    made.kind = Kind::time_of_smallest;
  if (kind == Kind::value_at) {
    const std::size_t comma = find_outside(argument, ",");
    const auto time = comma == argument.npos ? std::nullopt : to_number(argument.substr(comma + 1));
    if (!time) refuse("at(...) takes a formula and a time, such as at(x, 2.5).");
    made.level = *time;
  }
  const auto& variables = to_.variables_;
  made.is_variable = std::ranges::find(variables, trimmed(piece)) != variables.end();
  if (kind != Kind::first_time && kind != Kind::duration) {
    made.curve = formula(piece, variables);
    return made;
  }
  const Condition condition = condition_of(argument);
  made.is_below = condition.is_below;
  made.has_equal = condition.has_equal;
  made.is_variable = made.is_variable && condition.level;
  made.level = condition.level.value_or(0);
  made.curve =
      condition.level
          ? formula(condition.left, to_.variables_)
          : formula(std::string(condition.left) + " - (" + std::string(condition.right) + ")",
                    to_.variables_);
  return made;
}

Expression::Expression(const std::string& text, const std::string& where,
                       const std::vector<result::Column>& columns,
                       const std::vector<std::string>& parameters) {
  ExpressionReader(where, columns, *this).read(text, parameters);
}

}  // namespace bw::study
