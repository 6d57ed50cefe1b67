#include "run/plan/algorithm.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "model/blueprint.h"
#include "run/open/table_blueprint.h"

namespace bw::run {
namespace {

constexpr const char* default_master = "gauss-seidel";

// Why a component cannot roll back.
std::string no_rollback(const Components& components, const std::string* name) {
  std::string why = "canGetAndSetFMUstate is false";
  for (const OpenedComponent& one : components.list)
    if (&one.request.name == name && !one.no_copies.empty())
      why += ", and its process cannot be copied, because " + one.no_copies;
  return "(" + why + ")";
}

using Lacks = std::function<bool(const model::Capabilities&)>;

const std::string* first_component(const Components& components,
                                   const std::vector<std::size_t>& chosen, const Lacks& lacks) {
  for (const std::size_t i : chosen)
    if (lacks(components[i].capabilities())) return &components.name(i);
  return nullptr;
}

const std::string* first_component(const Components& components, const Lacks& lacks) {
  std::vector<std::size_t> all(components.size());
  std::iota(all.begin(), all.end(), 0);
  return first_component(components, all, lacks);
}

std::vector<std::size_t> repeated_components(const Components& components,
                                             const cosim::MasterKind& master) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const cosim::Connection& c : components.connections) edges.emplace_back(c.from, c.to);
  std::vector<std::size_t> repeated;
  for (const cosim::Loop& loop : cosim::find_loops(components.size(), edges))
    if (is_iterated(loop) || (loop.closed && master.repeats_alone))
      repeated.insert(repeated.end(), loop.components.begin(), loop.components.end());
  return repeated;
}

// Events are visible in discrete signals, in components that report them, and wherever steps are
// repeated.
bool may_meet_events(const Components& components, const Algorithm& algorithm) {
  if (algorithm.chooses_steps || algorithm.error_test || algorithm.iterations > 1) return true;
  return std::ranges::any_of(
             components.list,
             [](const OpenedComponent& one) { return one.capabilities().reports_events; }) ||
         std::ranges::any_of(components.connections, [&](const cosim::Connection& c) {
           return !is_real(components.variable(c.from, true, c.output).type);
         });
}

bool cannot_roll_back(const model::Capabilities& can) { return !can.can_roll_back; }
bool cannot_vary_steps(const model::Capabilities& can) {
  return !can.variable_steps || can.step_unit > 0;
}

int choose_iterations(const RunSpec& spec, const cosim::MasterKind& master) {
  const int requested =
      spec.iterations ? static_cast<int>(*spec.iterations) : master.usual_iterations;
  const std::string name(master.name);
  if (requested > master.most_iterations)
    throw UsageError(
        name +
        " does not iterate; leave out --iterations or use --master gauss-seidel, newton or ith.");
  if (requested < master.least_iterations)
    throw UsageError(name + " needs at least " + std::to_string(master.least_iterations) +
                     " iterations, but " + std::to_string(requested) +
                     " was given; increase --iterations.");
  return requested;
}

cosim::Hold choose_hold(const RunSpec& spec, const cosim::MasterKind& master, int iterations) {
  const auto hold = cosim::find_hold(spec.hold.value_or("constant"));
  if (!hold || *hold == cosim::Hold::constant) return cosim::Hold::constant;
  if (!master.takes_hold)
    throw UsageError("--hold " + *spec.hold + " cannot be used with --master " +
                     std::string(master.name) + "; use --master gauss-seidel or jacobi.");
  if (iterations > 1)
    throw UsageError(
        "--hold " + *spec.hold +
        " cannot be used with iterations; leave out --iterations or use --master ith.");
  return *hold;
}

