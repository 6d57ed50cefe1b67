// Registered means tested: most of these loop over the table, and over a master that only the tests
// have (support/cosim/added_master).
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "cosim/march/march.h"
#include "cosim/master/master.h"
#include "support/cosim/added_master.h"
#include "support/cosim/marching.h"
#include "support/model/lotka_volterra_reference.h"
#include "support/model/test_components.h"

namespace bw::cosim::masters_test {
namespace {

using test::Clockwork;
using test::connection;
using test::Failing;
using test::Integrator;
using test::Kit;
using test::Marcher;
using test::SpeciesRow;
using test::SpeciesTable;

class EveryStep final : public MarchObserver {
 public:
  explicit EveryStep(const Coupling& coupling) : coupling_(coupling) {}
  bool accepted(double t, bool) override {
    rows.push_back({t, coupling_.now().reals[0], coupling_.now().reals[1]});
    return true;
  }
  std::vector<SpeciesRow> rows;

 private:
  const Coupling& coupling_;
};

// Steps of a component in a communication step; the last one joins both halves.
int advances_in_a_step(const MasterKind& kind, bool is_last) {
  return kind.name == "alternating" && !is_last ? 2 : 1;
}

std::vector<SpeciesRow> lotka_volterra(const MasterKind& kind, double stop, double h) {
  Coupling coupling = test::lotka_volterra_components();
  EveryStep seen(coupling);
  const auto [end, tally] =
      test::march(coupling, kind, {.start = 0, .stop = stop, .interval = h}, seen);
  EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop);
  if (kind.usual_iterations == 1) {
    for (const std::size_t component : {0u, 1u})
      EXPECT_EQ(coupling.counters(component).advances,
                advances_in_a_step(kind, component == coupling.order().back()) * tally.steps);
  }
  return seen.rows;
}

// The largest relative errors of x and y over all rows.
std::pair<double, double> path_errors(const std::vector<SpeciesRow>& rows) {
  test::UndividedSpecies undivided;
  std::pair<double, double> worst{0, 0};
  for (const SpeciesRow& row : rows) {
    const auto [x, y] = undivided.at(row.t);
    worst.first = std::max(worst.first, std::abs(row.x / x - 1));
    worst.second = std::max(worst.second, std::abs(row.y / y - 1));
  }
  return worst;
}

void expect_table(const std::vector<SpeciesRow>& rows, double h, const SpeciesTable& table) {
  for (const SpeciesRow& expected : table) {
    const SpeciesRow& row = rows[static_cast<std::size_t>(std::lround(expected.t / h))];
    EXPECT_DOUBLE_EQ(row.t, expected.t);
    EXPECT_NEAR(row.x, expected.x, 1e-11 * expected.x) << "t = " << row.t;
    EXPECT_NEAR(row.y, expected.y, 1e-11 * expected.y) << "t = " << row.t;
  }
}

TEST(Masters, TheTestsOwnSolutionOfTheUndividedEquationsIsRight) {
  test::UndividedSpecies undivided;
  for (const SpeciesRow& row : test::lotka_volterra::solution) {
    const auto [x, y] = undivided.at(row.t);
    EXPECT_NEAR(x, row.x, 1e-12 * row.x) << "t = " << row.t;
    EXPECT_NEAR(y, row.y, 1e-12 * row.y) << "t = " << row.t;
  }
}

TEST(Masters, CutAStepAtMostAsTheirTraitSays) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    auto& smooth = kit.add<Integrator>("a", 1.0);
    auto& direct = kit.add<test::Echo>("b", std::vector{Type::real});
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    Marcher marcher(coupling, *kind);
    for (const double t : {0.0, 1.0}) EXPECT_EQ(marcher.go(t, 1), ComponentStatus::ok);
    double least = 1;
    for (const auto* component : std::initializer_list<test::TestComponent*>{&smooth, &direct})
      for (const auto& step : component->steps) least = std::min(least, step.h);
    EXPECT_GE(least * kind->substeps, 1) << kind->name;
  }
}

struct Golden {
  const char* master;
  double h;
  const SpeciesTable* table;
  double x, x_digit, y, y_digit;  // path errors, and half of their last digit
};

