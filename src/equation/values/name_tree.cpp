#include "equation/values/name_tree.h"

#include <algorithm>
#include <charconv>

namespace bw::equation {

std::size_t end_of_step(std::string_view path) {
  if (path.starts_with('[')) return std::min(path.find(']'), path.size() - 1) + 1;
  return std::min(path.find_first_of(".[", 1), path.size());
}

std::vector<std::size_t> literal_subscripts(std::string_view step) {
  std::vector<std::size_t> all;
  const char* at = step.data() + 1;
  const char* const end = step.data() + step.size();
  if (!step.starts_with('[') || !step.ends_with(']')) return {};
  while (at < end) {
    std::size_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number == 0 || next == end) return {};
    all.push_back(number);
    at = next + 1;
    if (*next == ']') return at == end ? all : std::vector<std::size_t>{};
    if (*next != ',') return {};
    while (at < end && *at == ' ') ++at;
  }
  return {};
}

void NameTree::add(std::string_view name) {
  for (std::size_t at = end_of_step(name); at < name.size();) {
    const std::size_t begin = at + (name[at] == '.' ? 1 : 0);
    if (begin == name.size()) return;  // a dot at the end
    const std::size_t end = begin + end_of_step(name.substr(begin));
    const std::string_view part = name.substr(0, end);
    // A part that has parts was registered with the first of them.
    if (end == name.size() || !parts_.contains(part)) parts_[name.substr(0, at)].push_back(part);
    at = end;
  }
}

const std::vector<std::string_view>* NameTree::parts_of(std::string_view name) const {
  const auto found = parts_.find(name);
  return found == parts_.end() ? nullptr : &found->second;
}

}  // namespace bw::equation
