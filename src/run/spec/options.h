#pragma once
// One table for the options of a run. The command line, the [run] section of a system and the check
// of both come from it, so a new option is one member of RunSpec and one row here.

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/value.h"
#include "run/spec/run_spec.h"

namespace bw::run {

using Member =
    std::variant<std::optional<double> RunSpec::*, std::optional<bool> RunSpec::*,
                 std::optional<std::string> RunSpec::*, std::vector<std::string> RunSpec::*>;

struct Option {
  std::string_view key;  // "absolute-tolerance": an option --key; in TOML also absolute_tolerance
  std::string_view spelling;  // of the command line, with short form and aliases of other programs
  Member member;
  std::string_view placeholder;  // in the help
  std::string_view help;
  bool in_file = true;  // allowed in the [run] section
  enum class Rule {
    any,
    finite,
    positive,
    fraction,
    count,  // 1, 2, ...
    master,
    method,
    interface,
    time_unit,
    choice  // one of `choices`
  } rule = Rule::any;
  std::span<const std::string_view> choices{};
};

std::span<const Option> options();

// Stores a value; throws InputError "stop must be a number, not \"soon\"" after `where`.
void store(const Option& option, const std::vector<Value>& values, const std::string& where,
           RunSpec& spec);

// What is wrong with the value of this option: "step must be a positive number, not -1."; empty:
// nothing.
std::string complaint(const Option& option, const RunSpec& spec);

// Takes from `fallback` whatever is not set in `spec`.
void complete(RunSpec& spec, const RunSpec& fallback);

// The settings of a [run] section. Throws InputError with all mistakes; for an unknown key it
// proposes the nearest one.
struct SettingView {
  std::string_view key;
  const std::vector<Value>* values;
  std::string where;
};
RunSpec from_settings(const std::vector<SettingView>& settings);

}  // namespace bw::run
