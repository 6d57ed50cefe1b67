// FMUs for model exchange as Models, and how long instances last.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "fmi/component/fmu.h"
#include "support/fmi/component_bench.h"
#include "support/processes.h"
#include "support/sanitized.h"

namespace bw::fmi::fmu_model_test {
namespace {

using model::Interface;
using test::index_of;

struct ModelBench {
  explicit ModelBench(const std::string& fmu, const std::vector<std::string>& inputs = {})
      : blueprint(open_fmu(test::test_fmu(fmu), bells, {})) {
    model::ComponentRequest request{.name = "bench", .interface = Interface::model_exchange};
    for (const std::string& name : inputs) request.inputs.push_back(index_of(*blueprint, name));
    model = blueprint->make_model(request, bells);
    x.resize(model->shape().states.size());
  }
  model::EventUpdate start() {
    model->begin(0, 10, {});
    model->evaluate({}, {});
    return model->start(x);
  }

  Bells bells;
  std::shared_ptr<const model::Blueprint> blueprint;
  std::unique_ptr<model::Model> model;
  std::vector<double> x;
};

// tests/fmus/particular.c: habits of FMUs that are in use.
struct ParticularBench {
  explicit ParticularBench(std::vector<std::pair<std::string, Value>> starts = {})
      : blueprint(open_fmu(test::test_fmu("particular"), bells, {})) {
    model::ComponentRequest request{.name = "bench", .interface = Interface::model_exchange};
    request.outputs = {index_of(*blueprint, "y")};
    for (const auto& [name, value] : starts)
      request.starts.emplace_back(index_of(*blueprint, name), value);
    model = blueprint->make_model(request, bells);
    std::vector<double> y(1);
    model->begin(0, 1, {});
    model->evaluate({}, {y, {}});
    model->start(x);
  }
  double output(double t, double state) {
    std::vector<double> y(1);
    model->outputs(t, std::vector<double>{state}, {y, {}});
    return y[0];
  }
  std::string failure(double t) {
    try {
      model->derivatives(t, x, dx);
    } catch (const ComponentFailure& failure) {
      return failure.what();
    }
    return "none";
  }

