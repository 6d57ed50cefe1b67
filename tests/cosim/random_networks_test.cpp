// The networks drawn by lot: the same everywhere, bounded, and judged rightly.

#include "support/cosim/random_networks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/cosim/marching.h"
#include "support/dice.h"
#include "support/sanitized.h"

namespace bw::test::random_networks_test {
namespace {

struct Judged {
  CoupledSystem system;
  NetworkKind kind;
  Reference reference;
};
constexpr int rows = 5;

// Drawn and judged once for all tests.
const std::vector<Judged>& networks() {
  static const std::vector<Judged> all = [] {
    std::vector<Judged> drawn;
    for (const NetworkKind kind : {NetworkKind::smooth, NetworkKind::stiff, NetworkKind::jumping})
      for (std::uint64_t seed = 1; seed <= (sanitized || kind == NetworkKind::stiff ? 4 : 12);
           ++seed) {
        CoupledSystem system = random_network(seed, kind);
        Reference reference = system.reference(even_times(system.stop, rows));
        drawn.push_back({std::move(system), kind, std::move(reference)});
      }
    return drawn;
  }();
  return all;
}

TEST(RandomNetworks, DiceFallAlikeEverywhere) {
  Dice dice(1);
  EXPECT_EQ(dice.between(0, 1), 0.13387664401253263);
  EXPECT_EQ(dice.between(-1, 1), -0.72718592726760556);
  EXPECT_EQ(dice.below(1000), 451U);
}

TEST(RandomNetworks, ASeedAlwaysGivesTheSameNetwork) {
  EXPECT_EQ(random_network(1).name, "random_1_2_any");
  EXPECT_EQ(random_network(2, NetworkKind::stiff).name, "random_2_4_nested_stiff");
  EXPECT_EQ(random_network(3, NetworkKind::jumping).name, "random_3_5_no_loop_steps");
  EXPECT_NEAR(random_network(1).reference({0, 10}).rows.back(), -0.012614299793107844, 1e-13);
  EXPECT_EQ(random_network(7).reference({0, 10}).rows, random_network(7).reference({0, 10}).rows);
}

TEST(RandomNetworks, NetworksAreBoundedAndOf2To8Components) {
  for (const auto& [system, kind, reference] : networks()) {
    EXPECT_GE(system.blocks.size(), 2U) << system.name;
    EXPECT_LE(system.blocks.size(), 8U) << system.name;
    for (const double y : reference.rows) EXPECT_LE(std::abs(y), 1000) << system.name;
    EXPECT_EQ(system.has_events, kind == NetworkKind::jumping);
    EXPECT_EQ(!reference.events.empty(), system.has_events) << system.name;
  }
}

TEST(RandomNetworks, AllStructuresAreDrawn) {
  std::set<std::string> seen;
  for (const auto& [system, kind, reference] : networks()) {
    const cosim::Structure s = system.structure();
    seen.insert(s.algebraic_loop ? "algebraic" : s.feed_through ? "direct" : "none");
    seen.insert(s.loop ? "loop" : "no loop");
    for (const Block& block : system.blocks) seen.insert(block.linear ? "linear" : "curved");
    for (const char* word : {"relay", "sampled", "steps", "ring", "nested", "any"})
      if (system.name.find(word) != std::string::npos) seen.insert(word);
  }
  EXPECT_GE(seen.size(), sanitized ? 1U : 13U);
  EXPECT_LE(seen.size(), 13U);
}

TEST(RandomNetworks, ReferencesDoNotDependOnTheStepsOfTheirSolver) {
  for (const auto& [system, kind, reference] : networks()) {
    if (kind == NetworkKind::stiff) continue;  // takes long
    const Reference finer = system.reference(even_times(system.stop, rows), 2);
    for (std::size_t i = 0; i < finer.rows.size(); ++i)
      EXPECT_NEAR(reference.rows[i], finer.rows[i], 1e-12 * (1 + std::abs(finer.rows[i])))
          << system.name;
  }
}

TEST(RandomNetworks, FineRunsWithGaussSeidelComeToTheReference) {
  for (const auto& network : networks()) {
    const CoupledSystem& system = network.system;
    if (system.structure().algebraic_loop) continue;  // gauss-seidel may not get there
    const auto advanced_by = [&](int steps) {
      cosim::Coupling coupling = system.make();
      Marcher marcher(coupling, *cosim::find_master("gauss-seidel"));
      for (int k = 0; k < steps; ++k)
        EXPECT_EQ(marcher.go(k * system.stop / steps, system.stop / steps),
                  cosim::ComponentStatus::ok);
      return coupling.now().reals;
    };
    const int steps = network.kind == NetworkKind::stiff ? 8000 : 1000;
    const std::vector<double> a = advanced_by(steps), b = advanced_by(2 * steps),
                              &y = network.reference.rows;
    const std::size_t first = y.size() - a.size();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double truth = y[first + i], scale = 1 + std::abs(truth);
      EXPECT_NEAR(b[i], truth, 0.03 * scale) << system.name;
      if (network.kind != NetworkKind::smooth) continue;
      EXPECT_NEAR(2 * b[i] - a[i], truth, 1e-3 * scale) << system.name;
    }
  }
}

}  // namespace
}  // namespace bw::test::random_networks_test