// Options that have no meaning for the chosen algorithm.
void check_sense(const RunSpec& spec, const Algorithm& algorithm) {
  if (algorithm.probes && spec.error_columns.value_or(false))
    throw UsageError(
        "--error-columns needs an error estimate, and a co-simulation FMU on its own has none; "
        "leave it out or use --interface me where the FMU offers it.");
  if (!algorithm.certifies &&
      (spec.error_columns.value_or(false) || (spec.work_limit && !algorithm.probes)))
    throw UsageError(
        "--error-columns and --work-limit need an error estimate: connected components without "
        "--master, --step, --steps and --error-test, or --certify.");
  if (spec.richardson.value_or(false) && !algorithm.error_test)
    throw UsageError("--richardson needs --error-test step-doubling.");
  const std::pair<const char*, bool> for_chosen[] = {{"first-step", spec.first_step.has_value()},
                                                     {"min-step", spec.min_step.has_value()},
                                                     {"max-step", spec.max_step.has_value()}};
  for (const auto& [name, given] : for_chosen)
    if (given && !algorithm.chooses_steps)
      throw UsageError("--" + std::string(name) +
                       " applies to variable step sizes only; add --error-test step-doubling or "
                       "--iterations, or use --step.");
  if (spec.fallback_step && algorithm.iterations == 1)
    throw UsageError("--fallback-step applies to iterated loops only; add --iterations.");
}

void check_components(const RunSpec& spec, const Components& components,
                      const Algorithm& algorithm) {
  const char* option = algorithm.error_test ? "--error-test step-doubling" : "a variable step size";
  const std::string* component = nullptr;
  const std::string fixed = " Use --master gauss-seidel or jacobi with a fixed --step.";
  if (algorithm.error_test || algorithm.chooses_steps) {
    component = first_component(components, cannot_roll_back);
    if (component != nullptr)
      throw UsageError("component '" + *component + "' cannot roll back " +
                       no_rollback(components, component) + ", but " + option + " needs rollback." +
                       fixed);
    component = first_component(components, cannot_vary_steps);
    if (component != nullptr)
      throw UsageError("component '" + *component + "' accepts one step size only, but " + option +
                       " needs several." + fixed);
  }
  if (algorithm.iterations > 1) {
    component = first_component(components, repeated_components(components, *algorithm.master),
                                cannot_roll_back);
    if (component != nullptr)
      throw UsageError("component '" + *component + "' is in a loop and cannot roll back " +
                       no_rollback(components, component) + ", but iterations need rollback." +
                       fixed);
  }
  if (spec.events == "locate" && algorithm.watches_events) {
    component = first_component(components, [](const model::Capabilities& can) {
      return cannot_roll_back(can) || cannot_vary_steps(can);
    });
    if (component != nullptr)
      throw UsageError("component '" + *component +
                       "' cannot roll back to an arbitrary time, so events cannot be located; use "
                       "--events ignore.");
  }
}

// A step size that a component requires does not count as the choice of an algorithm.
bool is_step_named(const RunSpec& spec, const Components& components) {
  return spec.step && fixed_step_component(components) == nullptr;
}

// The options that say how to step, so that the error is not estimated.
std::vector<std::string> options_by_hand(const RunSpec& spec, const Components& components,
                                         const Algorithm& algorithm) {
  const std::pair<const char*, bool> options[] = {
      {"step", is_step_named(spec, components)}, {"master", spec.has_master()},
      {"hold", spec.hold.has_value()},           {"iterations", spec.iterations.has_value()},
      {"error-test", algorithm.error_test},      {"every-step", spec.every_step.value_or(false)},
      {"steps", spec.steps.has_value()}};
  std::vector<std::string> keys;
  for (const auto& [key, given] : options)
    if (given) keys.emplace_back(key);
  return keys;
}

