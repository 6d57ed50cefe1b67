#include "run/plan/process_copies.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/process/child.h"
#include "base/text.h"
#include "cosim/master/master.h"
#include "model/blueprint.h"
#include "model/isolated/isolated_blueprint.h"
#include "model/isolated/isolated_component.h"
#include "run/plan/planning.h"

namespace bw::run {
namespace {

// The user chose something that repeats steps.
bool repeats_steps(const RunSpec& spec) {
  const cosim::MasterKind* master = spec.has_master() ? cosim::find_master(*spec.master) : nullptr;
  const double iterations =
      spec.iterations.value_or(master != nullptr ? master->usual_iterations : 1);
  return spec.error_test == "step-doubling" || iterations > 1 || spec.events == "locate";
}

// A coupled run whose error is estimated rolls back where it meets events, and with implicit base
// methods.
bool may_be_certified(const RunSpec& spec, const Components& components) {
  const bool by_hand = spec.has_master() || spec.step || spec.hold || spec.iterations ||
                       spec.error_test || spec.steps || spec.every_step.value_or(false);
  return !components.connections.empty() && spec.certify.value_or(!by_hand) &&
         spec.events != "ignore";
}

bool is_joined_to_one(const RunSpec& spec, const Components& components) {
  return !spec.has_master() && std::ranges::all_of(components.list, [](const OpenedComponent& one) {
    return one.is_model();
  });
}

bool lacks_rollback(const OpenedComponent& one) { return !one.capabilities().can_roll_back; }

std::string obstacle_to_trials(const OpenedComponent& one) {
  if (!one.blueprint->is_foreign()) return "it is no FMU";
  if (one.capabilities().needs_tool) return "it needs the tool that made it";
  return has_other_threads() ? "the program has other threads" : "";
}

model::CopyTrial trial_of(const OpenedComponent& one, const Period& period) {
  const double span = period.stop - period.start;
  const double unit = one.capabilities().step_unit;
  const double step =
      one.blueprint->experiment().step.value_or(unit > 0 ? unit : span / default_steps);
  return {period.start, period.stop, std::min(step, span)};
}

// What runs in the process of a component.
std::shared_ptr<const model::Blueprint> inner_of(const OpenedComponent& one) {
  const model::Blueprint* inner = model::isolated_inner(*one.blueprint);
  return {one.blueprint, inner != nullptr ? inner : one.blueprint.get()};
}

std::string obstacle(const OpenedComponent& one, const Period& period) {
  if (std::string why = obstacle_to_trials(one); !why.empty()) return why;
  return try_copies(inner_of(one), one.request, trial_of(one, period), one.isolation);
}

// Of a call in a trial, in seconds. One that hangs there hangs in the run, too, where it has its
// whole deadline and the rows before it are kept. Under load it may choose copies, which roll back
// a component whose state does so as well.
constexpr double longest_call = 0.5;

// What its FMU state does, the end of a sentence; empty: it restores it, or that cannot be tried.
// Nothing: a call took longer than `call_timeout`.
std::optional<std::string> flaw_of_state(const OpenedComponent& one, const Period& period,
                                         double call_timeout) {
  if (one.request.interface != model::Interface::co_simulation || !obstacle_to_trials(one).empty())
    return "";
  model::Isolation how = one.isolation;
  how.call_timeout = std::min(how.call_timeout, call_timeout);
  auto flaw = try_state(inner_of(one), one.request, trial_of(one, period), how);
  if (flaw && !flaw->empty()) flaw = "does not restore it: " + *flaw;
  return flaw;
}

std::shared_ptr<const model::Blueprint> with_copies(const OpenedComponent& one) {
  const bool always = model::isolated_inner(*one.blueprint) != nullptr;
  return make_isolated_blueprint(one.blueprint, one.request.name, one.isolation,
                                 always ? model::Copies::used : model::Copies::for_rollback);
}

// A state that does not restore the component is replaced by copies, and so is one that a slow
// component leaves untried: copies are checked while they are used. Where it cannot be copied, it
// has all the time that it takes.
void try_state_of(OpenedComponent& one, const Period& period) {
  std::optional<std::string> flaw = flaw_of_state(one, period, longest_call);
  if (flaw && flaw->empty()) return;
  const std::string no_copies = obstacle(one, period);
  const bool is_slow = !flaw;
  if (is_slow && !no_copies.empty()) flaw = flaw_of_state(one, period, one.isolation.call_timeout);
  if (is_slow && no_copies.empty())
    flaw = "was not tried: a call takes longer than " +
           brief(std::min(longest_call, one.isolation.call_timeout)) + " s";
  if (flaw.value_or("").empty()) return;  // or it hangs, and will hang in the run
  one.state_flaw = *flaw;
  one.no_copies = no_copies;
  if (!no_copies.empty())
    throw InputError("component '" + one.request.name + "' cannot be rolled back: its FMU state " +
                     one.state_flaw + ", and its process cannot be copied, because " + no_copies +
                     ". Use --master gauss-seidel or jacobi with a fixed --step.");
  one.blueprint = with_copies(one);
}

}  // namespace

Components with_tried_states(const Period& period, Components components) {
  for (OpenedComponent& one : components.list)
    if (!lacks_rollback(one) && !model::rolls_back_by_copies(*one.blueprint))
      try_state_of(one, period);
  return components;
}

Components with_process_copies(const RunSpec& spec, const Period& period, Components components) {
  const bool required = repeats_steps(spec);
  if (is_joined_to_one(spec, components)) return components;
  if (!required && !may_be_certified(spec, components)) return components;
  if (required) components = with_tried_states(period, std::move(components));
  std::vector<std::shared_ptr<const model::Blueprint>> made(components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    OpenedComponent& one = components.list[i];
    if (!lacks_rollback(one)) continue;
    one.no_copies = obstacle(one, period);
    if (one.no_copies.empty()) made[i] = with_copies(one);
    // Events are located where all can roll back.
    if (made[i] == nullptr && !required) return components;
  }
  for (std::size_t i = 0; i < components.size(); ++i)
    if (made[i] != nullptr) components.list[i].blueprint = made[i];
  return components;
}

std::string copies_remark(const Components& components) {
  std::vector<std::string> names, flaws;
  for (const OpenedComponent& one : components.list) {
    if (!model::rolls_back_by_copies(*one.blueprint)) continue;
    names.push_back("'" + one.request.name + "'");
    if (!one.state_flaw.empty())
      flaws.push_back("the FMU state of '" + one.request.name + "' " + one.state_flaw);
  }
  if (names.empty()) return "";
  return "rollback of " + listed(names) + " by process copy" +
         (flaws.empty() ? "" : " (" + listed(flaws) + ")");
}

}  // namespace bw::run
