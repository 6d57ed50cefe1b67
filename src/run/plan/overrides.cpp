#include "run/plan/overrides.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "base/text.h"
#include "ode/kernel/integrator.h"
#include "run/plan/algorithm.h"
#include "run/spec/options.h"

namespace bw::run {
namespace {

// What chooses a master, its steps or what needs them.
constexpr std::string_view algorithm_keys[] = {
    "master",     "hold",     "step",     "iterations",    "error-test", "richardson",
    "first-step", "min-step", "max-step", "fallback-step", "every-step", "steps"};

std::string text_of(double value) { return brief(value, 6); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(bool value) { return value ? "" : "false"; }

// Drops an option that only the file gives; "master gauss-seidel", or empty: there was none.
std::string dropped(const Option& option, const RunSpec& given, RunSpec& spec) {
  return std::visit(
      [&](auto member) -> std::string {
        using Field = std::remove_reference_t<decltype(spec.*member)>;
        if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
          return "";
        } else {
          if ((given.*member).has_value() || !(spec.*member).has_value()) return "";
          const std::string value = text_of(*(spec.*member));
          (spec.*member).reset();
          return std::string(option.key) + (value.empty() ? "" : " " + value);
        }
      },
      option.member);
}

// Values that say the same as the default contradict nothing.
bool is_default(const RunSpec& spec, std::string_view key) {
  return (key == "master" && spec.master == "auto") ||
         (key == "error-test" && spec.error_test == "none") ||
         (key == "richardson" && spec.richardson == false) ||
         (key == "every-step" && spec.every_step == false);
}

}  // namespace

RunSpec with_certify(RunSpec spec, const RunSpec& given, const Components& components,
                     Bells& bells) {
  if (!given.certify.value_or(false)) return spec;
  std::vector<std::string> names;
  for (const Option& option : options()) {
    const bool chooses = std::ranges::find(algorithm_keys, option.key) != std::end(algorithm_keys);
    if (!chooses || is_default(spec, option.key)) continue;
    // The only step size of a component is no choice of an algorithm.
    if (option.key == "step" && fixed_step_component(components) != nullptr) continue;
    if (const std::string name = dropped(option, given, spec); !name.empty()) names.push_back(name);
  }
  if (spec.method && !given.method && *spec.method != "auto" &&
      ode::find_method(*spec.method)->fixed_step) {
    names.push_back("method " + *spec.method);
    spec.method.reset();
  }
  if (names.empty()) return spec;
  bells.ring(BellCode::setting_ignored, 0, "certify",
             "--certify chooses the algorithm and its steps from the tolerance; not used from the "
             "project file: " +
                 listed(names) + ".");
  return spec;
}

}  // namespace bw::run
