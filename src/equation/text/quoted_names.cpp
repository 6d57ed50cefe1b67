#include "equation/text/quoted_names.h"

#include <algorithm>

namespace bw::equation {
namespace {

// Behind the bracket that closes the one at `open`; quotes hide brackets.
std::size_t end_of_bracket(std::string_view name, std::size_t open) {
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = open; i < name.size(); ++i) {
    if (name[i] == '\\' && is_quoted)
      ++i;
    else if (name[i] == '\'')
      is_quoted = !is_quoted;
    else if (!is_quoted && name[i] == '[')
      ++depth;
    else if (!is_quoted && name[i] == ']' && --depth == 0)
      return i + 1;
  }
  return name.size();
}

bool is_literal(std::string_view subscripts) {
  return std::ranges::all_of(subscripts, [](char c) {
    return (c >= '0' && c <= '9') || c == ',' || c == ' ' || c == '[' || c == ']';
  });
}

}  // namespace

bool has_computed_subscript(std::string_view name) {
  if (!name.ends_with(']') && name.find('.') == std::string_view::npos) return false;
  const std::size_t open = name.find('[');
  return open != std::string_view::npos && open > 0 && pieces_of_name(name).size() > 1;
}

std::vector<std::string_view> pieces_of_name(std::string_view name) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t open = name.find('['); open != std::string_view::npos;) {
    const std::size_t end = end_of_bracket(name, open);
    if (!is_literal(name.substr(open, end - open))) {
      if (open > begin) pieces.push_back(name.substr(begin, open - begin));
      pieces.push_back(name.substr(open, end - open));
      begin = end;
    }
    open = name.find('[', end);
  }
  if (begin < name.size()) pieces.push_back(name.substr(begin));
  return pieces;
}

}  // namespace bw::equation
