#include "run/open/column_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "run/open/convert_value.h"

namespace bw::run {
namespace {

// "1,5": a decimal comma, which makes a column one of strings.
bool has_comma(std::string text) {
  const auto comma = text.find(',');
  if (comma == text.npos) return false;
  text[comma] = '.';
  return to_number(text).has_value();
}

}  // namespace

std::vector<double> ColumnReader::reals() const {
  if (column_.is_text)
    fail(0, has_comma(column_.texts[0]) ? "a number with a decimal point" : "a number");
  const Affine change = unit_change(column_.unit, variable_, where_);
  std::vector<double> values = column_.numbers;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!std::isfinite(values[row])) fail(row, "a finite number");
    values[row] = change(values[row]);
  }
  return values;
}

std::vector<Discrete> ColumnReader::discretes() const {
  if (!column_.unit.empty() && column_.unit != "-")
    throw InputError(where_ + ": only Real variables have units, but " + variable_.name +
                     " is of type " + std::string(name(variable_.type)) + ".");
  const bool bytes = variable_.type == Type::string || variable_.type == Type::binary;
  std::vector<Discrete> values;
  values.reserve(table_.times.size());
  for (std::size_t row = 0; row < table_.times.size(); ++row) {
    if (bytes && !column_.is_text)
      fail(row,
           variable_.type == Type::binary ? "hexadecimal digits in quotes" : "a string in quotes");
    if (variable_.type == Type::binary)
      values.emplace_back(std::get<std::string>(convert_value(
          column_.texts[row], variable_, where_ + " at t = " + shortest(table_.times[row]))));
    else if (bytes)
      values.emplace_back(column_.texts[row]);
    else
      values.emplace_back(column_.is_text ? named(row) : numbered(row));
  }
  return values;
}

std::int64_t ColumnReader::named(std::size_t row) const {
  const auto known = named_.find(column_.texts[row]);
  if (known != named_.end()) return known->second;
  return named_[column_.texts[row]] = whole(column_.texts[row], row);
}

std::int64_t ColumnReader::numbered(std::size_t row) const {
  const double number = column_.numbers[row];
  if (std::abs(number) >= 0x1p53) {
    const auto exact = std::ranges::lower_bound(column_.exact, row, {},
                                                &std::pair<std::size_t, std::int64_t>::first);
    if (exact != column_.exact.end() && exact->first == row) return whole(exact->second, row);
  }
  if (!(std::abs(number) < 0x1p53) || number != std::floor(number)) fail(row, "a whole number");
  if (row > 0 && number == column_.numbers[row - 1]) return last_;
  return last_ = whole(static_cast<std::int64_t>(number), row);
}

std::int64_t ColumnReader::whole(const Value& value, std::size_t row) const {
  const Value converted =
      convert_value(value, variable_, where_ + " at t = " + shortest(table_.times[row]));
  if (const auto* flag = std::get_if<bool>(&converted)) return *flag ? 1 : 0;
  return std::get<std::int64_t>(converted);
}

void ColumnReader::fail(std::size_t row, const char* wanted) const {
  const std::string given = column_.is_text                    ? "'" + column_.texts[row] + "'"
                            : std::isnan(column_.numbers[row]) ? "an empty field"
                                                               : shortest(column_.numbers[row]);
  throw InputError(where_ + " at t = " + shortest(table_.times[row]) + ": " + variable_.name +
                   " is of type " + std::string(name(variable_.type)) + " and takes " + wanted +
                   ", not " + given + ".");
}

}  // namespace bw::run
