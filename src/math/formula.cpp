#include "math/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::math {
namespace {

using Function = double (*)(double);

constexpr std::array<std::pair<std::string_view, Function>, 7> functions = {{
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"abs", [](double x) { return std::abs(x); }},
}};

constexpr int deepest = 200;  // brackets within brackets

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) {
  return is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

class FormulaReader {
 public:
  FormulaReader(std::string_view text, const std::vector<std::string>& names, Formula& formula)
      : text_(text), names_(names), formula_(formula) {}

  void read() {
    sum();
    skip_blanks();
    if (at_ < text_.size()) fail("an operator (+ - * / ^) is missing before");
    auto& used = formula_.variables_;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    if (used.empty()) fail("there is no variable in");
  }

 private:
  using Kind = Formula::Kind;

  void sum() {
    if (++depth_ > deepest) fail("too many nested parentheses in");
    term();
    while (true) {
      if (accept('+'))
        term(), add(Kind::sum);
      else if (accept('-'))
        term(), add(Kind::difference);
      else
        break;
    }
    --depth_;
  }

  void term() {
    signed_power();
    while (true) {
      if (accept('*'))
        signed_power(), add(Kind::product);
      else if (accept('/'))
        signed_power(), add(Kind::quotient);
      else
        return;
    }
  }

  void signed_power() {
    if (++depth_ > deepest) fail("too many signs or powers follow each other in");
    const bool negative = accept('-');
    if (negative && next() == '-') fail("two signs follow each other in");
    factor();
    if (accept('^')) signed_power(), add(Kind::power);
    if (negative) add(Kind::negative);
    --depth_;
  }

  void factor() {
    skip_blanks();
    if (at_ == text_.size()) fail("a number or a variable is missing at the end of");
    if (accept('(')) return close();
    if (variable() || number() || function()) return;
    std::size_t end = at_;
    while (end < text_.size() && is_name_character(text_[end])) ++end;
    const std::string word(text_.substr(at_, end - at_));
    if (word.empty()) fail("a number or a variable is expected in");
    fail("no variable is called '" + word + "' in", did_you_mean(word, names_));
  }

  void close() {
    sum();
    if (!accept(')')) fail("a parenthesis is not closed in");
  }

  bool variable() {
    std::size_t best = names_.size(), length = 0;
    const std::string_view rest = text_.substr(at_);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::string& name = names_[i];
      if (name.size() <= length || !rest.starts_with(name)) continue;
      if (name.size() < rest.size() && (is_name_character(rest[name.size()]) ||
                                        rest[name.size()] == '(' || rest[name.size()] == '['))
        continue;
      best = i;
      length = name.size();
    }
    if (best == names_.size()) return false;
    at_ += length;
    formula_.variables_.push_back(best);
    formula_.steps_.push_back({.kind = Kind::variable, .variable = best});
    return true;
  }

  bool number() {
    if (!is_digit(text_[at_]) && text_[at_] != '.') return false;
    double value = 0;
    const auto [end, problem] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (problem != std::errc{}) fail("a number is expected in");
    const auto after = static_cast<std::size_t>(end - text_.data());
    if (after < text_.size() && is_name_character(text_[after])) return false;  // 2nd
    at_ = after;
    formula_.steps_.push_back({.kind = Kind::number, .number = value});
    return true;
  }

  bool function() {
    for (const auto& [name, function] : functions) {
      const std::string_view rest = text_.substr(at_);
      if (!rest.starts_with(name)) continue;
      const std::size_t bracket = rest.find_first_not_of(" \t", name.size());
      if (bracket == rest.npos || rest[bracket] != '(') continue;
      at_ += bracket + 1;
      close();
      formula_.steps_.push_back({.kind = Kind::call, .function = function});
      return true;
    }
    return false;
  }

  void add(Kind kind) { formula_.steps_.push_back({.kind = kind}); }

  char next() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  [[noreturn]] void fail(const std::string& what, const std::string& advice = "") const {
    throw UsageError(what + " \"" + std::string(text_) + "\" (character " +
                     std::to_string(at_ + 1) + ")." + advice);
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
  Formula& formula_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Formula::Formula(std::string_view text, const std::vector<std::string>& names) {
  FormulaReader(text, names, *this).read();
  stack_.reserve(steps_.size());
}

double Formula::operator()(std::span<const double> values) const {
  stack_.clear();
  for (const Step& step : steps_) {
    if (step.kind == Kind::number || step.kind == Kind::variable) {
      stack_.push_back(step.kind == Kind::number ? step.number : values[step.variable]);
      continue;
    }
    const double last = stack_.back();
    if (step.kind == Kind::negative || step.kind == Kind::call) {
      stack_.back() = step.kind == Kind::call ? step.function(last) : -last;
      continue;
    }
    stack_.pop_back();
    double& first = stack_.back();
    switch (step.kind) {
      case Kind::sum: first += last; break;
      case Kind::difference: first -= last; break;
      case Kind::product: first *= last; break;
      case Kind::quotient: first /= last; break;
      default: first = std::pow(first, last); break;
    }
  }
  return stack_.back();
}

}  // namespace bw::math
