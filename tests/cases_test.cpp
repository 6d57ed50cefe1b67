// Whole runs as data: every folder of tests/cases/ is a case, and a new one needs no C++.
//
//   about = "what it shows, a sentence"
//   example = "math_003"             # the target is this example's system.toml; without this line
//                                    # it is system.toml beside case.toml, whose components are
//                                    # FMUs of the tests and the examples, by file name, or tables
//                                    # beside it
//   target = "project.msim"          # another file beside case.toml in place of system.toml
//   [options]                        # of `bellwether run`, the same words
//   step = 0.01
//
//   [expect]
//   exit_code = 0                    # the only key that must be there
//   verdict = "doubtful"
//   bells = ["nan"]                  # exactly these, in the order they rang; left out: none
//   says = ["piece of a sentence"]   # of the bells, or of what is wrong with the input
//   steps = 1000
//   rows = 1001
//   reached = 10
//   do_step = { part1 = 1000 }       # exactly; most_do_step: at most
//   most_do_steps = 10000            # of all components together
//   why = ["piece of a sentence"]    # of what the summary says about the choice
//   not_estimated = ["--step was given"]  # pieces of why the error was not
//   error_test_failures = 2          # and convergence_failures, iteration_limit_hits, events
//   values = [ { variable = "part3.x4", time = 10, value = 2.5, tolerance = 0.1 } ]
//   errors = [ { variable = "part3.x4", exact = "math-003", from = 0.05, to = 0.065 } ]
//                                    # relative = true: divided by the exact value
//   covered = [ { variable = "prey.x", exact = "lotka-volterra x" } ]
//                                    # in each row the true error is within the tolerance, and
//                                    # within what the run says of it (nominal values are 1)
//   event_times = [1, 1.5]           # of the run, all of them, within 1e-9
//
// tolerance is the difference allowed, 1e-12 of the value (of 1, if that is more) by default;
// texts, flags and whole numbers must be equal. An error is the largest over all rows against one
// of the solutions that are listed below.

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "support/case_run.h"
#include "support/contains.h"
#include "support/model/test_components.h"

