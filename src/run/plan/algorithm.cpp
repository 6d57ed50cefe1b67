#include "run/plan/algorithm.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"

namespace bw::run {
namespace {

constexpr const char* default_master = "gauss-seidel";

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
    throw UsageError(name + " does not iterate: what iterations cost is better spent on shorter " +
                     "steps there; leave --iterations out, or take gauss-seidel, newton or ith.");
  if (requested < master.least_iterations)
    throw UsageError(name + " needs at least " + std::to_string(master.least_iterations) +
                     " iterations, not " + std::to_string(requested) + ".");
  return requested;
}

cosim::Hold choose_hold(const RunSpec& spec, const cosim::MasterKind& master, int iterations) {
  const auto hold = cosim::find_hold(spec.hold.value_or("constant"));
  if (!hold || *hold == cosim::Hold::constant) return cosim::Hold::constant;
  if (!master.takes_hold)
    throw UsageError(std::string(master.name) + " has its own way with inputs; --hold " +
                     *spec.hold + " is for gauss-seidel and jacobi.");
  if (iterations > 1)
    throw UsageError("--hold " + *spec.hold +
                     " looks ahead where iterations look back; leave --iterations out, or take "
                     "--master ith, which iterates for inputs at both ends of a step.");
  return *hold;
}

// Options that have no meaning for the chosen algorithm.
void check_sense(const RunSpec& spec, const Algorithm& algorithm) {
  if (!algorithm.certifies && (spec.error_columns.value_or(false) || spec.work_limit))
    throw UsageError(
        "error-columns and work-limit are for runs whose error is estimated, and this one is not; "
        "that takes parts with wires between them and no named master, step or error test (or "
        "--certify).");
  if (spec.richardson.value_or(false) && !algorithm.error_test)
    throw UsageError(
        "richardson combines both solutions of the error test; it needs --error-test "
        "step-doubling.");
  const std::pair<const char*, bool> for_chosen[] = {{"first-step", spec.first_step.has_value()},
                                                     {"min-step", spec.min_step.has_value()},
                                                     {"max-step", spec.max_step.has_value()}};
  for (const auto& [name, given] : for_chosen)
    if (given && !algorithm.chooses_steps)
      throw UsageError(std::string(name) +
                       " is for steps that the run chooses, which takes --error-test step-doubling "
                       "or --iterations; for one step size give --step.");
  if (spec.fallback_step && algorithm.iterations == 1)
    throw UsageError(
        "fallback-step is where iterations stop, and nothing is iterated here; give --iterations.");
}

void check_components(const RunSpec& spec, const Components& components,
                      const Algorithm& algorithm) {
  const char* option =
      algorithm.error_test ? "--error-test step-doubling" : "a step of changing size";
  const std::string* component = nullptr;
  const std::string fixed = "--master gauss-seidel or jacobi with a fixed --step";
  if (algorithm.error_test || algorithm.chooses_steps) {
    component = first_component(components, cannot_roll_back);
    if (component != nullptr)
      throw UsageError("part '" + *component +
                       "' cannot be set back in time (canGetAndSetFMUstate is " + "false), which " +
                       option + " needs; " + fixed + " does without.");
    component = first_component(components, cannot_vary_steps);
    if (component != nullptr)
      throw UsageError("part '" + *component + "' accepts one step size only, and " + option +
                       " needs others; " + fixed + " does without.");
  }
  if (algorithm.iterations > 1) {
    component = first_component(components, repeated_components(components, *algorithm.master),
                                cannot_roll_back);
    if (component != nullptr)
      throw UsageError(
          "part '" + *component + "' stands in a loop and cannot be set back in time " +
          "(canGetAndSetFMUstate is false), which iterations need; " + fixed + " does without.");
  }
  if (spec.events == "locate" && algorithm.watches_events) {
    component = first_component(components, [](const model::Capabilities& can) {
      return cannot_roll_back(can) || cannot_vary_steps(can);
    });
    if (component != nullptr)
      throw UsageError("part '" + *component +
                       "' cannot be set back in time or not to any time, so that " +
                       "events cannot be located; --events ignore does without.");
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
  if (!spec.certify.value_or(algorithm.by_hand.empty()))
    return spec.certify ? "--no-certify was given"
                        : "--" + algorithm.by_hand.front() + " was given";
  const bool requested = spec.certify.value_or(false);
  const auto cannot = [](const std::string& why) -> std::string {
    throw UsageError("certify: " + why);
  };
  if (requested && components.connections.empty())
    return cannot("nothing is coupled here, so that there is no coupling error to estimate.");
  if (requested &&
      (algorithm.master->expansion == nullptr ||
       (spec.iterations && algorithm.iterations > 1 && !algorithm.master->expands_iterated)))
    return cannot(
        std::string(algorithm.master->name) +
        (algorithm.master->expansion == nullptr ? "" : " with iterations") +
        " ends where a tolerance says, so that its error is no power series of the step "
        "and cannot be extrapolated; --master ith can, and leaving the master out chooses "
        "the best one.");
  if (requested && (algorithm.error_test || step_named || spec.every_step.value_or(false) ||
                    spec.steps || spec.first_step || spec.min_step || spec.max_step))
    return cannot(
        "the steps of a certified run follow from the tolerance; leave out --step, --error-test, "
        "--first-step, --min-step, --max-step, --every-step and --steps.");
  return components.connections.empty()
             ? "nothing is coupled, and a co-simulation FMU does not report its own error"
             : "";
}

}  // namespace

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
  algorithm.certifies = algorithm.not_certified.empty();
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
