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

// The headings of the help, in this order.
enum class Group { simulation, accuracy, output, components, master, diagnosis };
std::string_view heading(Group group);  // "Master algorithm"

// A row reads
//   {Group::accuracy, "tolerance", "--tolerance", &RunSpec::tolerance, "R", "what it is", "1e-4"}
// and goes on with in_file, rule and choices where they differ from what stands here.
struct Option {
  Group group;
  std::string_view key;  // "absolute-tolerance": an option --key; in TOML also absolute_tolerance
  std::string_view spelling;  // of the command line, with short form and aliases of other programs
  Member member;
  std::string_view placeholder;  // in the help; none: a flag
  std::string_view help;
  std::string_view by_default = "";  // the help ends with "(default 1e-4)"
  bool in_file = true;               // allowed in the [run] section
  enum class Rule {
    any,
    time,      // finite; also with a unit, as a text: "1 h"
    duration,  // positive; also with a unit
    positive,
    fraction,
    count,  // 1, 2, ...
    master,
    method,
    interface,
    time_unit,
    choice,       // one of `choices`
    file,         // written or, if it is `input`, read
    variables,    // patterns of the names of variables; several between commas
    assignments,  // COMPONENT.VARIABLE=VALUE
    allowances    // network, processes, files=PATH, memory=SIZE; several between commas
  } rule = Rule::any;
  std::span<const std::string_view> choices{};
};

std::span<const Option> options();

// The words that the option takes, such as the names of all masters; empty: any.
std::vector<std::string> words_of(const Option& option);

// What its value must be: "a number or a number with a unit, such as 10, 1h or \"90 min\"".
std::string needed(const Option& option);

// Stores a value. Throws InputError, a sentence that begins with `subject`, which is "--stop" or
// "s.toml:3:1: stop".
void store(const Option& option, const std::vector<Value>& values, const std::string& subject,
           RunSpec& spec);

// Whether it has a value.
bool is_set(const Option& option, const RunSpec& spec);

// What is wrong with the value of this option: "--step must be a positive number, not -1."; empty:
// nothing.
std::string complaint(const Option& option, const RunSpec& spec, const std::string& subject);

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
