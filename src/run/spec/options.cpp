#include "run/spec/options.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/report.h"
#include "base/sandbox/allowance.h"
#include "base/text.h"
#include "base/units.h"
#include "cosim/master/master.h"
#include "model/blueprint.h"
#include "ode/kernel/integrator.h"
#include "run/spec/times.h"

namespace bw::run {
namespace {

constexpr std::array<std::string_view, 2> error_tests = {"none", "step-doubling"};
constexpr std::array<std::string_view, 3> holds = {"constant", "mean", "trapezoid"};
constexpr std::array<std::string_view, 2> event_choices = {"locate", "ignore"};
constexpr std::array<std::string_view, 2> requirements = {"trusted", "doubtful"};

using Rule = Option::Rule;

const std::array option_table = {
    Option{Group::simulation, "start", "--start,--start-time", &RunSpec::start, "T", "start time",
           "the target's, else 0", true, Rule::time},
    Option{Group::simulation, "stop", "--stop,--stop-time", &RunSpec::stop, "T", "stop time",
           "the target's", true, Rule::time},
    Option{Group::simulation, "step", "--step,--step-size", &RunSpec::step, "H",
           "fixed step: the communication step of a coupled system, or the step of the methods "
           "euler, rk4 and implicit-euler; of other methods only the interval between rows",
           "", true, Rule::duration},
    Option{Group::simulation, "method", "--method,--solver", &RunSpec::method, "NAME",
           "integration method of models and model-exchange FMUs; see `bellwether list methods`",
           "auto", true, Rule::method},
    Option{Group::simulation, "threads", "--threads", &RunSpec::threads, "N",
           "how many runs with different step sizes, or components of the master jacobi, are "
           "computed in parallel",
           "all processors", true, Rule::count},

    Option{Group::accuracy, "tolerance", "--tolerance,--relative-tolerance", &RunSpec::tolerance,
           "R", "relative tolerance of the result", "1e-4", true, Rule::fraction},
    Option{Group::accuracy, "absolute-tolerance", "--absolute-tolerance",
           &RunSpec::absolute_tolerance, "A", "absolute tolerance of the result",
           "R times the nominal value of each variable", true, Rule::positive},
    Option{Group::accuracy, "certify", "--certify,!--no-certify", &RunSpec::certify, "",
           "estimate the global error of the result, or do not",
           "yes, unless --master, --hold, --step, --iterations, --error-test, --steps or, in a "
           "coupled "
           "system, --every-step is given"},
    Option{Group::accuracy, "require", "--require", &RunSpec::require, "VERDICT",
           "trusted or doubtful: reject a result with a lesser verdict (exit code 3)", "", true,
           Rule::choice, requirements},
    Option{Group::accuracy, "work-limit", "--work-limit", &RunSpec::work_limit, "N",
           "most steps of all components together that the estimate may cost",
           "3000000, or 60 per component and row if that is more", true, Rule::positive},

    Option{Group::output, "output", "-o,--output,--output-file", &RunSpec::output, "FILE",
           "result file, format by extension (`bellwether list formats`); - writes CSV to standard "
           "output",
           "the target's name with .csv", true, Rule::file},
    Option{Group::output, "record", "--record", &RunSpec::record, "PATTERN",
           "variables to record: names with * and ?, several with commas or by repeating the "
           "option; !PATTERN leaves out",
           "all outputs and states", true, Rule::variables},
    Option{Group::output, "interval", "--interval,--output-interval", &RunSpec::interval, "DT",
           "time between two rows", "500 intervals; every step if --master is given", true,
           Rule::duration},
    Option{Group::output, "every-step", "--every-step", &RunSpec::every_step, "",
           "write a row at every step"},
    Option{Group::output, "event-rows", "--event-rows", &RunSpec::event_rows, "",
           "write two rows at each event of a single model: before and after it"},
    Option{Group::output, "error-columns", "--error-columns,!--no-error-columns",
           &RunSpec::error_columns, "",
           "write the estimated error of each real variable beside it, or do not",
           "no; yes with --report"},
    Option{Group::output, "time-unit", "--time-unit", &RunSpec::time_unit, "UNIT",
           "unit of the time column: s, min, h, d or a", "s", true, Rule::time_unit},
    Option{Group::output, "csv-units", "--csv-units", &RunSpec::csv_units, "",
           "write the units behind the names in the first line of .csv and .tsv: \"prey.x "
           "[kg]\"; other formats have them anyway"},
    Option{Group::output, "summary", "--summary", &RunSpec::summary, "FILE",
           "write a machine-readable summary (JSON); - writes it to standard output", "", true,
           Rule::file},
    Option{Group::output, "package-result", "--package-result", &RunSpec::package_result, "FILE",
           "write a copy of the target, which is a package of SSP, with rows, summary and verdict "
           "in it",
           "", false, Rule::file},
    Option{Group::output, "checkpoint", "--checkpoint", &RunSpec::checkpoint, "TIME",
           "write a checkpoint this often, in seconds of the wall clock; `bellwether resume` "
           "continues from it",
           "never", true, Rule::duration},

    Option{Group::components, "set", "--set", &RunSpec::set, "COMPONENT.VARIABLE=VALUE",
           "parameter or start value, with a unit if you like: --set \"tank.power=3 kW\"; of a "
           "single model VARIABLE=VALUE",
           "", false, Rule::assignments},
    Option{Group::components, "input", "--input,--input-file", &RunSpec::input, "FILE",
           "result file with inputs over time (.csv, .tsv, .mat, .nc, .cells); a time that stands "
           "twice "
           "is a discontinuity",
           "", true, Rule::file},
    Option{Group::components, "interface", "--interface,--interface-type", &RunSpec::interface,
           "KIND",
           "cs (co-simulation), me (model exchange) or se (scheduled execution) of components that "
           "offer several",
           "auto, which prefers me", true, Rule::interface},
    Option{Group::components, "sandbox", "--sandbox,!--no-sandbox", &RunSpec::sandbox, "",
           "run each FMU in a process that sees its own files only, or do not", "no"},
    Option{Group::components, "allow", "--allow", &RunSpec::allow, "WORDS",
           "what --sandbox does not refuse: network, processes, files=PATH, memory=SIZE; several "
           "with commas or by repeating the option; for one component allow = [...] there",
           "", true, Rule::allowances},
    Option{
        Group::components, "isolate", "--isolate", &RunSpec::isolate, "",
        "each FMU in a process of its own; a call that crashes is repeated once in a new one; also "
        "isolate = true for a component"},

    Option{Group::master, "master", "--master", &RunSpec::master, "NAME",
           "master algorithm; see `bellwether list masters`", "auto", true, Rule::master},
    Option{Group::master, "iterations", "--iterations", &RunSpec::iterations, "N",
           "most iterations of an algebraic loop in a communication step; 1 does not iterate",
           "1; newton 10, ith 30", true, Rule::count},
    Option{Group::master, "hold", "--hold", &RunSpec::hold, "KIND",
           "inputs within a communication step of jacobi and gauss-seidel: constant, mean or "
           "trapezoid",
           "constant", true, Rule::choice, holds},
    Option{Group::master, "error-test", "--error-test", &RunSpec::error_test, "KIND",
           "none or step-doubling, which chooses the communication steps", "none", true,
           Rule::choice, error_tests},
    Option{Group::master, "richardson", "--richardson", &RunSpec::richardson, "",
           "extrapolate the rows from both solutions of the error test"},
    Option{Group::master, "events", "--events", &RunSpec::events, "WHAT",
           "locate: end a communication step where an output is discontinuous; or ignore", "locate",
           true, Rule::choice, event_choices},
    Option{Group::master, "first-step", "--first-step", &RunSpec::first_step, "H",
           "first communication step where steps are chosen", "found by a trial step", true,
           Rule::duration},
    Option{Group::master, "min-step", "--min-step", &RunSpec::min_step, "H",
           "smallest communication step", "1e-10 of the simulated time", true, Rule::duration},
    Option{Group::master, "max-step", "--max-step", &RunSpec::max_step, "H",
           "largest communication step", "a fiftieth of the simulated time", true, Rule::duration},
    Option{Group::master, "fallback-step", "--fallback-step", &RunSpec::fallback_step, "H",
           "loops are not iterated in shorter communication steps, to pass discontinuities",
           "100 times the smallest step, at most 1e-8 of the simulated time", true, Rule::duration},

    Option{Group::diagnosis, "diagnose", "--diagnose", &RunSpec::diagnose, "",
           "report stability, border modes and critical states of a single model from its "
           "eigenvalues"},
    Option{Group::diagnosis, "eigenvalues", "--eigenvalues", &RunSpec::eigenvalues, "FILE",
           "write the eigenvalues at every step (CSV); implies --diagnose", "", true, Rule::file},
    Option{Group::diagnosis, "data-accuracy", "--data-accuracy", &RunSpec::data_accuracy, "E",
           "relative accuracy of the model's data, for --diagnose", "1e-3", true, Rule::fraction},
    Option{Group::diagnosis, "conserved", "--conserved", &RunSpec::conserved, "FORMULA",
           "formula of recorded variables, such as \"x^2 + v^2\"; a warning says where it drifts "
           "by more than the tolerance; may be repeated"},
    Option{Group::diagnosis, "steps", "--steps", &RunSpec::steps, "FILE",
           "write all communication steps that were tried (CSV)", "", true, Rule::file},
};

std::string shown(const std::vector<Value>& values) {
  if (values.size() != 1) return "a list";
  const auto* word = std::get_if<std::string>(&values.front());
  return word != nullptr ? "'" + *word + "'" : text(values.front());
}

[[noreturn]] void refuse(const Option& option, const std::vector<Value>& values,
                         const std::string& subject) {
  throw InputError(subject + " needs " + needed(option) + "; it got " + shown(values) + ".");
}

bool is_time(const Option& option) {
  return option.rule == Rule::time || option.rule == Rule::duration;
}

double number_of(const Option& option, const std::vector<Value>& values,
                 const std::string& subject) {
  const Value* single = values.size() == 1 ? &values.front() : nullptr;
  if (single == nullptr) refuse(option, values, subject);
  if (const auto* real = std::get_if<double>(single)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(single)) return static_cast<double>(*whole);
  const auto* word = std::get_if<std::string>(single);
  if (word == nullptr || !is_time(option)) refuse(option, values, subject);
  const WrittenTime time = read_time(*word);
  if (!time.wrong.empty())
    throw InputError(subject + " needs " + needed(option) + "; " + time.wrong + ".");
  return time.seconds;
}

// "a.x, b.y[1,2]" are two patterns: a comma within brackets belongs to an index, and one within
// quotes to a quoted name of Modelica. Any other comma of a name can be written as "?".
std::vector<std::string> split_patterns(std::string_view list) {
  std::vector<std::string> patterns;
  int depth = 0;
  std::string pattern;
  const auto finish = [&] {
    if (const std::string_view name = trimmed(pattern); !name.empty()) patterns.emplace_back(name);
    pattern.clear();
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (const std::size_t quote = list.find('\'', i + 1); c == '\'' && quote != list.npos) {
      pattern += list.substr(i, quote + 1 - i);
      i = quote;
      continue;
    }
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c == ',' && depth <= 0)
      finish();
    else
      pattern += c;
  }
  finish();
  return patterns;
}

std::string with_hyphens(std::string_view key) {
  std::string word(key);
  std::ranges::replace(word, '_', '-');
  return word;
}

std::string wrong_number(const Option& option, double number, const std::string& subject) {
  const std::string tail = ", not " + shortest(number) + ".";
  const bool positive = option.rule == Rule::positive || option.rule == Rule::fraction ||
                        option.rule == Rule::duration;
  if (option.rule == Rule::time && !std::isfinite(number))
    return subject + " must be a finite number" + tail;
  if (positive && !(number > 0 && std::isfinite(number)))
    return subject + " must be a positive number" + tail;
  if (option.rule == Rule::count && !(number >= 1 && number <= 1e6 && number == std::floor(number)))
    return subject + " must be a whole number from 1 to 1000000" + tail;
  constexpr double least = 1e-15;  // below it even the rounding of the result is too large
  if (option.rule == Rule::fraction && number < least)
    return subject + " must be at least 1e-15, because numbers have no more digits" + tail;
  if (option.rule == Rule::fraction && number >= 1)
    return subject + " must be below 1 (100 %)" + tail;
  return "";
}

std::string wrong_word(const Option& option, const std::string& word, const std::string& subject) {
  if (option.rule == Rule::time_unit)
    return seconds_in(word)
               ? ""
               : subject + " must be a unit of time such as s, min, h or d, not '" + word + "'.";
  const std::vector<std::string> known = words_of(option);
  if (known.empty() || std::ranges::find(known, word) != known.end()) return "";
  if (option.rule == Rule::choice)
    return subject + " must be " + listed(known, {.last = " or "}) + ", not '" + word + "'.";
  if (option.rule == Rule::interface && model::parse_interface(word)) return "";
  const std::string where =
      subject.starts_with("--") ? subject + ": " : subject.substr(0, subject.rfind(' ') + 1);
  return where + "there is no " + std::string(option.key) + " '" + word + "'." +
         did_you_mean(word, known);
}

}  // namespace