TEST(Masters, GiveTheReferenceTablesAndPathErrors) {
  using namespace test::lotka_volterra;
  const Golden all[] = {
      {"gauss-seidel", 0.1, &gauss_seidel_0_1, 3.09e-2, 5e-5, 3.74e-2, 5e-5},
      {"gauss-seidel", 0.5, &gauss_seidel_0_5, 1.56e-1, 5e-4, 1.73e-1, 5e-4},
      {"jacobi", 0.1, &jacobi_0_1, 5.2e-1, 5e-3, 6.0e-1, 5e-3},
      {"jacobi", 0.5, &jacobi_0_5, 2.9, 5e-2, 3.8, 5e-2},
  };
  for (const Golden& golden : all) {
    SCOPED_TRACE(testing::Message() << golden.master << " " << golden.h);
    const auto rows = lotka_volterra(*find_master(golden.master), 100, golden.h);
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(std::lround(100 / golden.h)) + 1);
    expect_table(rows, golden.h, *golden.table);
    const auto [x, y] = path_errors(rows);
    EXPECT_NEAR(x, golden.x, golden.x_digit);
    EXPECT_NEAR(y, golden.y, golden.y_digit);
  }
}

TEST(Masters, HaveThePublishedOrder) {
  for (const MasterKind* kind : test::all_masters()) {
    SCOPED_TRACE(kind->name);
    const auto coarse = path_errors(lotka_volterra(*kind, 10, 0.02));
    const auto fine = path_errors(lotka_volterra(*kind, 10, 0.01));
    EXPECT_NEAR(std::log2(coarse.first / fine.first), kind->order, 0.1);
    EXPECT_NEAR(std::log2(coarse.second / fine.second), kind->order, 0.1);
  }
}

TEST(Masters, HaveAUniqueNameASummaryAndASource) {
  std::set<std::string_view> names;
  for (const MasterKind* kind : test::all_masters()) {
    EXPECT_TRUE(names.insert(kind->name).second) << kind->name;
    EXPECT_FALSE(kind->summary.empty()) << kind->name;
    EXPECT_FALSE(kind->source.empty()) << kind->name;
    EXPECT_GE(kind->order, 1) << kind->name;
    EXPECT_LE(kind->least_iterations, kind->usual_iterations) << kind->name;
    EXPECT_LE(kind->usual_iterations, kind->most_iterations) << kind->name;
  }
  for (const MasterKind* kind : masters()) EXPECT_EQ(find_master(kind->name), kind);
  EXPECT_EQ(master_names().size(), masters().size());
  EXPECT_EQ(find_master("gauss-siedel"), nullptr);
  EXPECT_EQ(find_master(""), nullptr);
}

TEST(Masters, ReportWhatStoppedAComponent) {
  const std::pair<Failing::How, ComponentStatus> ways[] = {
      {Failing::How::discard, ComponentStatus::discarded},
      {Failing::How::terminate, ComponentStatus::terminated},
      {Failing::How::nan, ComponentStatus::not_finite},
      {Failing::How::infinity, ComponentStatus::not_finite}};
  for (const MasterKind* kind : test::all_masters())
    for (const auto& [how, status] : ways)
      for (const bool closed : {false, true}) {
        SCOPED_TRACE(testing::Message() << kind->name << " " << static_cast<int>(how) << closed);
        Kit kit;
        kit.add<Clockwork>("a");
        kit.add<Failing>("b", 1.25, how);
        Coupling coupling = kit.couple(closed ? std::vector{connection(0, 1), connection(1, 0)}
                                              : std::vector{connection(0, 1)});
        Marcher marcher(coupling, *kind);
        ASSERT_EQ(marcher.go(0, 1), ComponentStatus::ok);
        EXPECT_EQ(marcher.go(1, 1), status);
        EXPECT_EQ(coupling.trouble().status, status);
        EXPECT_EQ(coupling.trouble().component, 1u);
        const bool at_end = status == ComponentStatus::not_finite;
        const double end = 1 + 1.0 / advances_in_a_step(*kind, coupling.order().back() == 1);
        EXPECT_EQ(coupling.trouble().time, at_end ? end : 1.25);
        EXPECT_EQ(coupling.trouble().reason, at_end ? "bad" : "it had enough.");
      }
}

TEST(Masters, LetAComponentThatCannotGoOnThrowThrough) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<Failing>("a", 0.0, Failing::How::failure);
    Coupling coupling = kit.couple({});
    EXPECT_THROW(Marcher(coupling, *kind).go(0, 1), ComponentFailure) << kind->name;
  }
}