// A master, step or error test that the user names is used as given; otherwise the run is
// certified. Without connections there is no coupling error. Empty: it is certified.
std::string why_not_certified(const RunSpec& spec, const Components& components,
                              const Algorithm& algorithm) {
  const bool step_named = is_step_named(spec, components);
  const bool requested = spec.certify.value_or(false);
  const bool single = is_single_black_box(components);
  if (!requested && components.connections.empty() && !single)
    return "nothing is coupled, and a co-simulation FMU does not report its own error";
  if (!spec.certify.value_or(algorithm.by_hand.empty()))
    return spec.certify ? "--no-certify was given"
                        : "--" + algorithm.by_hand.front() + " was given";
  const auto cannot = [](const std::string& why) -> std::string {
    throw UsageError("--certify " + why);
  };
  if (requested && components.connections.empty() && !single)
    return cannot("estimates the coupling error, but no components are connected; leave it out.");
  if (requested && !single &&
      (algorithm.master->expansion == nullptr ||
       (spec.iterations && algorithm.iterations > 1 && !algorithm.master->expands_iterated)))
    return cannot("cannot be used with --master " + std::string(algorithm.master->name) +
                  (algorithm.master->expansion == nullptr
                       ? "; use --master ith or leave --master out."
                       : " and --iterations; use --master ith or leave --iterations out."));
  if (requested && (algorithm.error_test || step_named || spec.every_step.value_or(false) ||
                    spec.steps || spec.first_step || spec.min_step || spec.max_step))
    return cannot(
        "chooses the step sizes from the tolerance; leave out --step, --error-test, "
        "--first-step, --min-step, --max-step, --every-step and --steps.");
  return "";
}

}  // namespace

bool is_single_black_box(const Components& components) {
  return components.size() == 1 && components.connections.empty() &&
         components[0].request.interface == model::Interface::co_simulation &&
         dynamic_cast<const TableBlueprint*>(components[0].blueprint.get()) == nullptr;
}

const std::string* fixed_step_component(const Components& components) {
  return first_component(components,
                         [](const model::Capabilities& can) { return !can.variable_steps; });
}

Algorithm choose_algorithm(const RunSpec& spec, const Components& components) {
  Algorithm algorithm;
  algorithm.master = cosim::find_master(spec.has_master() ? *spec.master : default_master);
  algorithm.iterations = choose_iterations(spec, *algorithm.master);
  algorithm.hold = choose_hold(spec, *algorithm.master, algorithm.iterations);
  algorithm.error_test = spec.error_test == "step-doubling";
  algorithm.chooses_steps = !spec.step && (algorithm.error_test || algorithm.iterations > 1);
  algorithm.master_named = spec.has_master() || spec.hold;
  algorithm.is_named =
      algorithm.master_named || spec.step || spec.iterations || algorithm.error_test;
  algorithm.watches_events = spec.events != "ignore" && !components.connections.empty();
  algorithm.can_locate = first_component(components, [](const model::Capabilities& can) {
                           return cannot_roll_back(can) || cannot_vary_steps(can);
                         }) == nullptr;
  algorithm.locates_events =
      algorithm.watches_events && may_meet_events(components, algorithm) && algorithm.can_locate;
  algorithm.by_hand = options_by_hand(spec, components, algorithm);
  algorithm.not_certified = why_not_certified(spec, components, algorithm);
  algorithm.probes = algorithm.not_certified.empty() && is_single_black_box(components);
  algorithm.certifies = algorithm.not_certified.empty() && !algorithm.probes;
  if (algorithm.certifies)
    algorithm.locates_events = algorithm.watches_events && algorithm.can_locate;
  check_sense(spec, algorithm);
  check_components(spec, components, algorithm);
  return algorithm;
}

result::Approach Algorithm::approach() const {
  result::Approach made;
  made.name = master->name;
  made.textbook = master->textbook;
  if (hold != cosim::Hold::constant) made.details.push_back(std::string(name(hold)) + " hold");
  if (iterations > 1)
    made.details.push_back("at most " + std::to_string(iterations) + " iterations");
  if (error_test) made.details.emplace_back("error test by step doubling");
  return made;
}

}  // namespace bw::run
