#include "run/execute/chosen.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "ode/kernel/integrator.h"

namespace bw::run {
namespace {

bool is_stiff(const model::MethodChoice& choice) { return ode::find_method(choice.method)->stiff; }

}  // namespace

std::string names_of(std::span<const model::MethodChoice> choices) {
  std::vector<std::string_view> known;
  for (const model::MethodChoice& choice : choices)
    if (std::ranges::find(known, choice.method) == known.end()) known.push_back(choice.method);
  return listed(known);
}

void report_choices(std::span<const model::MethodChoice> choices, const std::string& component,
                    result::Outcome& outcome, Bells& bells) {
  for (const model::MethodChoice& choice : choices)
    outcome.decisions.push_back({choice.time, component, std::string(choice.method), choice.why});
  const model::MethodChoice* first = nullptr;
  int changes = 0;
  for (std::size_t k = 1; k < choices.size(); ++k) {
    if (is_stiff(choices[k]) == is_stiff(choices[k - 1])) continue;
    if (first == nullptr) first = &choices[k];
    ++changes;
  }
  if (first == nullptr) return;
  bells.ring(
      BellCode::stiff_switch, first->time, component,
      "the integration switched to " + std::string(first->method) +
          " at t = " + brief(first->time) + " (" + first->why + ")" +
          (changes > 1 ? "; " + grouped(changes - 1) + " more switches followed" : std::string()) +
          ".",
      changes, 0);
}

}  // namespace bw::run
