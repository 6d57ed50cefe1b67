// The models of examples/equations, and reference problems with events, through run(): what is
// known of their solutions to all digits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run/run.h"
#include "support/equation/text_models.h"
#include "support/model/lotka_volterra_reference.h"
#include "support/model/two_states.h"
#include "support/ode/hybrid_models.h"
#include "support/run_result.h"

namespace bw::test::listings_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::final_value;
using test::said;

equation::FlatModel example(const std::string& name) {
  return read_text_model(std::filesystem::path(BW_SOURCE) / "examples/equations" / (name + ".mo"));
}

RunResult run_text(const equation::FlatModel& flat, run::RunSpec spec) {
  TextModel text(flat);
  spec.start = flat.experiment.start.value_or(0);
  if (!spec.stop) spec.stop = flat.experiment.stop;
  return run::run(spec, *text.model);
}

// There may be others, where a relation changes and nothing follows from it.
void expect_events(const RunResult& r, const std::vector<double>& times, double tolerance) {
  for (const double time : times) {
    double nearest = 1e300;
    for (const auto& event : r.events) nearest = std::min(nearest, std::abs(event.time - time));
    EXPECT_LE(nearest, tolerance) << time;
  }
}

// ---- the listings of two articles ----

TEST(EquationListings, LotkaVolterraAgreesWithTheReference) {
  const RunResult r = run_text(example("LotkaVolterra"), {.tolerance = 1e-9, .interval = 1});
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  const auto x = r.trajectory.real("x"), y = r.trajectory.real("y");
  ASSERT_EQ(x.size(), 101U);
  for (const SpeciesRow& row : lotka_volterra::solution) {
    const auto k = static_cast<std::size_t>(row.t);
    EXPECT_NEAR(x[k], row.x, 1e-9 * row.x) << row.t;
    EXPECT_NEAR(y[k], row.y, 1e-9 * row.y) << row.t;
  }
}

double exact_x4(double t) {
  const double up = 17.0 / 12, down = 23.0 / 6, again = 35.0 / 6;
  if (t < 3) return t < 1 ? 0 : t < up ? 6 * (t - 1) : 2.5;
  if (t < 5) return t < down ? 2.5 - 6 * (t - 3) : -2.5;
  return t < again ? -2.5 + 6 * (t - 5) : 2.5;
}

// x4 moves by 6 each second until an event stops it: an event that is late by d leaves 6 d.
double lateness(const RunResult& r) {
  double largest = 0, t = 0;
  for (const double x4 : r.trajectory.real("x4")) {
    largest = std::max(largest, std::abs(x4 - exact_x4(t)) / 6);
    t = std::round(100 * t + 1) / 100;
  }
  return largest;
}

TEST(EquationListings, Math003AsPrintedFindsTheEventsThatNoEventHides) {
  for (const double tolerance : {1e-6, 1e-9}) {  // the first is the listing's own
    const RunResult r = run_text(example("Math_003"), {.tolerance = tolerance, .interval = 0.01});
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    ASSERT_EQ(r.trajectory.real("x4").size(), 1001U);
    EXPECT_LE(lateness(r), 1e-9);
    expect_events(r, {1, 2, 3, 4, 5, 6}, 0);
    EXPECT_TRUE(std::any_of(r.bells.begin(), r.bells.end(), [](const Bell& bell) {
      return bell.code == BellCode::discontinuity && std::abs(bell.time - 17.0 / 12) < 1e-9;
    })) << said(r);
  }
}

TEST(EquationListings, Math003WithoutNoEventFindsItsEventsToRounding) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const RunResult r =
        run_text(example("Math_003_events"), {.tolerance = tolerance, .interval = 0.01});
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_TRUE(r.bells.empty()) << said(r);
    EXPECT_LE(lateness(r), 1e-12);
    expect_events(r, {1, 2, 3, 4, 5, 6, 17.0 / 12, 23.0 / 6, 35.0 / 6}, 1e-12);
  }
}

// ---- ARGESIM C5: what is demanded of the model in C++ (tests/run/integrated_run_test.cpp) ----