namespace bw::cases_test {
namespace {

using result::RunResult;
using test::contains;

double math_003(double t) {
  const auto ramp = [&](double begin, double length) { return std::clamp(t - begin, 0.0, length); };
  return 6 * (ramp(1, 2.5 / 6) - ramp(3, 5.0 / 6) + ramp(5, 5.0 / 6));
}

using Solution = std::function<double(double)>;  // called at times that never fall

std::map<std::string, Solution> solutions() {
  const auto species = [](auto which) -> Solution {
    return [which, undivided = test::UndividedSpecies()](double t) mutable {
      return undivided.at(t).*which;
    };
  };
  using Pair = std::pair<double, double>;
  return {{"math-003", math_003},
          {"lotka-volterra x", species(&Pair::first)},
          {"lotka-volterra y", species(&Pair::second)},
          {"exp(-t)", [](double t) { return std::exp(-t); }},
          {"1-exp(-t)", [](double t) { return -std::expm1(-t); }},
          {"sin(t)", [](double t) { return std::sin(t); }},
          {"1-cos(t)", [](double t) { return 1 - std::cos(t); }},
          {"t", [](double t) { return t; }}};
}

std::vector<std::string> texts(const toml::node_view<const toml::node>& list) {
  std::vector<std::string> all;
  if (const auto* array = list.as_array())
    for (const auto& item : *array) all.push_back(item.value<std::string>().value_or("?"));
  return all;
}

std::vector<std::string> codes(const RunResult& result) {
  std::vector<std::string> all;
  for (const Bell& bell : result.bells) all.emplace_back(kind(bell.code).name);
  return all;
}

// "x = 1.5" of the row at that time, as text where it is discrete.
void expect_value(const RunResult& result, const toml::table& expected) {
  const std::string variable = expected["variable"].value<std::string>().value_or("?");
  const double time = expected["time"].value<double>().value_or(NAN);
  const auto& rows = result.trajectory;
  const auto times = rows.times();
  // The last one that near: a jump has a row just before it, too.
  const auto last = std::find_if(times.rbegin(), times.rend(), [&](double t) {
    return std::abs(t - time) <= 1e-12 * std::max(1.0, std::abs(time));
  });
  const auto row = last == times.rend() ? times.end() : last.base() - 1;
  const auto column = std::find_if(rows.columns().begin(), rows.columns().end(),
                                   [&](const auto& c) { return c.name == variable; });
  ASSERT_NE(row, times.end()) << "no row at t = " << time;
  ASSERT_NE(column, rows.columns().end()) << "no column " << variable;
  const auto cell = rows.cell(static_cast<std::size_t>(row - times.begin()),
                              static_cast<std::size_t>(column - rows.columns().begin()));
  if (const auto* real = std::get_if<double>(&cell)) {
    const double value = expected["value"].value<double>().value_or(NAN);
    const double usual = 1e-12 * std::max(1.0, std::abs(value));
    EXPECT_NEAR(*real, value, expected["tolerance"].value_or(usual))
        << variable << " at t = " << time;
  } else if (const auto* text = std::get_if<std::string>(&std::get<Discrete>(cell))) {
    EXPECT_EQ(*text, expected["value"].value<std::string>().value_or("?")) << variable;
  } else {
    const auto flag = expected["value"].value_exact<bool>();
    EXPECT_EQ(std::get<std::int64_t>(std::get<Discrete>(cell)),
              flag ? std::int64_t{*flag} : expected["value"].value<std::int64_t>().value_or(-1))
        << variable;
  }
}

void expect_error(const RunResult& result, const toml::table& expected) {
  auto known = solutions();
  const auto exact = known.find(expected["exact"].value<std::string>().value_or("?"));
  ASSERT_NE(exact, known.end()) << "there is no solution of that name";
  const bool relative = expected["relative"].value_or(false);
  const auto values =
      result.trajectory.real(expected["variable"].value<std::string>().value_or("?"));
  double largest = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double right = exact->second(result.trajectory.times()[k]);
    largest = std::max(largest, std::abs(values[k] - right) / (relative ? std::abs(right) : 1.0));
  }
  EXPECT_GE(largest, expected["from"].value_or(0.0)) << expected["variable"];
  EXPECT_LE(largest, expected["to"].value_or(0.0)) << expected["variable"];
}

void expect_covered(const RunResult& result, const toml::table& expected) {
  auto known = solutions();
  const auto exact = known.find(expected["exact"].value<std::string>().value_or("?"));
  ASSERT_NE(exact, known.end()) << "there is no solution of that name";
  const std::string variable = expected["variable"].value<std::string>().value_or("?");
  const auto estimate = result.estimated_error_per_variable.find(variable);
  ASSERT_NE(estimate, result.estimated_error_per_variable.end()) << "no estimate of " << variable;
  const auto values = result.trajectory.real(variable);
  double largest = 0;  // in units of the tolerance
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double right = exact->second(result.trajectory.times()[k]);
    largest =
        std::max(largest, std::abs(values[k] - right) / (result.tolerance * (std::abs(right) + 1)));
  }
  EXPECT_LE(largest, 1) << variable;
  constexpr double of_the_solution = 1e-11;  // its own error
  EXPECT_LE(largest, estimate->second + of_the_solution / result.tolerance) << variable;
}