TEST(Masters, StepASingleComponent) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    const auto& only = kit.add<Clockwork>("only");
    Coupling coupling = kit.couple({});
    Marcher marcher(coupling, *kind);
    for (int k = 0; k < 3; ++k)
      ASSERT_EQ(marcher.go(0.5 * k, 0.5), ComponentStatus::ok) << kind->name;
    EXPECT_EQ(coupling.now().reals[0], 3) << kind->name;
    EXPECT_EQ(only.steps.back().t + only.steps.back().h, 1.5) << kind->name;
    EXPECT_EQ(only.steps.back().h, 0.5) << kind->name;
  }
}

TEST(Masters, StepComponentsWithoutConnectionsOnceEachOrTwiceWhereTheyAlternate) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    for (const char* name : {"a", "b", "c"}) kit.add<Clockwork>(name);
    Coupling coupling = kit.couple({});
    ASSERT_EQ(Marcher(coupling, *kind).go(0, 1), ComponentStatus::ok) << kind->name;
    for (std::size_t component = 0; component < 3; ++component)
      EXPECT_EQ(coupling.counters(component).advances,
                advances_in_a_step(*kind, component == coupling.order().back()))
          << kind->name;
  }
}

TEST(Masters, AlternateBothHalvesOfAComponentThatDrivesItself) {
  Kit kit;
  kit.add<Clockwork>("a");
  kit.add<Clockwork>("b");
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 1)});
  ASSERT_TRUE(coupling.drives_itself(1));
  ASSERT_FALSE(coupling.drives_itself(0));
  ASSERT_EQ(Marcher(coupling, *find_master("alternating")).go(0, 1), ComponentStatus::ok);
  for (const std::size_t component : {0u, 1u}) EXPECT_EQ(coupling.counters(component).advances, 2);
}

TEST(Masters, StepASystemWithoutComponents) {
  for (const MasterKind* kind : test::all_masters()) {
    Coupling coupling({}, {});
    EXPECT_EQ(Marcher(coupling, *kind).go(0, 1), ComponentStatus::ok) << kind->name;
  }
}

TEST(Masters, LeaveTheAcceptedSignalsAlone) {
  for (const MasterKind* kind : test::all_masters()) {
    Coupling coupling = test::lotka_volterra_components();
    Marcher marcher(coupling, *kind);
    ASSERT_EQ(marcher.step(0, 0.5).component, ComponentStatus::ok);
    EXPECT_EQ(coupling.now().reals, (std::vector<double>{10, 10})) << kind->name;
    EXPECT_NE(marcher.next().reals, coupling.now().reals) << kind->name;
  }
}

TEST(Masters, CarryDiscreteSignalsToo) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<test::Logic>("a", [](std::int64_t n) { return n + 1; });
    const auto& b = kit.add<test::Logic>("b", [](std::int64_t n) { return n; });
    Coupling coupling = kit.couple({connection(0, 1)});
    Marcher marcher(coupling, *kind);
    for (int k = 0; k < 2; ++k) ASSERT_EQ(marcher.go(k, 1), ComponentStatus::ok);
    EXPECT_EQ(b.heard().discretes.at(0), Discrete(std::int64_t{1})) << kind->name;
  }
}

// a drives b; b is first in the file. Which input has b in the first step?
double heard_by_the_driven(const char* master) {
  Kit kit;
  const auto& b = kit.add<Integrator>("b", 0.0);
  kit.add<Clockwork>("a");
  Coupling coupling = kit.couple({connection(1, 0)});
  EXPECT_EQ(Marcher(coupling, *find_master(master)).go(0, 1), ComponentStatus::ok);
  return b.heard().reals[0];
}

TEST(Masters, GaussSeidelBringsTheNewValueToWhatIsDrivenWhateverTheFilesOrder) {
  EXPECT_EQ(heard_by_the_driven("gauss-seidel"), 1);
}

TEST(Masters, JacobiBringsTheValueOfTheStepsBegin) { EXPECT_EQ(heard_by_the_driven("jacobi"), 0); }

TEST(Masters, GaussSeidelStepsALoopInTheOrderOfTheFile) {
  Kit kit;
  const auto& first = kit.add<Clockwork>("first");
  const auto& second = kit.add<Clockwork>("second");
  Coupling coupling = kit.couple({connection(1, 0), connection(0, 1)});
  Marcher(coupling, *find_master("gauss-seidel")).go(0, 1);
  EXPECT_EQ(first.heard().reals[0], 0);
  EXPECT_EQ(second.heard().reals[0], 1);
}

}  // namespace
}  // namespace bw::cosim::masters_test
