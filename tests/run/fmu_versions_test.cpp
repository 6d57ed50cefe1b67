// Every version of FMI by every interface, held against exact solutions. The FMUs come from one
// model source each (tests/fmus/models), so that a difference between versions is ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "run/run.h"
#include "support/contains.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::fmu_versions_test {
namespace {

using result::RunResult;
using test::has_bell;
using test::said;

struct Offer {
  std::string folder, interface;
};

std::string name(const testing::TestParamInfo<Offer>& info) {
  return "Fmi" + info.param.folder + info.param.interface;
}

std::string fmu(const Offer& offer, const std::string& model) {
  return std::string(BW_TEST_FMUS) + "/" + offer.folder + "/" + model + ".fmu";
}

RunSpec spec_for(const Offer& offer, const std::string& model) {
  RunSpec spec{.target = fmu(offer, model)};
  spec.interface = offer.interface;
  spec.tolerance = 1e-9;
  return spec;
}

std::vector<double> numbers(const RunResult& result, const std::string& column) {
  std::vector<double> found;
  const auto& columns = result.trajectory.columns();
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t row = 0; columns[c].name == column && row < result.trajectory.rows(); ++row) {
      const result::Cell cell = result.trajectory.cell(row, c);
      found.push_back(std::holds_alternative<double>(cell)
                          ? std::get<double>(cell)
                          : static_cast<double>(std::get<std::int64_t>(std::get<Discrete>(cell))));
    }
  return found;
}

double last(const RunResult& result, const std::string& column) {
  const std::vector<double> values = numbers(result, column);
  return values.empty() ? std::nan("") : values.back();
}

class EveryOffer : public testing::TestWithParam<Offer> {};

INSTANTIATE_TEST_SUITE_P(Fmi, EveryOffer,
                         testing::Values(Offer{"1cs", "cs"}, Offer{"1me", "me"}, Offer{"2", "cs"},
                                         Offer{"2", "me"}, Offer{"3", "cs"}, Offer{"3", "me"}),
                         name);

