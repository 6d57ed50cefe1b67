#include "cosim/chain/path_bytes.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace bw::cosim::path_bytes_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const double odd_nan = std::bit_cast<double>(0x7FF8'0000'0000'BEEFU);

Path rich() {
  Path path;
  path.end = Path::End::component_discarded;
  path.time = 0.1 + 0.2;
  path.subject = "prey";
  path.reason = "it did not like it.";
  path.bell = BellCode::fmu_discard;
  path.rows = 3;
  path.reals = {1, odd_nan, -inf, -0.0, 5e-324};
  path.discretes = {std::int64_t{-7}, std::string("with\0zero", 9), ""};
  path.events = {{0.5, 2, "prey.x"}, {odd_nan, 3, ""}};
  path.jumped = {3, 1};
  path.jumps = 11;
  path.first_jump = {0.25, 1, "y"};
  path.spots = {{0.5, 3}, {0.75, 2, 4, 0.125, 7}};
  path.kinks = {{0.125, 0.5, inf, 1e-3, 4}, {}};
  path.rates = {0.5, inf};
  path.components = {{1, 2, 3, 4.5, 5.5, inf}, {}};
  path.bells = {{BellCode::interrupted, Severity::error, 0.75, "who", odd_nan, -1, "what.", 12},
                {}};
  return path;
}

TEST(PathBytes, EveryFieldArrives) {
  const std::string bytes = to_bytes(rich());
  const auto path = from_bytes(bytes);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->end, Path::End::component_discarded);
  EXPECT_EQ(path->time, 0.1 + 0.2);
  EXPECT_EQ(path->subject, "prey");
  EXPECT_EQ(path->reason, "it did not like it.");
  EXPECT_EQ(path->bell, BellCode::fmu_discard);
  EXPECT_EQ(path->rows, 3U);
  ASSERT_EQ(path->reals.size(), 5U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(path->reals[1]), 0x7FF8'0000'0000'BEEFU);
  EXPECT_EQ(path->reals[2], -inf);
  EXPECT_EQ(path->discretes, rich().discretes);
  ASSERT_EQ(path->events.size(), 2U);
  EXPECT_EQ(path->events[0].interval, 2U);
  EXPECT_EQ(path->events[0].signal, "prey.x");
  EXPECT_EQ(path->jumps, 11);
  EXPECT_EQ(path->first_jump.signal, "y");
  EXPECT_EQ(path->spots, rich().spots);
  EXPECT_EQ(path->kinks, rich().kinks);
  EXPECT_EQ(path->rates, rich().rates);
  ASSERT_EQ(path->components.size(), 2U);
  EXPECT_EQ(path->components[0].restores, 3);
  EXPECT_EQ(path->components[0].restoring, inf);
  ASSERT_EQ(path->bells.size(), 2U);
  EXPECT_EQ(path->bells[0].code, BellCode::interrupted);
  EXPECT_EQ(path->bells[0].severity, Severity::error);
  EXPECT_EQ(path->bells[0].message, "what.");
  EXPECT_EQ(path->bells[0].count, 12);
  EXPECT_EQ(to_bytes(*path), bytes);
}

// A field that is added to one of these and not to the bytes would be lost between processes.
TEST(PathBytes, NoFieldIsForgotten) {
  struct PathNow {
    Path::End end;
    double time;
    std::string subject, reason;
    std::optional<BellCode> bell;
    std::size_t rows;
    std::vector<double> reals;
    std::vector<Discrete> discretes;
    std::vector<Path::Event> events;
    std::vector<std::size_t> jumped;
    long jumps;
    Path::Event first_jump;
    std::vector<Spot> spots;
    std::vector<Kink> kinks;
    std::vector<double> rates;
    std::vector<Path::ComponentCount> components;
    std::vector<Bell> bells;
  };
  EXPECT_EQ(sizeof(Path), sizeof(PathNow)) << "path_bytes.cpp and this test follow chain.h";
  EXPECT_EQ(sizeof(Path::Event), sizeof(double) + sizeof(std::size_t) + sizeof(std::string));
  EXPECT_EQ(sizeof(Kink), 4 * sizeof(double) + sizeof(std::size_t));
  EXPECT_EQ(sizeof(Path::ComponentCount), 3 * sizeof(long) + 3 * sizeof(double));
}

TEST(PathBytes, AnEmptyPathArrives) { EXPECT_TRUE(from_bytes(to_bytes({}))); }

TEST(PathBytes, AnyMissingByteIsNoticed) {
  const std::string bytes = to_bytes(rich());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(from_bytes(std::string_view(bytes).substr(0, length))) << length;
  EXPECT_FALSE(from_bytes(bytes + "x"));
}

TEST(PathBytes, NumbersThatNameNothingAreRefused) {
  Path path;
  path.end = static_cast<Path::End>(99);
  EXPECT_FALSE(from_bytes(to_bytes(path)));
  path = {};
  path.bell = static_cast<BellCode>(9999);
  EXPECT_FALSE(from_bytes(to_bytes(path)));
  path = {};
  path.bells.push_back({static_cast<BellCode>(9999)});
  EXPECT_FALSE(from_bytes(to_bytes(path)));
}

}  // namespace
}  // namespace bw::cosim::path_bytes_test
