// Names of variables. The structured convention (FMI 2.0, 2.2.9; FMI 3.0, 2.4.7):
//
//   name       = identifier | "der(" identifier ["," number] ")"
//   identifier = b-name [indices] { "." b-name [indices] }
//   b-name     = nondigit { digit | nondigit } | "'" any but "'" ... "'"
//   indices    = "[" number { "," number } "]"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

class NameReader {
 public:
  explicit NameReader(std::string_view text) : rest_(text) {}

  bool reads() {
    if (!rest_.starts_with("der(")) return identifier() && rest_.empty();
    rest_.remove_prefix(4);
    if (!identifier()) return false;
    if (take(',') && !number()) return false;
    return take(')') && rest_.empty();
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_nondigit(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool number() {
    while (take(' ')) {
    }
    const std::size_t before = rest_.size();
    while (!rest_.empty() && is_digit(rest_.front())) rest_.remove_prefix(1);
    return rest_.size() < before;
  }
  bool identifier() {
    do {
      if (!piece()) return false;
    } while (take('.'));
    return true;
  }
  bool piece() {
    if (take('\'')) {
      std::size_t end = 0;
      while (end < rest_.size() && rest_[end] != '\'') end += rest_[end] == '\\' ? 2 : 1;
      if (end == 0 || end >= rest_.size()) return false;
      rest_.remove_prefix(end + 1);
    } else {
      if (rest_.empty() || !is_nondigit(rest_.front())) return false;
      while (!rest_.empty() && (is_nondigit(rest_.front()) || is_digit(rest_.front())))
        rest_.remove_prefix(1);
    }
    return !take('[') || indices();
  }
  bool indices() {
    do {
      if (!number()) return false;
    } while (take(','));
    return take(']');
  }

  std::string_view rest_;
};

void check_name(const Checking& checking, const Variable& variable, const std::string& name) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  };
  if (std::ranges::any_of(name, is_control))
    checking.add(Rule::variable_name_characters, variable,
                 "the name of a variable contains control characters, such as line ends or tabs.");
  else if (!name.empty() && trimmed(name).size() != name.size())
    checking.add(Rule::variable_name_characters, variable,
                 fmt::format("the name '{}' has blanks around it.", name));
  else if (checking.description.structured_names && !NameReader(name).reads())
    checking.add(
        Rule::variable_name_structured, variable,
        fmt::format("'{}' does not follow the structured naming convention that the description "
                    "declares; expected a name like a.b[3].c, der(x) or 'any text' in quotes.",
                    name));
}

}  // namespace

void check_names(const Checking& checking) {
  for (const Variable& variable : checking.description.variables) {
    check_name(checking, variable, variable.face.name);
    for (const Alias& alias : variable.aliases) check_name(checking, variable, alias.name);
  }
}

}  // namespace bw::fmi