TEST_P(EveryOffer, DahlquistIsTheExponential) {
  RunSpec spec = spec_for(GetParam(), "Dahlquist");
  spec.stop = 10.0;
  spec.set = {"k=0.5"};
  spec.record = {"x"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> x = numbers(result, "x");
  ASSERT_GT(x.size(), 100U);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(x[i], std::exp(-0.5 * result.trajectory.times()[i]), 2e-8);
}

// Height after any number of bounces, by the series of parabolas.
double exact_height(double t) {
  constexpr double g = 9.81, e = 0.7, v_min = 0.1;
  double begin = 0, v = 0, h = 1;
  for (;;) {
    const double flight = (v + std::sqrt(v * v + 2 * g * h)) / g;
    if (t <= begin + flight) return h + v * (t - begin) - g / 2 * (t - begin) * (t - begin);
    const double impact = std::sqrt(v * v + 2 * g * h);
    begin += flight;
    v = e * impact;
    h = 0;
    if (v < v_min) return 0;
  }
}

TEST_P(EveryOffer, TheBallBouncesAtTheRightTimes) {
  RunSpec spec = spec_for(GetParam(), "BouncingBall");
  spec.stop = 3.0;
  spec.record = {"h"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> h = numbers(result, "h");
  for (std::size_t i = 0; i < h.size(); ++i)
    EXPECT_NEAR(h[i], exact_height(result.trajectory.times()[i]), 1e-7)
        << "t = " << result.trajectory.times()[i];
}

// x0(20) and x1(20) for mu = 1 from (2, 0); by mpmath.odefun with 40 digits.
TEST_P(EveryOffer, VanDerPolAgreesWithItsReference) {
  RunSpec spec = spec_for(GetParam(), "VanDerPol");
  spec.stop = 20.0;
  spec.record = {"x0", "x1"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_NEAR(last(result, "x0"), 2.008149762174948592, 2e-6);
  EXPECT_NEAR(last(result, "x1"), -0.0425088752732021470, 2e-6);
}

TEST_P(EveryOffer, TheStairClimbsAtItsTimesAndEndsTheRun) {
  RunSpec spec = spec_for(GetParam(), "Stair");
  spec.stop = GetParam().folder == "1cs" ? 10.0 : 12.0;  // FMI 1.0 cannot say that it ends
  spec.step = GetParam().interface == "cs" ? std::optional(0.25) : std::nullopt;
  spec.interval = 0.25;
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> counter = numbers(result, "counter");
  ASSERT_GE(counter.size(), 39U);
  for (std::size_t i = 0; i < 39; ++i)
    EXPECT_EQ(counter[i], 1 + std::floor(result.trajectory.times()[i])) << i;
  EXPECT_LE(result.reached, 10.0);
  EXPECT_EQ(has_bell(result, BellCode::fmu_terminated), GetParam().folder != "1cs") << said(result);
}

TEST_P(EveryOffer, ASecondRunIsTheFirstBitByBit) {
  RunSpec spec = spec_for(GetParam(), "BouncingBall");
  spec.stop = 3.0;
  const RunResult first = run(spec), second = run(spec);
  EXPECT_EQ(numbers(first, "h"), numbers(second, "h"));
  EXPECT_EQ(numbers(first, "v"), numbers(second, "v"));
}

TEST_P(EveryOffer, ResourcesAreFound) {
  if (GetParam().folder == "1me") GTEST_SKIP() << "FMI 1.0 model exchange tells no location";
  RunSpec spec = spec_for(GetParam(), "Resource");
  spec.stop = 1.0;
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_EQ(last(result, "y"), 42);
}

// ---- inputs over time ----

class WithInputs : public EveryOffer {
 protected:
  std::string table(const std::string& text) {
    const std::string file = scratch / "input.csv";
    std::ofstream(file) << text;
    return file;
  }
  test::ScratchFolder scratch;
};

INSTANTIATE_TEST_SUITE_P(Fmi, WithInputs,
                         testing::Values(Offer{"1cs", "cs"}, Offer{"1me", "me"}, Offer{"2", "cs"},
                                         Offer{"2", "me"}, Offer{"3", "cs"}, Offer{"3", "me"}),
                         name);

TEST_P(WithInputs, AContinuousInputActsAtAnyTime) {
  RunSpec spec = spec_for(GetParam(), "Follow");
  spec.stop = 2.0;
  spec.input = table("time,u\n0,0\n1,1\n2,0\n");
  spec.record = {"x"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> x = numbers(result, "x");
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = result.trajectory.times()[i];
    EXPECT_NEAR(x[i], t < 1 ? t * t / 2 : 1 - (2 - t) * (2 - t) / 2, 1e-8) << "t = " << t;
  }
}

TEST_P(WithInputs, AJumpHasTwoSides) {
  RunSpec spec = spec_for(GetParam(), "Follow");
  spec.stop = 1.0;
  spec.input = table("time,u\n0,1\n0.305,1\n0.305,-1\n1,-1\n");
  spec.record = {"x"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_NEAR(last(result, "x"), 0.305 - 0.695, 1e-8);
}

TEST_P(WithInputs, ADiscreteInputIsHeldAndChangesAtItsTimes) {
  RunSpec spec = spec_for(GetParam(), "Follow");
  spec.stop = 1.0;
  spec.interval = 0.1;
  spec.input = table("time,d\n0,1\n0.45,5\n");
  spec.record = {"d_sum"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> d = numbers(result, "d_sum");
  ASSERT_FALSE(d.empty());
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double t = result.trajectory.times()[i];
    if (t > 0.4 && t < 0.6) continue;  // steps that the change may fall into
    EXPECT_EQ(d[i], t < 0.45 ? 1 : 5) << "t = " << t;
  }
}

TEST_P(WithInputs, EveryTypeGoesThrough) {
  RunSpec spec = spec_for(GetParam(), "Feedthrough");
  spec.stop = 1.0;
  const bool newest = GetParam().folder == "3";
  spec.input = newest ? table(
                            "time,int8_in,uint8_in,int16_in,uint16_in,uint32_in,int64_in,"
                            "uint64_in,float32_in,boolean_in,string_in\n"
                            "0,-128,255,-32768,65535,4294967295,-9007199254740991,"
                            "9007199254740991,0.5,true,\"a b\"\n")
                      : table(
                            "time,integer_in,boolean_in,string_in,discrete_in\n"
                            "0,-7,true,\"a b\",2.5\n");
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const auto text = [&](const std::string& column) {
    for (const auto& [name, cell] : result.final_values)
      if (name == column) return std::get<std::string>(std::get<Discrete>(cell));
    return std::string("not recorded");
  };
  EXPECT_EQ(last(result, "boolean_out"), 1);
  EXPECT_EQ(text("string_out"), "a b");
  if (newest) {
    EXPECT_EQ(last(result, "int8_out"), -128);
    EXPECT_EQ(last(result, "uint8_out"), 255);
    EXPECT_EQ(last(result, "int16_out"), -32768);
    EXPECT_EQ(last(result, "uint16_out"), 65535);
    EXPECT_EQ(last(result, "uint32_out"), 4294967295);
    EXPECT_EQ(last(result, "float32_out"), 0.5);
  } else {
    EXPECT_EQ(last(result, "integer_out"), -7);
    EXPECT_EQ(last(result, "discrete_out"), 2.5);
  }
}

// ---- FMI 3.0 alone ----

class ClockOffer : public testing::TestWithParam<Offer> {};

INSTANTIATE_TEST_SUITE_P(Fmi, ClockOffer, testing::Values(Offer{"3", "cs"}, Offer{"3", "se"}),
                         name);

TEST_P(ClockOffer, ClocksOfEveryKindTickAsOftenAsTheyShould) {
  RunSpec spec = spec_for(GetParam(), "Clocks");
  spec.stop = 2.0;
  spec.record = {"count_*", "fast", "trigger_out", "time_countdown"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_EQ(last(result, "count_fast"), 21);
  EXPECT_EQ(last(result, "count_slow"), 8);
  EXPECT_EQ(last(result, "count_from_fixed"), 7);
  EXPECT_EQ(last(result, "count_from_tunable"), 5);
  EXPECT_EQ(last(result, "count_settable"), 11);
  EXPECT_EQ(last(result, "count_growing"), 6);  // 0, 0.2, 0.5, 0.9, 1.4, 2.0
  EXPECT_EQ(last(result, "count_countdown"), 4);
  EXPECT_EQ(last(result, "count_trigger_out"), 4);
  EXPECT_NEAR(last(result, "time_countdown"), 1.93, 1e-12);
  // A recorded clock is the number of its ticks.
  EXPECT_EQ(last(result, "fast"), 21);
  EXPECT_EQ(last(result, "trigger_out"), 4);
}

TEST_P(ClockOffer, ATriggeredInputClockTicksWhenTheTableCounts) {
  const test::ScratchFolder scratch;
  const std::string file = scratch / "input.csv";
  std::ofstream(file) << "time,trigger_in,trigger_value\n0,0,3\n0.5,1,3\n1.0,2,4\n";
  RunSpec spec = spec_for(GetParam(), "Clocks");
  spec.stop = 2.0;
  spec.input = file;
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_EQ(last(result, "count_trigger_in"), 2);
  EXPECT_EQ(last(result, "trigger_sum"), 7);
}

TEST(SourceOnly, IsCompiledAndRunAfterSayingSo) {
  const test::ScratchFolder cache;
  setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  for (const std::string version : {"2", "3"}) {
    RunSpec spec{.target = fmu({version, ""}, "SourceOnly"), .stop = 1.0};
    spec.tolerance = 1e-9;
    const RunResult result = run(spec);
    ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
    EXPECT_TRUE(has_bell(result, BellCode::fmu_compiled));
    EXPECT_NEAR(last(result, "x"), std::exp(-1.0), 1e-7);
  }
  unsetenv("XDG_CACHE_HOME");
}

class ArrayOffer : public testing::TestWithParam<Offer> {};

INSTANTIATE_TEST_SUITE_P(Fmi, ArrayOffer, testing::Values(Offer{"3", "cs"}, Offer{"3", "me"}),
                         name);

TEST_P(ArrayOffer, TheOscillatorIsTheCosine) {
  RunSpec spec = spec_for(GetParam(), "StateSpace");
  spec.stop = 5.0;
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  const std::vector<double> y = numbers(result, "y[1]");
  ASSERT_GT(y.size(), 10U);
  for (std::size_t i = 0; i < y.size(); ++i)
    EXPECT_NEAR(y[i], std::cos(result.trajectory.times()[i]), 1e-7);
}

TEST_P(ArrayOffer, StructuralParametersResizeArrays) {
  RunSpec spec = spec_for(GetParam(), "StateSpace");
  spec.stop = 1.0;
  // Three decays of their own speed, and an output that adds two of them.
  spec.set = {"n=3",      "r=1",     "A=-1 0 0  0 -2 0  0 0 -3", "B=0 0 0", "C[1,1]=1", "C[1,2]=0",
              "C[1,3]=1", "x0=1 1 2"};
  spec.record = {"y*", "x[*"};
  const RunResult result = run(spec);
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_NEAR(last(result, "y[1]"), std::exp(-1.0) + 2 * std::exp(-3.0), 1e-8);
  EXPECT_NEAR(last(result, "x[2]"), std::exp(-2.0), 1e-8);
}

}  // namespace
}  // namespace bw::run::fmu_versions_test