  Bells bells;
  std::shared_ptr<const model::Blueprint> blueprint;
  std::unique_ptr<model::Model> model;
  std::vector<double> x = std::vector<double>(1), dx = std::vector<double>(1);
};

TEST(ParticularFmu, OfFmi1GetsItsTimeAgainAfterACompletedStep) {
  ParticularBench bench;
  bench.model->derivatives(0.25, std::vector<double>{0.5}, bench.dx);
  (void)bench.model->completed_step(0.25, std::vector<double>{0.5});
  bench.model->derivatives(0.25, std::vector<double>{0.75}, bench.dx);  // a method starts anew
  EXPECT_EQ(bench.dx[0], -0.75);
}

TEST(ParticularFmu, HasOutputsOfTheTimeAndStatesAtWhichTheyAreRead) {
  ParticularBench bench;
  EXPECT_EQ(bench.output(0, 1), 2);
  EXPECT_EQ(bench.output(0.25, 3), 6);
  bench.model->derivatives(0.5, std::vector<double>{5}, bench.dx);
  EXPECT_EQ(bench.output(0.5, 5), 10);
  EXPECT_EQ(bench.output(0.5, 7), 14);
}

TEST(ParticularFmu, HasOutputsOfTheStatesAlsoWhereDerivativesWereReadFirst) {
  ParticularBench bench({{"forgets", 1.0}});
  bench.model->derivatives(0.25, std::vector<double>{3}, bench.dx);
  EXPECT_EQ(bench.output(0.25, 3), 6);
  bench.model->derivatives(0.5, std::vector<double>{5}, bench.dx);
  EXPECT_EQ(bench.output(0.5, 5), 10);
  EXPECT_EQ(bench.output(0.5, 7), 14);
}

TEST(ParticularFmu, AnErrorQuotesWhatItsOwnCallLogged) {
  EXPECT_EQ(
      ParticularBench({{"fails_from", 0.5}}).failure(0.5),
      "component 'bench': fmiGetDerivatives at t = 0.5 returned error. The run cannot go on.");
  EXPECT_EQ(ParticularBench({{"fails_from", 0.5}, {"talks", 1.0}}).failure(0.5),
            "component 'bench': fmiGetDerivatives at t = 0.5 returned error: a line of this call. "
            "The run cannot go on.");
}

class FmuModel : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Fmi, FmuModel, testing::Values("1me", "2", "3"),
                         [](const auto& tested) { return "Fmi" + tested.param; });

TEST_P(FmuModel, GivesItsStatesAndDerivatives) {
  ModelBench bench(GetParam() + "/VanDerPol");
  bench.start();
  EXPECT_EQ(bench.x, (std::vector<double>{2, 0}));
  std::vector<double> dx(2);
  bench.model->derivatives(0.5, std::vector<double>{1.5, -2.0}, dx);
  EXPECT_DOUBLE_EQ(dx[0], -2.0);
  EXPECT_DOUBLE_EQ(dx[1], (1 - 1.5 * 1.5) * -2.0 - 1.5);
}

TEST_P(FmuModel, GivesTheExactJacobianWhereItCan) {
  ModelBench bench(GetParam() + "/VanDerPol");
  ASSERT_EQ(bench.model->shape().has_jacobian, GetParam() != "1me");
  if (!bench.model->shape().has_jacobian) return;
  bench.start();
  std::vector<double> j(3);  // the first row has no diagonal: one value for each that depends
  bench.model->jacobian(0, std::vector<double>{1.5, -2.0}, j);
  const std::vector<double> exact = {1, -2 * 1.5 * -2.0 - 1, 1 - 1.5 * 1.5};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(j[i], exact[i]) << i;
}

TEST_P(FmuModel, KnowsWhichStatesADerivativeNeeds) {
  ModelBench bench(GetParam() + "/VanDerPol");
  ASSERT_EQ(bench.model->shape().sparsity.has_value(), GetParam() != "1me");
  if (!bench.model->shape().sparsity) return;
  EXPECT_EQ((*bench.model->shape().sparsity)[0], (std::vector<std::size_t>{1}));
  EXPECT_EQ((*bench.model->shape().sparsity)[1], (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(bench.model->shape().states, (std::vector<std::string>{"x0", "x1"}));
}

TEST_P(FmuModel, AnnouncesItsTimeEvents) {
  ModelBench bench(GetParam() + "/Stair");
  EXPECT_EQ(bench.start().next_time_event, 1.0);
  EXPECT_EQ(bench.model->handle_event(1.0, bench.x).next_time_event, 2.0);
}

TEST_P(FmuModel, AnEventGivesNewStates) {
  ModelBench bench(GetParam() + "/BouncingBall");
  bench.start();
  std::vector<double> z(bench.model->shape().indicators);
  ASSERT_EQ(z.size(), 1U);
  std::vector<double> x = {-1e-9, -4.0};
  bench.model->indicators(0.4, x, z);
  EXPECT_LT(z[0], 0);
  EXPECT_TRUE(bench.model->handle_event(0.4, x).states_changed);
  EXPECT_DOUBLE_EQ(x[1], 0.7 * 4.0);
}

TEST_P(FmuModel, DiscreteStatesCanBeSavedAndBroughtBack) {
  ModelBench bench(GetParam() + "/Stair");
  bench.start();
  if (!bench.model->shape().can_roll_back) GTEST_SKIP() << "FMI 1.0 cannot";
  std::unique_ptr<model::Snapshot> saved;
  bench.model->save(saved);
  EXPECT_EQ(bench.model->handle_event(1.0, bench.x).next_time_event, 2.0);
  bench.model->restore(*saved);
  EXPECT_EQ(bench.model->handle_event(1.0, bench.x).next_time_event, 2.0);
}

// ---- many instances ----

long resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
}

TEST_P(FmuModel, TenThousandInstancesLeaveNothingBehind) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu(GetParam() + "/Dahlquist"), bells, {});
  const model::ComponentRequest request{.name = "p", .interface = Interface::model_exchange};
  const auto cycle = [&](int times) {
    for (int i = 0; i < times; ++i) fmu->make_model(request, bells)->begin(0, 1, {});
  };
  cycle(500);  // allocators may keep memory
  const long files = test::open_files(), memory = resident_kilobytes();
  cycle(10'000);
  EXPECT_EQ(test::open_files(), files);
  if (!test::sanitized) {  // its quarantine grows on purpose
    EXPECT_LT(resident_kilobytes() - memory, 1024);
  }
}

// ---- arrays ----

TEST(Layout, ElementsOfArraysAreVariables) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("3/StateSpace"), bells, {});
  EXPECT_EQ(test::variable_of(*fmu, "A[1,2]").start, Value(1.0));
  EXPECT_EQ(test::variable_of(*fmu, "A[2,1]").start, Value(-1.0));
  EXPECT_THROW(index_of(*fmu, "A[3,3]"), std::invalid_argument);
  const auto larger = fmu->resized({{index_of(*fmu, "n"), std::int64_t{3}}});
  EXPECT_NO_THROW(index_of(*larger, "A[3,3]"));
  EXPECT_NO_THROW(index_of(*larger, "x[3]"));
}

TEST(Layout, AnAbsurdSizeIsRefused) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("3/StateSpace"), bells, {});
  EXPECT_THROW(fmu->resized({{index_of(*fmu, "n"), std::int64_t{100'000}}}), InputError);
  EXPECT_THROW(fmu->resized({{index_of(*fmu, "n"), std::int64_t{-1}}}), InputError);
}

TEST(Layout, WholeNumbersKnowTheirRange) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("3/Feedthrough"), bells, {});
  EXPECT_EQ(test::variable_of(*fmu, "int8_in").lowest, -128);
  EXPECT_EQ(test::variable_of(*fmu, "uint16_in").highest, 65535);
}

}  // namespace
}  // namespace bw::fmi::fmu_model_test
