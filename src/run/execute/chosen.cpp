#include "run/execute/chosen.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "ode/kernel/integrator.h"

namespace bw::run {
namespace {

using Choices = std::span<const model::MethodChoice>;

const ode::MethodKind& kind_of(const model::MethodChoice& choice) {
  return *ode::find_method(choice.method);
}

std::string sentence(const model::MethodChoice& first, int changes) {
  const std::string more =
      changes > 1 ? "; " + grouped(changes - 1) + " more switches followed" : "";
  return "the integration switched to " + std::string(first.method) +
         " at t = " + brief(first.time) + " (" + first.why + ")" + more + ".";
}

// From explicit to stiff methods or back; those that pass over oscillations are neither.
void report_stiffness(Choices choices, const std::string& component, Bells& bells) {
  const model::MethodChoice* first = nullptr;
  int changes = 0;
  bool was_stiff = !choices.empty() && kind_of(choices.front()).stiff;
  for (const model::MethodChoice& choice : choices) {
    const ode::MethodKind& kind = kind_of(choice);
    if (kind.passes_over || kind.stiff == was_stiff) continue;
    was_stiff = kind.stiff;
    if (first == nullptr) first = &choice;
    ++changes;
  }
  if (first != nullptr)
    bells.ring(BellCode::stiff_switch, first->time, component, sentence(*first, changes), changes,
               0);
}

void report_oscillation(Choices choices, const std::string& component, Bells& bells) {
  const model::MethodChoice* first = nullptr;
  int changes = 0;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const bool passed_over = k > 0 && kind_of(choices[k - 1]).passes_over;
    if (kind_of(choices[k]).passes_over == passed_over) continue;
    if (first == nullptr) first = &choices[k];
    ++changes;
  }
  if (first != nullptr)
    bells.ring(BellCode::oscillation_switch, first->time, component, sentence(*first, changes),
               changes, 0);
}

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
  report_stiffness(choices, component, bells);
  report_oscillation(choices, component, bells);
}

}  // namespace bw::run
