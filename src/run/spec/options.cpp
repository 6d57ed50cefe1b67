#include "run/spec/options.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/report.h"
#include "base/text.h"
#include "base/units.h"
#include "cosim/master/master.h"
#include "model/blueprint.h"
#include "ode/kernel/integrator.h"

namespace bw::run {
namespace {

constexpr std::array<std::string_view, 2> error_tests = {"none", "step-doubling"};
constexpr std::array<std::string_view, 3> holds = {"constant", "mean", "trapezoid"};
constexpr std::array<std::string_view, 2> event_choices = {"locate", "ignore"};

const std::array option_table = {
    Option{"start", "--start,--start-time", &RunSpec::start, "T", "begin of the simulated time",
           true, Option::Rule::finite},
    Option{"stop", "--stop,--stop-time", &RunSpec::stop, "T", "end of the simulated time", true,
           Option::Rule::finite},
    Option{"tolerance", "--tolerance,--relative-tolerance", &RunSpec::tolerance, "R",
           "relative tolerance on the result (1e-4)", true, Option::Rule::fraction},
    Option{"absolute-tolerance", "--absolute-tolerance", &RunSpec::absolute_tolerance, "A",
           "absolute tolerance (R times the nominal value)", true, Option::Rule::positive},
    Option{"set", "--set", &RunSpec::set, "PART.VARIABLE=VALUE",
           "start value or parameter, with unit if you like: \"tank.power=3 kW\"", false},
    Option{"record", "--record", &RunSpec::record, "PATTERN",
           "which variables to record, * and ? allowed; !PATTERN leaves out (all outputs)"},
    Option{"interval", "--interval,--output-interval", &RunSpec::interval, "DT",
           "time between rows (500 intervals; every step with a named master)", true,
           Option::Rule::positive},
    Option{"every-step", "--every-step", &RunSpec::every_step, "", "a row at every step"},
    Option{"event-rows", "--event-rows", &RunSpec::event_rows, "",
           "two rows at each event of a single model: before and behind it"},
    Option{"master", "--master", &RunSpec::master, "NAME",
           "master algorithm by name (auto); see `bellwether list masters`", true,
           Option::Rule::master},
    Option{"hold", "--hold", &RunSpec::hold, "KIND",
           "of inputs over a step, for jacobi and gauss-seidel: constant, mean or trapezoid, which "
           "extrapolate where they must (constant)",
           true, Option::Rule::choice, holds},
    Option{"step", "--step,--step-size", &RunSpec::step, "H",
           "fixed step of the master, or of a method with fixed steps (`euler`, `rk4`, "
           "`implicit-euler`)",
           true, Option::Rule::positive},
    Option{
        "iterations", "--iterations", &RunSpec::iterations, "N",
        "at most so many iterations of a loop in a macro step; 1 is none (1; newton: 10, ith: 30)",
        true, Option::Rule::count},
    Option{"error-test", "--error-test", &RunSpec::error_test, "KIND",
           "none or step-doubling, which chooses the steps (none)", true, Option::Rule::choice,
           error_tests},
    Option{"first-step", "--first-step", &RunSpec::first_step, "H",
           "first macro step where steps are chosen (by a probe)", true, Option::Rule::positive},
    Option{"min-step", "--min-step", &RunSpec::min_step, "H",
           "smallest macro step (1e-10 of the run)", true, Option::Rule::positive},
    Option{"max-step", "--max-step", &RunSpec::max_step, "H",
           "largest macro step (a fiftieth of the run)", true, Option::Rule::positive},
    Option{"fallback-step", "--fallback-step", &RunSpec::fallback_step, "H",
           "below it loops are not iterated, to get over discontinuities (100 smallest, at most "
           "1e-8 of the run)",
           true, Option::Rule::positive},
    Option{"events", "--events", &RunSpec::events, "WHAT",
           "locate: end a step where an output jumps; ignore (locate)", true, Option::Rule::choice,
           event_choices},
    Option{"richardson", "--richardson", &RunSpec::richardson, "",
           "rows combine both solutions of the error test"},
    Option{"certify", "--certify,!--no-certify", &RunSpec::certify, "",
           "estimate the global error, or do not (unless a master, step or error test is named)"},
    Option{"error-columns", "--error-columns", &RunSpec::error_columns, "",
           "beside every real column the estimate of its error"},
    Option{"work-limit", "--work-limit", &RunSpec::work_limit, "N",
           "of a certified run: at most so many steps of all parts together (3000000, or 60 of "
           "each between two rows, if that is more)",
           true, Option::Rule::positive},
    Option{"threads", "--threads", &RunSpec::threads, "N",
           "chains of a certified run, or parts of jacobi, at the same time (as many as there are "
           "processors)",
           true, Option::Rule::count},
    Option{"method", "--method,--solver", &RunSpec::method, "NAME",
           "integration of parts for model exchange (auto); see `bellwether list methods`", true,
           Option::Rule::method},
    Option{"interface", "--interface,--interface-type", &RunSpec::interface, "KIND",
           "cs, me or se where a part offers several (auto: me before cs)", true,
           Option::Rule::interface},
    Option{"input", "--input,--input-file", &RunSpec::input, "FILE",
           "CSV file with inputs over time; a time that stands twice is a jump"},
    Option{"diagnose", "--diagnose", &RunSpec::diagnose, "",
           "of an integrated model: stability, border modes and critical states, from the "
           "eigenvalues at every step"},
    Option{"eigenvalues", "--eigenvalues", &RunSpec::eigenvalues, "FILE",
           "the eigenvalues over time (CSV); means --diagnose, too"},
    Option{"data-accuracy", "--data-accuracy", &RunSpec::data_accuracy, "E",
           "relative accuracy of the model's data, for --diagnose (1e-3)", true,
           Option::Rule::fraction},
    Option{"conserved", "--conserved", &RunSpec::conserved, "FORMULA",
           "of recorded variables, like \"x^2 + v^2\": rings where it moves by more than the "
           "tolerance allows; may stand several times"},
    Option{"output", "-o,--output,--output-file", &RunSpec::output, "FILE",
           "result file by extension; - is CSV on standard output (<target name>.csv)"},
    Option{"summary", "--summary", &RunSpec::summary, "FILE", "machine-readable summary (JSON)"},
    Option{"steps", "--steps", &RunSpec::steps, "FILE",
           "history of all macro steps that were tried (CSV)"},
    Option{"time-unit", "--time-unit", &RunSpec::time_unit, "UNIT",
           "of the time in rows: s, min, h, d, a (s)", true, Option::Rule::time_unit},
};

std::string given(const std::vector<Value>& values) {
  return values.size() == 1 ? text(values.front()) : "a list";
}

[[noreturn]] void refuse(const Option& option, const std::vector<Value>& values,
                         const std::string& where, const char* wanted) {
  throw InputError(where + ": " + std::string(option.key) + " must be " + wanted + ", not " +
                   given(values) + ".");
}

std::string with_hyphens(std::string_view key) {
  std::string word(key);
  std::ranges::replace(word, '_', '-');
  return word;
}

std::string complaint(const Option& option, double number) {
  const std::string tail = ", not " + shortest(number) + ".";
  const std::string key(option.key);
  const bool positive =
      option.rule == Option::Rule::positive || option.rule == Option::Rule::fraction;
  if (option.rule == Option::Rule::finite && !std::isfinite(number))
    return key + " must be a finite number" + tail;
  if (positive && !(number > 0 && std::isfinite(number)))
    return key + " must be a positive number" + tail;
  if (option.rule == Option::Rule::count &&
      !(number >= 1 && number <= 1e6 && number == std::floor(number)))
    return key + " must be a whole number from 1 to 1000000" + tail;
  constexpr double least = 1e-15;  // below it even the rounding of the result is too large
  if (option.rule == Option::Rule::fraction && number < least)
    return key + " must be at least 1e-15, because numbers have no more digits" + tail;
  if (option.rule == Option::Rule::fraction && number >= 1)
    return key + " must be below 1 (100 %)" + tail;
  return "";
}

std::string complaint(const Option& option, const std::string& word) {
  std::vector<std::string> names;
  bool known = word == "auto";
  if (option.rule == Option::Rule::master) {
    names = cosim::master_names();
  } else if (option.rule == Option::Rule::method) {
    names = ode::method_names();
  } else if (option.rule == Option::Rule::interface) {
    names = model::interface_names();
    known = known || model::parse_interface(word);
  } else if (option.rule == Option::Rule::choice) {
    for (const std::string_view choice : option.choices)
      if (word == choice) return "";
    std::string all;
    for (const std::string_view choice : option.choices)
      all += (all.empty() ? "" : " or ") + std::string(choice);
    return std::string(option.key) + " must be " + all + ", not '" + word + "'.";
  } else if (option.rule == Option::Rule::time_unit) {
    if (seconds_in(word)) return "";
    return "time-unit must be a unit of time like s, min, h or d, not '" + word + "'.";
  } else {
    return "";
  }
  if (known || std::ranges::find(names, word) != names.end()) return "";
  names.insert(names.begin(), "auto");
  return "there is no " + std::string(option.key) + " '" + word + "'." + did_you_mean(word, names);
}

}  // namespace

std::span<const Option> options() { return option_table; }

std::string complaint(const Option& option, const RunSpec& spec) {
  if (const auto* number = std::get_if<std::optional<double> RunSpec::*>(&option.member))
    return spec.**number ? complaint(option, *(spec.**number)) : "";
  if (const auto* word = std::get_if<std::optional<std::string> RunSpec::*>(&option.member))
    return spec.**word ? complaint(option, *(spec.**word)) : "";
  return "";
}

void store(const Option& option, const std::vector<Value>& values, const std::string& where,
           RunSpec& spec) {
  const Value* single = values.size() == 1 ? &values.front() : nullptr;
  if (const auto* number = std::get_if<std::optional<double> RunSpec::*>(&option.member)) {
    if (single != nullptr && std::holds_alternative<double>(*single))
      spec.** number = std::get<double>(*single);
    else if (single != nullptr && std::holds_alternative<std::int64_t>(*single))
      spec.** number = static_cast<double>(std::get<std::int64_t>(*single));
    else
      refuse(option, values, where, "a number");
  } else if (const auto* flag = std::get_if<std::optional<bool> RunSpec::*>(&option.member)) {
    if (single == nullptr || !std::holds_alternative<bool>(*single))
      refuse(option, values, where, "true or false");
    spec.** flag = std::get<bool>(*single);
  } else if (const auto* word =
                 std::get_if<std::optional<std::string> RunSpec::*>(&option.member)) {
    if (single == nullptr || !std::holds_alternative<std::string>(*single))
      refuse(option, values, where, "a text");
    spec.** word = std::get<std::string>(*single);
  } else {
    auto& list = spec.*std::get<std::vector<std::string> RunSpec::*>(option.member);
    for (const Value& value : values) {
      if (!std::holds_alternative<std::string>(value)) refuse(option, values, where, "texts");
      list.push_back(std::get<std::string>(value));
    }
  }
  const std::string wrong = complaint(option, spec);
  if (!wrong.empty()) throw InputError(where + ": " + wrong);
}

void complete(RunSpec& spec, const RunSpec& fallback) {
  for (const Option& option : option_table)
    std::visit(
        [&](auto member) {
          using Field = std::remove_reference_t<decltype(spec.*member)>;
          if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
            if ((spec.*member).empty()) spec.*member = fallback.*member;
          } else {
            if (!(spec.*member).has_value()) spec.*member = fallback.*member;
          }
        },
        option.member);
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
      store(*row, *setting.values, setting.where, spec);
    });
  }
  findings.refuse();
  return spec;
}

}  // namespace bw::run
