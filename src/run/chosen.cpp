#include "run/chosen.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace bw::run {

std::string names_of(std::span<const model::MethodChoice> choices) {
  std::vector<std::string_view> known;
  for (const model::MethodChoice& choice : choices)
    if (std::find(known.begin(), known.end(), choice.method) == known.end())
      known.push_back(choice.method);
  std::string names;
  for (const std::string_view name : known)
    names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

void tell_choices(std::span<const model::MethodChoice> choices, const std::string& part,
                  result::RunResult& result, Bells& bells) {
  for (const model::MethodChoice& choice : choices)
    result.decisions.push_back({choice.time, part, std::string(choice.method), choice.why});
  if (choices.size() < 2) return;
  const model::MethodChoice& first = choices[1];
  const std::size_t others = choices.size() - 2;
  bells.ring(BellCode::stiff_switch, first.time, part,
             std::string(first.method) + " took over at t = " + brief(first.time) + " (" +
                 first.why + ")" +
                 (others > 0 ? ", and " + std::to_string(others) + " more changes followed"
                             : std::string()) +
                 ".",
             static_cast<double>(others) + 1, 0);
}

}  // namespace bw::run