TEST(EquationListings, TwoStateFindsTheLastEventAtALooseTolerance) {
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    const run::RunSpec spec{.tolerance = tolerance, .interval = 5, .method = "radau9"};
    const RunResult r = run_text(example("two_state"), spec);
    TwoStates twin;
    run::RunSpec twin_spec = spec;
    twin_spec.stop = 5;
    EXPECT_EQ(r.verdict, run::run(twin_spec, twin).verdict) << tolerance << "\n" << said(r);
    ASSERT_EQ(r.events.size(), 5U) << said(r);
    for (std::size_t e = 0; e < 5; ++e)
      EXPECT_NEAR(r.events[e].time, two_state_b_events[e], tolerance * two_state_b_events[e]);
    if (r.verdict != Verdict::trusted) continue;
    EXPECT_NEAR(final_value(r, "y1"), two_state_b_end[0], tolerance * 6.4);
    EXPECT_NEAR(final_value(r, "y2"), two_state_b_end[1], tolerance * 6.4);
  }
}

TEST(EquationListings, TwoStateIsAsGoodAsDoublePrecisionAllows) {
  const RunResult r =
      run_text(example("two_state"), {.tolerance = 1e-14, .interval = 5, .method = "radau9"});
  ASSERT_EQ(r.events.size(), 5U) << said(r);
  for (std::size_t e = 0; e < 5; ++e)
    EXPECT_NEAR(r.events[e].time, two_state_b_events[e], 2e-15 * two_state_b_events[e]) << e;
  EXPECT_NEAR(final_value(r, "y2"), two_state_b_end[1], 1e-13 * 5.4);
  EXPECT_NEAR(final_value(r, "y1"), two_state_b_end[0], 2e-9 * 5.4);
}

TEST(EquationListings, TaskDOfTwoStateHasAllItsEvents) {
  for (const double tolerance : {1e-6, 1e-10, 1e-11}) {
    const RunResult r = run_text(read_problem("ARGESIM_C5_task_d"),
                                 {.tolerance = tolerance, .interval = 5, .method = "radau9"});
    ASSERT_EQ(r.events.size(), 62U) << said(r);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_NEAR(r.events.front().time, 1.108306167771131187, tolerance);
    EXPECT_NEAR(r.events.back().time, 4.936463907200045410, 10 * tolerance);
    EXPECT_NEAR(final_value(r, "y1"), 5.780402520561825850, tolerance * 6.8);
    EXPECT_NEAR(final_value(r, "y2"), 5.380402678480131662, tolerance * 6.4);
  }
}

// ---- other problems with events ----

TEST(EquationListings, ProblemsWithEventsHaveThoseOfTheReference) {
  struct Case {
    const char* name;
    std::vector<double> events;
    double within;
    std::size_t most;  // with those where a relation changes and nothing follows
    std::vector<double> end;
  };
  const std::vector<Case> cases = {
      {"ARGESIM_C5_task_b", two_state_b_events, 1e-13, 5, two_state_b_end},
      {"BOUNCING_BALL", ball_bounces, 1e-13, 11, {0, 0}},
      {"STICK_SLIP", stick_slip_events, 1e-12, 12, {0.6584367553112861933581085, 0.2}},
      {"TORRICELLI", {torricelli_empty}, 1e-4, 1, {0}},
      {"TRIPLE_ROOT_scipy9228", {-6, -2, 2}, 1e-13, 3, {120}},
      {"NEAR_GRAZE", near_graze_events, 1e-9, 2, {std::sin(3.0), std::cos(3.0)}},
  };
  for (const Case& c : cases)
    for (const double tolerance : {1e-6, 1e-8}) {
      const equation::FlatModel flat = read_problem(c.name);
      const RunResult r = run_text(flat, {.tolerance = tolerance});
      EXPECT_EQ(r.verdict, Verdict::trusted) << c.name << "\n" << said(r);
      EXPECT_LE(r.events.size(), c.most) << c.name;
      expect_events(r, c.events, c.within);
      ASSERT_EQ(r.final_values.size(), c.end.size());
      for (std::size_t i = 0; i < c.end.size(); ++i)
        EXPECT_NEAR(std::get<double>(r.final_values[i].second), c.end[i],
                    tolerance * (1 + std::abs(c.end[i])))
            << c.name;
    }
}

TEST(EquationListings, EveryExampleIsTrustedAtTheToleranceThatItRequests) {
  for (const char* name :
       {"LotkaVolterra", "Math_003", "Math_003_events", "two_state", "van_der_pol", "bouncing_ball",
        "heated_rod", "circuit", "sampled_controller"}) {
    const equation::FlatModel flat = example(name);
    const auto& [start, stop, interval, tolerance] = flat.experiment;
    ASSERT_TRUE(stop && interval && tolerance) << name;
    const RunResult r = run_text(flat, {.tolerance = *tolerance, .interval = *interval});
    EXPECT_EQ(r.verdict, Verdict::trusted) << name << "\n" << said(r);
  }
}

}  // namespace
}  // namespace bw::test::listings_test
