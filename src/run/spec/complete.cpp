#include "run/spec/complete.h"

#include "base/error.h"
#include "base/text.h"
#include "result/format.h"
#include "run/spec/options.h"
#include "run/spec/own_places.h"

namespace bw::run {
namespace {

using Sentences = std::vector<std::string>;

// What is wrong with a RunSpec by itself. `dashes` stand before the names of the options: "--" on
// the command line, nothing in a file.
class Mistakes {
 public:
  Mistakes(const RunSpec& spec, const char* dashes) : spec_(spec), dashes_(dashes) {
    for (const Option& option : options())
      if (is_set(option, spec))
        if (std::string sentence = complaint(option, spec, name(option.key)); !sentence.empty())
          sentences_.push_back(std::move(sentence));
    if (spec.every_step.value_or(false) && spec.interval)
      sentences_.push_back(name("interval") + " and " + name("every-step") +
                           " exclude each other; choose one.");
    if (spec.output == "-" && spec.summary == "-")
      sentences_.push_back(name("output") + " - and " + name("summary") +
                           " - cannot both write to standard output; give one of them a file.");
    for (const auto& [key, file] :
         {std::pair("steps", spec.steps), std::pair("eigenvalues", spec.eigenvalues)})
      if (file == "-")
        sentences_.push_back(name(key) + " cannot write to standard output; give it a file.");
    check_format();
    check_fixed("first-step", spec.first_step);
    check_fixed("min-step", spec.min_step);
    check_fixed("max-step", spec.max_step);
    check_order("min-step", spec.min_step, "max-step", spec.max_step);
    check_order("min-step", spec.min_step, "first-step", spec.first_step);
    check_order("first-step", spec.first_step, "max-step", spec.max_step);
  }

  Sentences take() { return std::move(sentences_); }

 private:
  std::string name(std::string_view key) const { return dashes_ + std::string(key); }

  void check_format() {
    if (!spec_.output || spec_.output->empty()) return;
    try {
      (void)result::format_for(*spec_.output);
    } catch (const InputError& error) {
      sentences_.push_back(name("output") + ": " + error.what());
    }
  }

  void check_fixed(const char* key, const std::optional<double>& step) {
    if (spec_.step && step)
      sentences_.push_back(name(key) + " cannot be used with " + name("step") +
                           ", which fixes the step; leave one of them out.");
  }

  void check_order(const char* small, const std::optional<double>& small_step, const char* large,
                   const std::optional<double>& large_step) {
    if (small_step && large_step && *small_step > *large_step)
      sentences_.push_back(name(small) + " " + brief(*small_step) + " is larger than " +
                           name(large) + " " + brief(*large_step) + ".");
  }

  const RunSpec& spec_;
  std::string dashes_;
  Sentences sentences_;
};

// Rows stay in memory.
void drop_files(RunSpec& spec) {
  for (auto* file : {&spec.output, &spec.summary, &spec.later_output, &spec.later_summary,
                     &spec.package_result, &spec.steps, &spec.eigenvalues})
    file->reset();
  spec.checkpoint.reset();
  spec.default_output.clear();
}

}  // namespace

void check(const RunSpec& spec) {
  if (Sentences wrong = Mistakes(spec, "--").take(); !wrong.empty())
    throw UsageError(std::move(wrong));
}

RunSpec completed(const RunSpec& given, const system::System& system) {
  check(given);
  std::vector<SettingView> settings;
  for (const system::Setting& s : system.settings)
    settings.push_back({s.key, &s.values, s.position.text()});
  const RunSpec written = from_settings(settings);
  check_places(given, written, system);
  Sentences wrong = Mistakes(written, "").take();
  for (std::string& sentence : wrong) sentence.insert(0, system.file.string() + ": [run] ");
  if (!wrong.empty()) throw InputError(std::move(wrong));
  RunSpec spec = given;
  complete(spec, written);
  if (given.writes_nothing) drop_files(spec);
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