std::span<const Option> options() { return option_table; }

std::string_view heading(Group group) {
  constexpr std::array<std::string_view, 6> headings = {
      "Simulation", "Accuracy", "Output", "Components", "Master algorithm", "Diagnosis"};
  return headings[static_cast<std::size_t>(group)];
}

std::vector<std::string> words_of(const Option& option) {
  std::vector<std::string> words;
  if (option.rule == Rule::master) words = cosim::master_names();
  if (option.rule == Rule::method) words = ode::method_names();
  if (option.rule == Rule::interface) words = model::interface_names();
  if (option.rule == Rule::choice) words.assign(option.choices.begin(), option.choices.end());
  const bool has_auto =
      option.rule == Rule::master || option.rule == Rule::method || option.rule == Rule::interface;
  if (has_auto && std::ranges::find(words, "auto") == words.end())
    words.insert(words.begin(), "auto");
  return words;
}

std::string needed(const Option& option) {
  if (is_time(option)) return "a number or a number with a unit, such as 10, 1h or \"90 min\"";
  if (std::holds_alternative<std::optional<double> RunSpec::*>(option.member))
    return option.rule == Rule::count ? "a whole number" : "a number";
  if (std::holds_alternative<std::optional<bool> RunSpec::*>(option.member)) return "true or false";
  if (option.rule == Rule::file) return "the name of a file";
  if (option.rule == Rule::variables) return "names of variables, such as prey.* or x";
  if (option.rule == Rule::assignments) return "COMPONENT.VARIABLE=VALUE";
  if (option.rule == Rule::allowances) return "network, processes, files=PATH or memory=SIZE";
  if (option.rule == Rule::time_unit) return "a unit of time such as s, min, h or d";
  if (option.rule == Rule::choice) return listed(option.choices, {.last = " or "});
  if (option.rule == Rule::any) return "a text";
  return "the name of " + std::string(option.rule == Rule::interface ? "an " : "a ") +
         std::string(option.key);
}

