// A march that is cut after any step and goes on in a coupling of its own gives the same signals.

#include "cosim/march/march_memory.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/cosim/jumping_components.h"
#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::cosim::march_memory_test {
namespace {

using test::connection;
using test::Kit;

struct Seen {
  double t;
  std::vector<double> reals;
  std::vector<Discrete> discretes;
  bool operator==(const Seen&) const = default;
};

// Keeps what it sees; ends with the memory of the march after `cut` points.
class Cutter final : public MarchObserver {
 public:
  Cutter(const Coupling& coupling, std::size_t cut) : coupling_(coupling), cut_(cut) {}
  bool accepted(double t, bool) override {
    seen.push_back({t, coupling_.now().reals, coupling_.now().discretes});
    return seen.size() < cut_;
  }
  bool pauses() override { return !bytes; }
  void paused(const MarchMemory& memory) override {
    bytes = to_bytes(memory);
    kept = seen.size();
  }
  void rolled_back() override { seen.pop_back(); }

  std::vector<Seen> seen;
  std::optional<std::string> bytes;
  std::size_t kept = 0;  // points before the memory

 private:
  const Coupling& coupling_;
  std::size_t cut_;
};

struct Case {
  const char* name;
  const char* master;
  MarchPlan plan;
  Coupling (*make)();
};

Coupling swinging() { return test::lotka_volterra_components(); }

Coupling jumping() {
  Kit kit;
  kit.add<test::Switch>(0.37);
  kit.add<test::Ramp>();
  kit.add<test::Species>("prey", 10.0, 0.1, -0.02);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 2)});
  for (std::size_t i = 0; i < coupling.size(); ++i) (void)coupling.settle(i, 0);
  return coupling;
}

MarchPlan planned(const char* master, const Grid& grid, Hold hold = Hold::constant) {
  MarchPlan plan = test::plan_for(*find_master(master), grid);
  plan.master.hold = hold;
  return plan;
}

MarchPlan chosen(MarchPlan plan, bool locates) {
  plan.chosen = ChosenSteps{.first = 0, .least = 1e-9, .most = 0.5};
  plan.error_test = true;
  plan.master.tolerance.relative = 1e-4;
  plan.locates_events = locates;
  return plan;
}

const Grid grid{.start = 0, .stop = 2, .interval = 0.2, .substeps = 3};

const Case cases[] = {
    {"GaussSeidel", "gauss-seidel", planned("gauss-seidel", grid), swinging},
    {"Jacobi", "jacobi", planned("jacobi", grid), swinging},
    {"JacobiTrapezoid", "jacobi", planned("jacobi", grid, Hold::trapezoid), swinging},
    {"Mixed", "mixed", planned("mixed", grid), swinging},
    {"Alternating", "alternating", planned("alternating", grid), swinging},
    {"Newton", "newton", planned("newton", grid), swinging},
    {"Ith", "ith", planned("ith", grid), swinging},
    {"IthErrorTest", "ith", chosen(planned("ith", grid), false), swinging},
    {"ErrorTest", "gauss-seidel", chosen(planned("gauss-seidel", grid), false), swinging},
    {"MeanHoldErrorTest", "jacobi", chosen(planned("jacobi", grid, Hold::mean), false), swinging},
    {"Events", "gauss-seidel", chosen(planned("gauss-seidel", grid), true), jumping},
    {"JumpsNotLocated", "jacobi", planned("jacobi", grid), jumping},
};

class MarchMemoryTest : public testing::TestWithParam<Case> {};

TEST_P(MarchMemoryTest, GoesOnBitByBitFromEveryStep) {
  const Case& one = GetParam();
  const MasterKind& kind = *find_master(one.master);
  constexpr auto never = static_cast<std::size_t>(-1);
  Coupling whole = one.make();
  Cutter all(whole, never);
  Tally tally;
  ASSERT_EQ(march(whole, kind, one.plan, all, tally).reason, MarchEnd::Reason::reached_stop);
  for (std::size_t cut = 1; cut < all.seen.size(); ++cut) {
    Coupling begun = one.make();
    Cutter first(begun, cut);
    Tally of_first;
    (void)march(begun, kind, one.plan, first, of_first);
    if (!first.bytes) continue;  // within an event until the end
    const auto memory = march_memory_from(*first.bytes);
    ASSERT_TRUE(memory);
    Coupling fresh = one.make();
    Cutter second(fresh, never);
    Tally of_second;
    ASSERT_EQ(march(fresh, kind, one.plan, second, of_second, &*memory).reason,
              MarchEnd::Reason::reached_stop);
    std::vector<Seen> joined(first.seen.begin(),
                             first.seen.begin() + static_cast<std::ptrdiff_t>(first.kept));
    // The last point before the memory may be rolled back afterwards.
    if (joined.size() + second.seen.size() > all.seen.size()) joined.pop_back();
    joined.insert(joined.end(), second.seen.begin(), second.seen.end());
    EXPECT_EQ(joined, all.seen) << "cut after " << cut;
    EXPECT_EQ(of_second.steps, tally.steps);
    EXPECT_EQ(of_second.events, tally.events);
    EXPECT_EQ(of_second.missed_events.count, tally.missed_events.count);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(fresh.counters(i).advances, whole.counters(i).advances);
      EXPECT_EQ(fresh.counters(i).saves, whole.counters(i).saves);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MarchMemoryTest, testing::ValuesIn(cases),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(MarchMemory, MutatedBytesAreReadOrRefused) {
  Coupling coupling = jumping();
  Cutter cutter(coupling, 5);
  Tally tally;
  (void)march(coupling, *find_master("gauss-seidel"), cases[10].plan, cutter, tally);
  ASSERT_TRUE(cutter.bytes);
  const std::string& bytes = *cutter.bytes;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {1, 0x7f, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      (void)march_memory_from(changed);
    }
    EXPECT_FALSE(march_memory_from(bytes.substr(0, at)));
  }
}

}  // namespace
}  // namespace bw::cosim::march_memory_test
