// Linear models in Modelica text with --method modal, through run().

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "result/result.h"
#include "run/run.h"
#include "support/equation/pulses.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::modal_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::final_value;
using test::has_bell;
using test::said;

class ModalRun : public testing::Test {
 protected:
  RunResult run_body(const std::string& body, RunSpec spec) {
    test::write_file(scratch / "m.mo", "model M\n" + body + "\nend M;\n");
    spec.target = scratch / "m.mo";
    if (!spec.method) spec.method = "modal";
    return run(spec);
  }
  const test::ScratchFolder scratch;
};

const std::string oscillator =
    "  parameter Real w = 1000;\n"
    "  Real q(start = 1, fixed = true), v(start = 0, fixed = true);\n"
    "equation\n"
    "  der(q) = v;\n";

TEST_F(ModalRun, ALinearModelIsTrustedAndItsRowsAreRight) {
  const RunResult r = run_body(oscillator + "  der(v) = -w^2*q - 0.02*v;\n",
                               {.stop = 10, .tolerance = 1e-6, .interval = 0.037});
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  const double w = std::sqrt(1e6 - 1e-4);
  const auto q = r.trajectory.real("q");
  for (std::size_t row = 0; row < q.size(); ++row) {
    const double t = r.trajectory.times()[row];
    ASSERT_NEAR(q[row], std::exp(-0.01 * t) * (std::cos(w * t) + 0.01 / w * std::sin(w * t)), 1e-6)
        << t;
  }
  EXPECT_LT(r.statistics.rhs_evaluations, 1500);
}

// exp(-((t - 5)/width)^2): the nodes of a step do not meet the narrow ones.
TEST_F(ModalRun, APulseBetweenTheNodesIsFound) {
  for (const double width : {1.0, 0.1, 1e-2, 1e-3, 1e-4}) {
    const std::string text = std::to_string(width);
    const RunResult r =
        run_body(oscillator + "  der(v) = -w^2*q + w^2*exp(-((time - 5.0123)/" + text + ")^2);\n",
                 {.stop = 10, .tolerance = 1e-6});
    // Behind the pulse: q = cos w t plus sqrt(pi) width w exp(-(w width)^2 / 4) sin w (t - 5.0123).
    const double w = 1000, size = std::sqrt(std::acos(-1.0)) * width * w *
                                  std::exp(-w * w * width * width / 4);
    const double known = std::cos(10 * w) + size * std::sin(w * (10 - 5.0123));
    EXPECT_NEAR(final_value(r, "q"), known, 2e-6 * (1 + size)) << width << said(r);
    EXPECT_EQ(r.verdict, Verdict::trusted) << width << said(r);
  }
}

TEST_F(ModalRun, GeneratedPulsesAreRightOrNotTrusted) {
  int trusted = 0;
  for (unsigned number = 0; number < 40; ++number) {
    const test::PulseModel pulse = test::pulse_model(number);
    test::write_file(scratch / "m.mo", pulse.text);
    const RunResult r = run({.target = scratch / "m.mo",
                             .stop = pulse.stop,
                             .tolerance = pulse.tolerance,
                             .method = "modal"});
    if (r.verdict != Verdict::trusted) continue;
    ++trusted;
    const auto x = r.trajectory.real("x");
    for (std::size_t row = 0; row < x.size(); ++row) {
      const double exact = pulse.exact(r.trajectory.times()[row]);
      ASSERT_NEAR(x[row], exact, pulse.tolerance * (1 + std::abs(exact))) << pulse.text;
    }
  }
  EXPECT_GT(trusted, 5);
}

TEST_F(ModalRun, AModelThatIsNotLinearEndsWithTheReason) {
  const RunResult r =
      run_body(oscillator + "  der(v) = -w^2*q - 1e-3*q^3;\n", {.stop = 10, .tolerance = 1e-6});
  const Bell* bell = test::find_bell(r, BellCode::method_unsuitable);
  ASSERT_NE(bell, nullptr) << said(r);
  EXPECT_EQ(r.verdict, Verdict::rejected) << said(r);
  EXPECT_NE(bell->message.find("derivative of v"), std::string::npos) << bell->message;
  EXPECT_NE(bell->message.find("--method auto"), std::string::npos) << bell->message;
  const RunResult calm = run_body(oscillator + "  der(v) = -w^2*q;\n", {.stop = 1});
  EXPECT_FALSE(has_bell(calm, BellCode::method_unsuitable)) << said(calm);
}

// What is narrow in a state is not linear, wherever the tests of a step are.
TEST_F(ModalRun, ANarrowTermInAStateIsNotLinear) {
  const RunResult r = run_body(oscillator + "  der(v) = -w^2*q + 1e5*exp(-((q - 0.5)/1e-3)^2);\n",
                               {.stop = 10, .tolerance = 1e-6});
  EXPECT_TRUE(has_bell(r, BellCode::method_unsuitable)) << said(r);
}

// Time events and state events: the coefficients change at events only.
TEST_F(ModalRun, SwitchedModelsAreRight) {
  const std::string body =
      "  Real q(start = 1, fixed = true), v(start = 0, fixed = true);\n"
      "  discrete Real k(start = 1e4, fixed = true);\n"
      "equation\n"
      "  der(q) = v;\n"
      "  der(v) = -k*q - 0.1*v;\n"
      "  when sample(0.5, 0.5) then\n    k = if pre(k) > 3e3 then 2500 else 1e4;\n  end when;\n";
  const RunResult modal = run_body(body, {.stop = 5, .tolerance = 1e-7});
  const RunResult other = run_body(body, {.stop = 5, .tolerance = 1e-9, .method = "dop853"});
  EXPECT_EQ(modal.verdict, Verdict::trusted) << said(modal);
  EXPECT_NEAR(final_value(modal, "q"), final_value(other, "q"), 2e-7);
  EXPECT_NEAR(final_value(modal, "v"), final_value(other, "v"), 2e-5);
}

TEST_F(ModalRun, StateEventsAreFoundAlthoughTheModelOscillates) {
  const std::string body =
      "  Real q(start = 1, fixed = true), v(start = 0, fixed = true);\n"
      "  Integer n(start = 0, fixed = true);\n"
      "equation\n"
      "  der(q) = v;\n"
      "  der(v) = -1e4*q - 0.2*v;\n"
      "  when q > 0.9 then\n    n = pre(n) + 1;\n  end when;\n";
  const RunResult modal = run_body(body, {.stop = 3, .tolerance = 1e-6});
  const RunResult other = run_body(body, {.stop = 3, .tolerance = 1e-8, .method = "dop853"});
  EXPECT_EQ(modal.verdict, Verdict::trusted) << said(modal);
  EXPECT_GT(modal.statistics.events, 10);
  EXPECT_EQ(modal.statistics.events, other.statistics.events);
  EXPECT_NEAR(final_value(modal, "q"), final_value(other, "q"), 2e-6);
}

}  // namespace
}  // namespace bw::run::modal_run_test
