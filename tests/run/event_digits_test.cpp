// Runs of so many events that the last digits of their times decide.

#include <gtest/gtest.h>

#include "model/state_model.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/run_result.h"

namespace bw::run::event_digits_test {
namespace {

using result::Verdict;

// It bounces without a loss.
class Ball final : public model::StateModel {
 public:
  Ball() : StateModel("ball", {{.name = "h", .start = 1}, {.name = "v"}}, 1) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -9.81;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override { z[0] = x[0]; }
  model::EventUpdate handle_event(double, std::span<double> x) override {
    if (x[0] <= 0 && x[1] < 0) x[1] = -x[1];
    return {};
  }
};

TEST(EventDigits, WhereTheyDecideIntegrationsAreNotRepeatedForNothing) {
  Ball ball;
  const result::RunResult r = run({.stop = 2000, .tolerance = 1e-10, .interval = 2000}, ball);
  EXPECT_NE(r.verdict, Verdict::trusted) << test::said(r);
  EXPECT_LE(r.certificate->integrations, 5) << test::said(r);
  EXPECT_TRUE(test::contains(test::said(r), "event times decide")) << test::said(r);
}

TEST(EventDigits, ThousandsOfEventsAreTrustedWhereTheyDoNotMatter) {
  Ball ball;
  const result::RunResult r = run({.stop = 2000, .tolerance = 1e-4, .interval = 2000}, ball);
  EXPECT_EQ(r.verdict, Verdict::trusted) << test::said(r);
}

}  // namespace
}  // namespace bw::run::event_digits_test
