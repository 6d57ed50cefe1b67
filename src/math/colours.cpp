#include "math/colours.h"

namespace bw::math {

std::vector<std::vector<Place>> colours(const Pattern& pattern) {
  const std::size_t n = pattern.size();
  std::vector<std::vector<Place>> columns(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
      columns[pattern.columns[e]].push_back({i, pattern.columns[e], e});

  std::vector<std::vector<std::size_t>> used(n);  // colours that a row has already
  std::vector<std::size_t> seen_by;               // per colour: the last column that met it, + 1
  std::vector<std::vector<Place>> groups;
  for (std::size_t j = 0; j < n; ++j) {
    if (columns[j].empty()) continue;
    for (const Place& place : columns[j])
      for (const std::size_t colour : used[place.row]) seen_by[colour] = j + 1;
    std::size_t colour = 0;
    while (colour < groups.size() && seen_by[colour] == j + 1) ++colour;
    if (colour == groups.size()) {
      groups.emplace_back();
      seen_by.push_back(0);
    }
    for (const Place& place : columns[j]) {
      used[place.row].push_back(colour);
      groups[colour].push_back(place);
    }
  }
  return groups;
}

}  // namespace bw::math