bool is_set(const Option& option, const RunSpec& spec) {
  return std::visit(
      [&](auto member) {
        const auto& value = spec.*member;
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<std::string>>)
          return !value.empty();
        else
          return value.has_value();
      },
      option.member);
}

std::string complaint(const Option& option, const RunSpec& spec, const std::string& subject) {
  if (const auto* number = std::get_if<std::optional<double> RunSpec::*>(&option.member))
    return spec.**number ? wrong_number(option, *(spec.**number), subject) : "";
  if (const auto* word = std::get_if<std::optional<std::string> RunSpec::*>(&option.member))
    return spec.**word ? wrong_word(option, *(spec.**word), subject) : "";
  return "";
}

void store(const Option& option, const std::vector<Value>& values, const std::string& subject,
           RunSpec& spec) {
  const Value* single = values.size() == 1 ? &values.front() : nullptr;
  if (const auto* number = std::get_if<std::optional<double> RunSpec::*>(&option.member)) {
    spec.** number = number_of(option, values, subject);
  } else if (const auto* flag = std::get_if<std::optional<bool> RunSpec::*>(&option.member)) {
    if (single == nullptr || !std::holds_alternative<bool>(*single))
      refuse(option, values, subject);
    spec.** flag = std::get<bool>(*single);
  } else if (const auto* word =
                 std::get_if<std::optional<std::string> RunSpec::*>(&option.member)) {
    if (single == nullptr || !std::holds_alternative<std::string>(*single))
      refuse(option, values, subject);
    spec.** word = std::get<std::string>(*single);
  } else {
    auto& list = spec.*std::get<std::vector<std::string> RunSpec::*>(option.member);
    for (const Value& value : values) {
      if (!std::holds_alternative<std::string>(value)) refuse(option, values, subject);
      const auto& text = std::get<std::string>(value);
      const auto names = option.rule == Rule::variables ? split_patterns(text) : std::vector{text};
      const bool assigns = option.rule != Rule::assignments || text.find('=') != text.npos;
      if (names.empty() || !assigns) refuse(option, values, subject);
      if (option.rule == Rule::allowances) Allowance().add(text, subject);
      list.insert(list.end(), names.begin(), names.end());
    }
  }
  const std::string wrong = complaint(option, spec, subject);
  if (!wrong.empty()) throw InputError(wrong);
}

void complete(RunSpec& spec, const RunSpec& fallback) {
  for (const Option& option : option_table)
    if (!is_set(option, spec))
      std::visit([&](auto member) { spec.*member = fallback.*member; }, option.member);
}

RunSpec from_settings(const std::vector<SettingView>& settings) {
  RunSpec spec;
  Report findings;
  std::vector<std::string> known;
  for (const Option& option : option_table)
    if (option.in_file) known.emplace_back(option.key);
  for (const SettingView& setting : settings) {
    const std::string key = with_hyphens(setting.key);
    const auto row = std::ranges::find_if(
        option_table, [&](const Option& option) { return option.in_file && option.key == key; });
    findings.attempt([&] {
      if (row == option_table.end())
        throw InputError(setting.where + ": [run] has no key '" + std::string(setting.key) + "'." +
                         did_you_mean(key, known));
      store(*row, *setting.values, setting.where + ": " + key, spec);
    });
  }
  findings.refuse();
  return spec;
}

}  // namespace bw::run
