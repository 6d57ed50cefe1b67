// Single models with lags that steps wake, limits, dead zones and diodes
// (support/equation/bent_models): what is trusted is right, and what is right is trusted.
// BELLWETHER_BENT=40 tries that many of each shape, from seed BELLWETHER_FIRST_BENT on, and lists
// what is wrong; without it a few run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "result/result.h"
#include "run/run.h"
#include "support/equation/bent_models.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::bent_models_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::BentModel;
using test::BentShape;

struct Tally {
  int runs = 0, lies = 0, timid = 0, refused = 0;
  std::string list;
};

// In tolerances.
double largest_error(const RunResult& run, const std::vector<double>& truth, double tolerance) {
  const std::vector<double> x = run.trajectory.real("x");
  if (x.size() != truth.size()) return HUGE_VAL;  // rows are missing
  double worst = 0;
  for (std::size_t row = 0; row < x.size(); ++row)
    worst =
        std::max(worst, std::abs(x[row] - truth[row]) / (tolerance * (1 + std::abs(truth[row]))));
  return worst;
}

class BentModels : public testing::TestWithParam<BentShape> {
 protected:
  void add(Tally& tally, const BentModel& model, double tolerance) {
    const RunResult r = run({.target = scratch / "m.mo",
                             .stop = model.stop,
                             .tolerance = tolerance,
                             .interval = model.stop / 40});
    if (truth.empty()) truth = model.exact(r.trajectory.times());
    const double error = largest_error(r, truth, tolerance);
    const bool trusted = r.verdict == Verdict::trusted;
    ++tally.runs;
    if (trusted && error <= 1) return;
    ++(trusted ? tally.lies : error <= 1 ? tally.timid : tally.refused);
    tally.list += fmt::format("{}: {}, tolerance {}, error {:.3g}\n{}",
                              trusted      ? "lie"
                              : error <= 1 ? "timid"
                                           : "refused",
                              model.kind, tolerance, error, trusted ? "" : test::said(r));
  }

  const test::ScratchFolder scratch;
  std::vector<double> truth;
};

unsigned number_in(const char* variable, unsigned otherwise) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? static_cast<unsigned>(std::atoi(given)) : otherwise;
}

TEST_P(BentModels, AreRightAndTrusted) {
  const unsigned count = number_in("BELLWETHER_BENT", 0),
                 first = number_in("BELLWETHER_FIRST_BENT", 1);
  Tally tally;
  for (unsigned seed = first; seed < first + (count > 0 ? count : 4); ++seed) {
    const BentModel model = test::bent_model(GetParam(), seed);
    test::write_file(scratch / "m.mo", model.text);
    truth.clear();
    for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) add(tally, model, tolerance);
  }
  if (count > 0)
    fmt::print("{} runs: {} lies, {} timid, {} refused\n{}", tally.runs, tally.lies, tally.timid,
               tally.refused, tally.list);
  EXPECT_EQ(tally.lies, 0) << tally.list;
  EXPECT_LE(tally.timid, tally.runs / 20) << tally.list;
  EXPECT_LE(tally.refused, tally.runs / 20) << tally.list;
}
INSTANTIATE_TEST_SUITE_P(Of, BentModels,
                         testing::Values(BentShape::lag, BentShape::saturation,
                                         BentShape::dead_zone, BentShape::diode));

}  // namespace
}  // namespace bw::run::bent_models_test
