#include "run/spec/complete.h"

#include "base/error.h"
#include "base/text.h"
#include "run/spec/options.h"

namespace bw::run {
namespace {

// Contradictions between options for communication steps.
void check_steps(const RunSpec& spec) {
  const std::pair<const char*, std::optional<double>> chosen[] = {
      {"first-step", spec.first_step}, {"min-step", spec.min_step}, {"max-step", spec.max_step}};
  for (const auto& [name, value] : chosen)
    if (spec.step && value)
      throw UsageError(std::string("step fixes the step size, and ") + name +
                       " limits a variable one; leave one of them out.");
  if (spec.min_step && spec.max_step && *spec.min_step > *spec.max_step)
    throw UsageError("min-step " + shortest(*spec.min_step) + " is larger than max-step " +
                     shortest(*spec.max_step) + ".");
  if (spec.first_step && spec.min_step && *spec.first_step < *spec.min_step)
    throw UsageError("first-step " + shortest(*spec.first_step) + " is smaller than min-step " +
                     shortest(*spec.min_step) + ".");
  if (spec.first_step && spec.max_step && *spec.first_step > *spec.max_step)
    throw UsageError("first-step " + shortest(*spec.first_step) + " is larger than max-step " +
                     shortest(*spec.max_step) + ".");
}

}  // namespace

void check(const RunSpec& spec) {
  for (const Option& option : options()) {
    const std::string wrong = complaint(option, spec);
    if (!wrong.empty()) throw UsageError(wrong);
  }
  if (spec.every_step.value_or(false) && spec.interval)
    throw UsageError("interval and every-step exclude each other; leave one of them out.");
  check_steps(spec);
}

RunSpec completed(const RunSpec& given, const system::System& system) {
  check(given);
  std::vector<SettingView> settings;
  for (const system::Setting& s : system.settings)
    settings.push_back({s.key, &s.values, s.position.text()});
  const RunSpec written = from_settings(settings);
  try {
    check(written);
  } catch (const UsageError& error) {
    throw InputError(system.file.string() + ": [run]: " + error.what());
  }
  RunSpec spec = given;
  complete(spec, written);
  // A table named in the system file is relative to it.
  if (!given.input && spec.input) spec.input = (system.file.parent_path() / *spec.input).string();
  if (!spec.output && !spec.default_output.empty()) spec.output = spec.default_output;
  // Rows have one rule: the one of the command line replaces the one of the file.
  if (given.interval && !given.every_step) spec.every_step.reset();
  if (given.every_step && !given.interval) spec.interval.reset();
  check(spec);
  return spec;
}

}  // namespace bw::run
