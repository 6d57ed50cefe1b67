#include "system/connection_expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/error.h"

namespace bw::system {
namespace {

constexpr const char* unpaired = "a parenthesis or quote is not closed in";

// constant + slope * name
struct Linear {
  double constant = 0.0, slope = 0.0;
};

class Reader {
 public:
  Reader(std::string_view text, const Position& position) : text_(text), position_(position) {}

  ConnectionExpression read() {
    const Linear value = sum();
    if (at_ < text_.size()) fail("an operator (+ - * /) is missing before");
    if (name_.empty()) fail("there is no output (component.variable) in");
    if (!std::isfinite(value.slope) || !std::isfinite(value.constant))
      fail("a number is not finite in");
    return {endpoint(name_, position_), value.slope, value.constant};
  }

 private:
  Linear sum() {
    Linear total = accept('-') ? negative(term()) : term();
    while (true) {
      if (accept('+'))
        add(total, term());
      else if (accept('-'))
        add(total, negative(term()));
      else
        return total;
    }
  }

  Linear term() {
    Linear product = factor();
    while (true) {
      if (accept('*')) {
        const Linear right = factor();
        // At most one side has a name (factor() sees to it), so this stays linear.
        product = {product.constant * right.constant,
                   product.slope * right.constant + product.constant * right.slope};
      } else if (accept('/')) {
        const Linear right = factor();
        if (right.slope != 0.0 || right.constant == 0.0)
          fail("only division by a number is allowed in");
        product = {product.constant / right.constant, product.slope / right.constant};
      } else {
        return product;
      }
    }
  }

  Linear factor() {
    skip_blanks();
    if (at_ == text_.size()) fail("a number or component.variable is missing at the end of");
    if (const auto value = number()) return {*value, 0.0};
    if (is_operator(text_[at_])) fail("a number or component.variable is expected in");
    if (!name_.empty()) fail("only one output is allowed in");
    name_ = name();
    return {0.0, 1.0};
  }

  // Nothing where a name begins, even one with a leading digit: 2nd.x.
  std::optional<double> number() {
    const std::size_t digit = at_ + (text_[at_] == '-' ? 1 : 0);
    if (digit == text_.size() || !(is_digit(text_[digit]) || text_[digit] == '.')) return {};
    double value = 0;
    const auto [end, problem] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    const auto after = static_cast<std::size_t>(end - text_.data());
    if (after < text_.size() && !is_blank(text_[after]) && !is_operator(text_[after])) return {};
    if (problem != std::errc{}) fail("a number is expected in");
    at_ = after;
    return value;
  }

  std::string name() {
    const std::size_t begin = at_;
    std::string open;  // brackets still to be closed, innermost last
    bool dotted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool quoted = open.ends_with('\'');
      if (!open.empty() && c == open.back())
        open.pop_back();
      else if (quoted && c == '\\')
        at_ = std::min(at_ + 1, text_.size() - 1);  // Modelica's escape: the next one is no quote
      else if (c == '\'' || (!quoted && (c == '(' || c == '[')))
        open += c == '(' ? ')' : c == '[' ? ']' : c;
      else if (!quoted && (c == ')' || c == ']'))
        fail(unpaired);
      else if (open.empty() && (is_blank(c) || (is_operator(c) && (c != '-' || dotted))))
        break;
      else if (c == '.')
        dotted = true;
    }
    if (!open.empty()) fail(unpaired);
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  static bool is_operator(char c) { return c == '+' || c == '-' || c == '*' || c == '/'; }

  static Linear negative(Linear a) { return {-a.constant, -a.slope}; }
  static void add(Linear& a, Linear b) { a = {a.constant + b.constant, a.slope + b.slope}; }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(
        position_.text() + ": " + what + " \"" + std::string(text_) + "\" (character " +
        std::to_string(at_ + 1) +
        "); a connection is written \"component.output\" or \"2.5 * component.output + 1\".");
  }

  std::string_view text_;
  const Position& position_;
  std::size_t at_ = 0;
  std::string name_;
};

}  // namespace

ConnectionExpression read_connection_expression(std::string_view text, const Position& position) {
  return Reader(text, position).read();
}

}  // namespace bw::system