void expect_event_times(const RunResult& result, const toml::array& times) {
  ASSERT_EQ(result.events.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_NEAR(result.events[k].time, times[k].value<double>().value_or(NAN), 1e-9);
}

void expect_counts(const RunResult& result, const toml::table& expect) {
  if (const auto steps = expect["steps"].value<long>()) {
    EXPECT_EQ(result.statistics.steps, *steps);
  }
  if (const auto rows = expect["rows"].value<long>()) {
    EXPECT_EQ(result.statistics.rows, *rows);
    EXPECT_EQ(static_cast<long>(result.trajectory.rows()), *rows);
  }
  if (const auto reached = expect["reached"].value<double>()) {
    EXPECT_EQ(result.reached, *reached);
  }
  const std::pair<const char*, long> counted[] = {
      {"error_test_failures", result.statistics.error_test_failures},
      {"convergence_failures", result.statistics.convergence_failures},
      {"iteration_limit_hits", result.statistics.iteration_limit_hits},
      {"events", result.statistics.events}};
  for (const auto& [key, count] : counted)
    if (const auto wanted = expect[key].value<long>()) {
      EXPECT_EQ(count, *wanted) << key;
    }
}

void expect_do_steps(const RunResult& result, const toml::table& expect) {
  if (const auto most = expect["most_do_steps"].value<long>()) {
    long sum = 0;
    for (const auto& component : result.statistics.components) sum += component.do_step;
    EXPECT_LE(sum, *most);
  }
  for (const char* key : {"do_step", "most_do_step"}) {
    const auto* counts = expect[key].as_table();
    if (counts == nullptr) continue;
    for (const auto& [name, node] : *counts) {
      const auto& components = result.statistics.components;
      const auto component =
          std::find_if(components.begin(), components.end(),
                       [name = name.str()](const auto& p) { return p.name == name; });
      ASSERT_NE(component, components.end()) << "no part " << name.str();
      const long wanted = node.value<long>().value_or(-1);
      if (std::string_view(key) == "do_step")
        EXPECT_EQ(component->do_step, wanted) << name.str();
      else
        EXPECT_LE(component->do_step, wanted) << name.str();
    }
  }
}

using test::all_cases;
using test::CaseOutcome;
class WholeRun : public test::CaseRun {};

TEST_P(WholeRun, IsAsItsCaseSays) {
  ASSERT_TRUE(case_["expect"].is_table());
  const toml::table& expect = *case_["expect"].as_table();
  check_keys(expect, {"exit_code",
                      "verdict",
                      "bells",
                      "says",
                      "steps",
                      "rows",
                      "reached",
                      "do_step",
                      "most_do_step",
                      "most_do_steps",
                      "why",
                      "not_estimated",
                      "error_test_failures",
                      "convergence_failures",
                      "iteration_limit_hits",
                      "events",
                      "values",
                      "errors",
                      "covered",
                      "event_times"});
  const CaseOutcome outcome = run();
  EXPECT_EQ(outcome.exit_code, expect["exit_code"].value_or(-1)) << outcome.said;
  if (const auto verdict = expect["verdict"].value<std::string>()) {
    EXPECT_EQ(name(outcome.result.verdict), *verdict);
  }
  EXPECT_EQ(codes(outcome.result), texts(expect["bells"])) << outcome.said;
  for (const std::string& piece : texts(expect["says"])) EXPECT_TRUE(contains(outcome.said, piece));
  for (const std::string& piece : texts(expect["why"]))
    EXPECT_TRUE(contains(sentence(outcome.result.approach), piece));
  for (const std::string& piece : texts(expect["not_estimated"]))
    EXPECT_TRUE(contains(outcome.result.not_estimated, piece));
  expect_counts(outcome.result, expect);
  expect_do_steps(outcome.result, expect);
  if (const auto* values = expect["values"].as_array())
    for (const auto& expected : *values) expect_value(outcome.result, *expected.as_table());
  if (const auto* errors = expect["errors"].as_array())
    for (const auto& expected : *errors) expect_error(outcome.result, *expected.as_table());
  if (const auto* covered = expect["covered"].as_array())
    for (const auto& expected : *covered) expect_covered(outcome.result, *expected.as_table());
  if (const auto* times = expect["event_times"].as_array())
    expect_event_times(outcome.result, *times);
}

INSTANTIATE_TEST_SUITE_P(Cases, WholeRun, testing::ValuesIn(all_cases()),
                         [](const auto& item) { return item.param; });

}  // namespace
}  // namespace bw::cases_test
