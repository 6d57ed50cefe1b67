// What certified runs promise, on every system that there is and on a sample of random ones: no
// lie. bench/certified_networks.sh runs a thousand.

#include <gtest/gtest.h>

#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"
#include "support/cosim/random_networks.h"
#include "support/sanitized.h"

namespace bw::test::certified_networks_test {
namespace {

using Outcome = cosim::Certificate::Outcome;

constexpr double tolerances[] = {1e-3, 1e-5, 1e-7};
constexpr int thinning = sanitized ? 10 : 1;
constexpr double near_from = 1, lie_from = 3;  // errors in units of the tolerance

struct Count {
  int runs = 0, met = 0, near = 0, lies = 0;
};

void judge(const CoupledSystem& system, long work_limit, Count& count) {
  TrialOptions options;
  options.work_limit = work_limit / thinning;
  const Reference truth = system.reference(even_times(system.stop, options.rows));
  for (const double tolerance : tolerances) {
    if (thinning > 1 && tolerance < 1e-5) continue;
    options.tolerance = tolerance;
    const Trial trial = certified(system, options, truth);
    ++count.runs;
    if (trial.certificate.outcome != Outcome::met) continue;
    ++count.met;
    EXPECT_LE(trial.certificate.estimate, 1) << system.name;
    count.near += trial.error > near_from && trial.error <= lie_from ? 1 : 0;
    if (trial.error <= lie_from) continue;
    ++count.lies;
    ADD_FAILURE() << system.name << " by " << trial.base << ", tolerance " << tolerance
                  << ": estimate " << trial.certificate.estimate << ", error " << trial.error;
  }
}

Count judge_networks(NetworkKind kind, std::uint64_t first, std::uint64_t count) {
  Count all;
  for (std::uint64_t seed = first; seed < first + count; seed += thinning)
    judge(random_network(seed, kind), 300'000, all);
  return all;
}

TEST(CertifiedSystems, NeverLie) {
  Count count;
  const auto has_solvers = [](const CoupledSystem& system) {
    return system.name.find("_inner_") != std::string::npos || system.name.ends_with("_heun");
  };
  // Communication steps that resolve the steps of solvers take more work.
  for (const CoupledSystem& system : all_systems())
    judge(system, has_solvers(system) ? 400'000 : 100'000, count);
  EXPECT_EQ(count.near, 0);
  EXPECT_GT(count.met, thinning > 1 ? -1 : 80) << "of " << count.runs;
}

// Each kind takes seconds: suites run side by side.
TEST(CertifiedSmoothNetworks, NeverLie) {
  const Count count = judge_networks(NetworkKind::smooth, 20000, 20);
  EXPECT_LE(count.near, 1);
  EXPECT_GT(count.met, thinning > 1 ? -1 : 48) << "of " << count.runs;
}

TEST(CertifiedMoreSmoothNetworks, NeverLie) {
  const Count count = judge_networks(NetworkKind::smooth, 20020, 10);
  EXPECT_EQ(count.near, 0);
  EXPECT_GT(count.met, thinning > 1 ? -1 : 21) << "of " << count.runs;
}

TEST(CertifiedStiffNetworks, NeverLie) {
  const Count count = judge_networks(NetworkKind::stiff, 20000, 6);
  EXPECT_LE(count.near, 1);
  EXPECT_GT(count.met, thinning > 1 ? -1 : 4) << "of " << count.runs;
}

TEST(CertifiedJumpingNetworks, NeverLie) {
  const Count count = judge_networks(NetworkKind::jumping, 20000, 12);
  EXPECT_LE(count.near, 1);
  EXPECT_GT(count.met, thinning > 1 ? -1 : 10) << "of " << count.runs;
}

}  // namespace
}  // namespace bw::test::certified_networks_test
