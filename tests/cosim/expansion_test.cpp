// What MasterKind::expansion promises, for every master and hold: the order, and that each
// extrapolation takes away one term of the error.
#include <gtest/gtest.h>

#include <cmath>

#include "cosim/master/structure.h"
#include "support/cosim/added_master.h"
#include "support/cosim/linear_components.h"
#include "support/cosim/marching.h"

namespace bw::cosim::expansion_test {
namespace {

using test::LinearSystem;
using test::Marcher;

struct Way {
  const MasterKind* kind;
  Hold hold;
};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const MasterKind* kind : test::all_masters()) {
    if (kind->expansion == nullptr) continue;
    all.push_back({kind, Hold::constant});
    if (!kind->takes_hold) continue;
    for (const Hold hold : {Hold::mean, Hold::trapezoid, Hold::fitting})
      all.push_back({kind, hold});
  }
  return all;
}

MasterOptions options_of(const Way& way) {
  MasterOptions options = test::options_for(*way.kind);
  options.hold = way.hold;
  return options;
}

// All reals at `rows` equally distant times until `stop`, with `steps` communication steps between
// two.
using Path = std::vector<std::vector<double>>;
Path path(Coupling coupling, const Way& way, double stop, int rows, int steps) {
  Marcher marcher(coupling, *way.kind, options_of(way));
  Path path;
  const double h = stop / (rows * steps);
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < steps; ++k)
      EXPECT_EQ(marcher.go((row * steps + k) * h, h), ComponentStatus::ok);
    path.push_back(coupling.now().reals);
  }
  return path;
}

struct Sample {
  std::string name;
  std::function<Coupling()> make;
  Path truth;
  double stop;
};

constexpr int rows = 20;

Sample linear(std::string name, const LinearSystem& system, double stop) {
  Path truth;
  for (int row = 1; row <= rows; ++row) truth.push_back(system.outputs(stop * row / rows));
  return {std::move(name), [system] { return system.couple(); }, truth, stop};
}

Sample lotka_volterra() {
  test::UndividedSpecies undivided;
  Path truth;
  for (int row = 1; row <= rows; ++row) {
    const auto [x, y] = undivided.at(10.0 * row / rows);
    truth.push_back({x, y});
  }
  return {"lotka-volterra", test::lotka_volterra_components, truth, 10.0};
}

double path_error(const Path& path, const Path& truth) {
  double worst = 0;
  for (std::size_t i = 0; i < truth[0].size(); ++i) {
    double error = 0, size = 0;
    for (std::size_t row = 0; row < truth.size(); ++row) {
      error = std::max(error, std::abs(path[row][i] - truth[row][i]));
      size = std::max(size, std::abs(truth[row][i]));
    }
    worst = std::max(worst, error / size);
  }
  return worst;
}

// Two paths, of h and h/2, whose errors begin with h^p: a path without that term.
Path without(int p, const Path& coarse, const Path& fine) {
  Path better = fine;
  for (std::size_t row = 0; row < fine.size(); ++row)
    for (std::size_t i = 0; i < fine[row].size(); ++i)
      better[row][i] += (fine[row][i] - coarse[row][i]) / (std::ldexp(1.0, p) - 1);
  return better;
}

// Observed orders of the first column, the second, the third.
std::vector<double> observed(const Sample& sample, const Way& way, Expansion e, int first) {
  std::vector<Path> paths;
  for (int k = 0; k < 4; ++k)
    paths.push_back(path(sample.make(), way, sample.stop, rows, first << k));
  std::vector<double> orders;
  for (int column = 0; column < 3; ++column) {
    const std::size_t last = paths.size() - 1;
    orders.push_back(std::log2(path_error(paths[last - 1], sample.truth) /
                               path_error(paths[last], sample.truth)));
    for (std::size_t k = 0; k < last; ++k)
      paths[k] = without(e.p + column * e.s, paths[k], paths[k + 1]);
    paths.pop_back();
  }
  return orders;
}

std::vector<Sample> samples() {
  return {lotka_volterra(), linear("two displacements", test::displacements(), 10),
          linear("force and displacement", test::force_and_displacement(), 10),
          linear("row of three", test::row_of_three(false), 10),
          linear("row of three with feed-through", test::row_of_three(true), 10)};
}

// Where rounding and the reference leave enough digits: the second column.
TEST(Expansion, IsAsPromisedForEveryMasterAndHold) {
  for (const Sample& sample : samples())
    for (const Way& way : ways()) {
      const Expansion e = way.kind->expansion(examine(sample.make()), way.hold);
      const auto orders = observed(sample, way, e, 8);
      SCOPED_TRACE(testing::Message() << sample.name << ", " << way.kind->name << ", "
                                      << name(way.hold) << ": " << testing::PrintToString(orders));
      EXPECT_NEAR(orders[0], e.p, 0.1);
      EXPECT_NEAR(orders[1], e.p + e.s, 0.25);
    }
}

TEST(Expansion, OfSymmetricMastersHasEvenPowersInTheThirdColumnToo) {
  const Sample no_feed_through = linear("two displacements", test::displacements(), 10);
  const Sample feed_through = linear("spring", test::force_and_displacement(), 10);
  const Way alternating{find_master("alternating"), Hold::constant};
  const Way ith{find_master("ith"), Hold::constant};
  EXPECT_NEAR(observed(no_feed_through, alternating, {2, 2}, 4)[2], 6, 0.1);
  EXPECT_NEAR(observed(no_feed_through, ith, {2, 2}, 4)[2], 6, 0.1);
  EXPECT_NEAR(observed(feed_through, ith, {2, 2}, 4)[2], 6, 0.1);
}

TEST(Expansion, OfIthHoldsInAlgebraicLoopsOfAnyGain) {
  const Way ith{find_master("ith"), Hold::constant};
  for (const double gain : {0.5, 0.9, 1.5}) {
    const auto orders =
        observed(linear("algebraic loop", test::looped_at_once(gain), 10), ith, {2, 2}, 8);
    EXPECT_NEAR(orders[0], 2, 0.1) << gain;
    EXPECT_NEAR(orders[1], 4, 0.25) << gain;
  }
}

TEST(Expansion, IsNotPromisedByIterationsThatEndWhereAToleranceSays) {
  EXPECT_EQ(find_master("newton")->expansion, nullptr);
}

}  // namespace
}  // namespace bw::cosim::expansion_test
