#include "diagnose/border.h"

#include <gtest/gtest.h>

#include <array>

namespace bw::diagnose::border_test {
namespace {

using Values = std::vector<std::complex<double>>;

TEST(Border, IsTheLargestSingularValueByTheRootOfTheDataAccuracy) {
  EXPECT_DOUBLE_EQ(Border(2, 1e-4).bord(300), 3);
  EXPECT_DOUBLE_EQ(Border(3, 1e-3).bord(1), 0.1);
}

TEST(Border, CountsTheModesBelowIt) {
  const Border border(3, 1e-3);
  EXPECT_EQ(border.count(Values{-0.05, {0.0, 0.09}, -1}, 1), 2U);
  EXPECT_EQ(border.count(Values{-0.11, -0.2, -1}, 1), 0U);
}

TEST(Border, FF6IsTheMeanShareOfModesOverTime) {
  Border border(2, 1e-3);
  border.add(0, 1, 2);
  border.add(1, 4, 0);
  EXPECT_DOUBLE_EQ(border.share(), 0.25);
}

TEST(Border, NamesTheStatesByTheTimeThatTheyDominateSuchModes) {
  Border border(3, 1e-3);
  const std::array<std::size_t, 3> dominating = {2, 0, 1};
  border.add(0, 4, 1);
  border.name(Values{-0.01, -0.5, -1}, 1, dominating, 3);
  border.name(Values{-0.01, -0.05, -1}, 1, dominating, 1);
  EXPECT_EQ(border.candidates(0.1), (std::vector<std::size_t>{2, 0}));
  EXPECT_EQ(border.candidates(0.5), (std::vector<std::size_t>{2}));
  EXPECT_DOUBLE_EQ(border.share_of(2), 1);
  EXPECT_DOUBLE_EQ(border.share_of(0), 0.25);
}

}  // namespace
}  // namespace bw::diagnose::border_test
