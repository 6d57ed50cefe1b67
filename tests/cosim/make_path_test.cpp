#include "cosim/chain/make_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "base/error.h"
#include "model/component.h"
#include "model/forwarding_component.h"
#include "model/solver_report.h"
#include "support/contains.h"
#include "support/cosim/chains.h"
#include "support/cosim/jumping_components.h"

namespace bw::cosim::make_path_test {
namespace {

using namespace test;  // its components are the vocabulary here

// Reads the root of what the first signal leaves to one: not a number once it is above.
struct Root final : RowReader {
  std::size_t reals() const override { return 1; }
  std::size_t discretes() const override { return 0; }
  void read(Coupling& coupling, std::span<double> reals, std::span<Discrete>) const override {
    reals[0] = std::sqrt(1 - coupling.now().reals[0]);
  }
  std::string name_of(std::size_t) const override { return "clock.root"; }
};

Coupling clock(Bells& bells, int& built) {
  ++built;
  bells.ring(BellCode::fmu_warning, 0, "clock", "it was made.");
  Kit kit;
  kit.add<OfTime>([](double t) { return t; });
  return kit.couple({});
}

TEST(MakePath, BuildsASystemForEachPathAndKeepsItsBells) {
  const Mesh mesh(even_times(1, 4), {}, 4);
  const Root rows;
  int built = 0;
  const PathSource source{[&](const ChainOrder&, Bells& bells) { return clock(bells, built); },
                          &rows, 0, 1};
  for (const int expected : {1, 2}) {
    const Path path = make_path(source, chain_order(mesh, {.steps = 2}), [] { return true; });
    EXPECT_TRUE(path.complete());
    EXPECT_EQ(path.rows, 5U);
    EXPECT_EQ(built, expected);
    ASSERT_EQ(path.bells.size(), 1U);
    EXPECT_EQ(path.bells[0].code, BellCode::fmu_warning);
    EXPECT_GT(path.advances(), 0);
  }
}

// Its solver passed over something.
struct Unsure final : model::ForwardingComponent {
  using ForwardingComponent::ForwardingComponent;
  model::SolverReport report(model::Probing probing) override {
    model::SolverReport report = ForwardingComponent::report(probing);
    report.unresolved = model::Unresolved{0.25, 0.5, "der(x)"};
    return report;
  }
};

TEST(MakePath, ReportsWhatASolverCouldNotResolve) {
  const Mesh mesh(even_times(1, 4), {}, 4);
  const Root rows;
  const PathSource source{[](const ChainOrder&, Bells&) {
                            Kit kit;
                            kit.add<Unsure>(std::make_unique<OfTime>([](double t) { return t; }));
                            return kit.couple({});
                          },
                          &rows, 0, 1};
  const Path path = make_path(source, chain_order(mesh, {}), [] { return true; });
  ASSERT_EQ(path.bells.size(), 1U);
  EXPECT_EQ(path.bells[0].code, BellCode::unresolved_feature);
}

TEST(MakePath, NamesTheRecordedVariableThatIsNotFinite) {
  const Mesh mesh(even_times(2, 4), {}, 4);
  const Root rows;
  int built = 0;
  const PathSource source{[&](const ChainOrder&, Bells& bells) { return clock(bells, built); },
                          &rows, 0, 2};
  const Path path = make_path(source, chain_order(mesh, {}), [] { return true; });
  EXPECT_EQ(path.end, Path::End::not_finite);
  EXPECT_EQ(path.subject, "clock.root");
  EXPECT_TRUE(contains(path.reason, "is not a finite number at t = 1.5"));
}

// Fails beyond the stop time that it was given, as FMI demands.
struct Bounded final : model::ForwardingComponent {
  using ForwardingComponent::ForwardingComponent;
  void begin(double start, double stop) override {
    stop_ = stop;
    ForwardingComponent::begin(start, stop);
  }
  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    if (t + h > stop_) throw ComponentFailure("bounded", "the step exceeds the stop time.");
    return ForwardingComponent::advance(u, t, h, y);
  }
  double stop_ = 0;
};

TEST(MakePath, LooksForEventsAtTheStopTimeWithinTheAnnouncedOne) {
  const Mesh mesh(even_times(1, 4), {}, 4);
  const Root rows;
  for (const double jumps_at : {0.6, 1.0}) {
    const PathSource source{[&](const ChainOrder&, Bells&) {
                              Kit kit;
                              kit.add<Bounded>(std::make_unique<OfTime>(
                                  [=](double t) { return t < jumps_at ? 0 : 0.5; }));
                              return kit.couple({});
                            },
                            &rows, 0, 1};
    const Path path =
        make_path(source, chain_order(mesh, {.steps = 2, .locates = true}), [] { return true; });
    EXPECT_TRUE(path.complete()) << path.reason;
  }
}

TEST(MakePath, AComponentThatFailsIsInThePath) {
  const Mesh mesh(even_times(10, 10), {}, 10);
  const Root rows;
  const PathSource source{[&](const ChainOrder&, Bells&) {
                            Kit kit;
                            kit.add<Failing>("weak", 5.5, Failing::How::failure);
                            return kit.couple({});
                          },
                          &rows, 0, 10};
  const Path path = make_path(source, chain_order(mesh, {}), [] { return true; });
  EXPECT_EQ(path.end, Path::End::component_failed);
  EXPECT_EQ(path.subject, "weak");
}

}  // namespace
}  // namespace bw::cosim::make_path_test
