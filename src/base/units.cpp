// The unit grammar of the Modelica specification (chapter 19), a little wider:
//
//   unit    = product { "/" operand }            "m/s/s"; a product after "/" needs parentheses:
//   product = operand { ("." | "*" | " ") operand }   "J/kg.K" could mean two things and is unknown
//   operand = "1" | "(" unit ")" | symbol [ ["^"] ["+" | "-"] digits ]

#include "base/units.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.h"
#include "base/unit_symbols.h"

namespace bw {
namespace {

constexpr std::size_t longest_unit = 200;  // bounds the recursion as well
constexpr int largest_exponent = 99;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; }

// Other spellings become ASCII first: micro sign and Greek mu, Ohm sign and Omega, ...
std::string in_ascii(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> spellings[] = {
      {"\u00b5", "u"},   {"\u03bc", "u"}, {"\u03a9", "Ohm"}, {"\u2126", "Ohm"},
      {"\u00b0", "deg"}, {"\u00b7", "."}, {"\u22c5", "."},   {"\u00b9", "1"},
      {"\u00b2", "2"},   {"\u00b3", "3"}, {"\u207b", "-"}};
  std::string ascii(text);
  for (const auto& [from, to] : spellings)
    for (std::size_t at = ascii.find(from); at != ascii.npos; at = ascii.find(from, at))
      ascii.replace(at, from.size(), to);
  return ascii;
}

double integer_power(double base, int exponent) {
  double result = 1.0;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

// The offset goes: inside a product a degC is a difference of temperatures.
void multiply(UnitSymbol& product, const UnitSymbol& by, int exponent) {
  const int times = std::abs(exponent);
  const double up = integer_power(by.numerator, times), down = integer_power(by.denominator, times);
  product.numerator *= exponent < 0 ? down : up;
  product.denominator *= exponent < 0 ? up : down;
  product.ten += by.ten * exponent;
  for (std::size_t i = 0; i < product.exponents.size(); ++i)
    product.exponents[i] += by.exponents[i] * exponent;
  product.offset = 0.0;
}

// Each reader removes its piece from the front of the text; nothing: this is no unit.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<UnitSymbol> whole() {
    auto unit = quotient();
    return unit && rest_.empty() ? unit : std::nullopt;
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<UnitSymbol> quotient() {
    auto unit = product();
    while (unit && take('/')) {
      const auto divisor = operand();
      if (!divisor) return {};
      multiply(*unit, *divisor, -1);
    }
    return unit;
  }

  std::optional<UnitSymbol> product() {
    auto unit = operand();
    while (unit && (take('.') || take('*') || take(' '))) {
      const auto next = operand();
      if (!next) return {};
      multiply(*unit, *next, 1);
    }
    return unit;
  }

  std::optional<UnitSymbol> operand() {
    if (take('1')) return UnitSymbol{};
    if (take('(')) {
      auto inner = quotient();
      return take(')') ? inner : std::nullopt;
    }
    std::size_t size = 0;
    while (size < rest_.size() && is_letter(rest_[size])) ++size;
    auto symbol = find_unit_symbol(rest_.substr(0, size));
    rest_.remove_prefix(size);
    const auto raised_to = exponent();
    if (!symbol || !raised_to || *raised_to == 1) return raised_to ? symbol : std::nullopt;
    UnitSymbol raised;
    multiply(raised, *symbol, *raised_to);
    return raised;
  }

  // 1 where none is written; nothing when it is half written or absurd.
  std::optional<int> exponent() {
    const bool is_announced = take('^');
    const bool is_negative = take('-');
    const bool is_signed = is_negative || take('+');
    if (rest_.empty() || !is_digit(rest_.front()))
      return is_announced || is_signed ? std::nullopt : std::optional(1);
    int value = 0;
    for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1)) {
      value = 10 * value + (rest_.front() - '0');
      if (value > largest_exponent) return {};
    }
    return is_negative ? -value : value;
  }

  std::string_view rest_;
};

// Numerator and denominator are whole numbers for most units, so this rounds once.
Unit rounded(const UnitSymbol& symbol) {
  const double ten = integer_power(10.0, std::abs(symbol.ten));
  const double up = symbol.ten > 0 ? symbol.numerator * ten : symbol.numerator;
  const double down = symbol.ten < 0 ? symbol.denominator * ten : symbol.denominator;
  return {symbol.exponents, up / down, symbol.offset};
}

bool is_usable(double factor) { return std::isfinite(factor) && factor != 0.0; }

// 0.001 / 1e-6 is 1000 but for the last bit: people expect the number they would write.
double tidied(double value) {
  constexpr double few_bits = 1e-15;
  const double tidy = to_number(fmt::format("{:.12g}", value)).value_or(value);
  return std::abs(tidy - value) <= few_bits * std::abs(value) ? tidy : value;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.size() > longest_unit) return {};
  if (text == "-") return Unit{};
  const std::string ascii = in_ascii(text);
  const auto symbol = Reader(ascii).whole();
  if (!symbol) return {};
  const Unit unit = rounded(*symbol);
  return is_usable(unit.factor) ? std::optional(unit) : std::nullopt;
}

std::optional<Affine> conversion(const Unit& from, const Unit& to, bool relative) {
  if (!from.same_dimension(to) || !is_usable(from.factor) || !is_usable(to.factor)) return {};
  Affine affine;
  if (from.factor != to.factor) affine.gain = tidied(from.factor / to.factor);
  if (!relative && from.offset != to.offset)
    affine.offset = tidied((from.offset - to.offset) / to.factor);
  return is_usable(affine.gain) ? std::optional(affine) : std::nullopt;
}

std::optional<double> seconds_in(std::string_view unit) {
  constexpr double day = 86400.0;
  if (unit == "a") return 365.0 * day;  // a year, where parse_unit() knows an are
  const auto meaning = parse_unit(unit), second = parse_unit("s");
  if (!meaning || !meaning->same_dimension(*second) || meaning->offset != 0.0) return {};
  return meaning->factor;
}

}  // namespace bw
