#include "base/text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>

namespace bw::text_test {
namespace {

TEST(Text, TheShortestTextReadsBackAsTheSameNumber) {
  const double values[] = {0.0, -0.0, 0.1, 1.0 / 3.0, 1e22, 5e-324, -1.7976931348623157e308};
  for (const double value : values) EXPECT_EQ(to_number(shortest(value)), value);
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-3.0), "-3");
}

TEST(Text, ANumberInAMessageHasSixSignificantDigits) {
  EXPECT_EQ(brief(57.800000000000004), "57.8");
  EXPECT_EQ(brief(1.41666666667), "1.41667");
  EXPECT_EQ(brief(-1234567.0), "-1.23457e6");
  EXPECT_EQ(brief(100000.0), "100000");
  EXPECT_EQ(brief(1e-6), "1e-6");
  EXPECT_EQ(brief(3e306), "3e306");
  EXPECT_EQ(brief(1.5e-100, 3), "1.5e-100");
  EXPECT_EQ(brief(2.0 / 3.0, 2), "0.67");
  EXPECT_EQ(brief(0), "0");
  EXPECT_EQ(brief(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(brief(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(Text, AFactorInAMessageHasThreeSignificantDigits) {
  EXPECT_EQ(rough(19.44), "19.4");
  EXPECT_EQ(rough(1342.7), "1340");
  EXPECT_EQ(rough(13412.7), "13 400");
  EXPECT_EQ(rough(-999999.0), "-1 000 000");
  EXPECT_EQ(rough(1.5e6), "1.5e6");
  EXPECT_EQ(rough(0.00012345), "0.000123");
  EXPECT_EQ(rough(1.2e-7), "1.2e-7");
  EXPECT_EQ(rough(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Text, ACountInAMessageIsGroupedAbove9999) {
  EXPECT_EQ(grouped(9999), "9999");
  EXPECT_EQ(grouped(12345L), "12 345");
  EXPECT_EQ(grouped(std::size_t{1000000}), "1 000 000");
  EXPECT_EQ(grouped(-123456), "-123 456");
  EXPECT_EQ(grouped(-9999), "-9999");
  EXPECT_EQ(grouped(9720, 1000), "9 720");
  EXPECT_EQ(grouped(0), "0");
}

TEST(Text, ANumberMayHaveASignAndBlanksAround) {
  EXPECT_EQ(to_number(" +1.5e3\t\n"), 1500.0);
  EXPECT_EQ(to_number("-.5"), -0.5);
  EXPECT_EQ(to_number("5."), 5.0);
}

TEST(Text, AnythingBesideTheNumberMakesItNone) {
  for (const char* text : {"", " ", "+", "-", "+-5", "-+5", "++5", "1,5", "1 2", "0x10", "1e", "e5",
                           "one", "1.5m", "."})
    EXPECT_FALSE(to_number(text)) << text;
}

TEST(Text, LowercaseConcernsAsciiOnly) {
  EXPECT_EQ(lowercase("CoSimulation.CSV 1"), "cosimulation.csv 1");
  EXPECT_EQ(lowercase("\xC3\x84[`@{"), "\xC3\x84[`@{");
}

TEST(Text, InfinityAndNanAreNumbers) {
  EXPECT_EQ(to_number("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(to_number("nan").value()));
}

TEST(Text, ATooLargeNumberIsNoneAndATooSmallOneIsZero) {
  EXPECT_FALSE(to_number("1e400"));
  EXPECT_FALSE(to_number("-1e400"));
  EXPECT_EQ(to_number("1e-400"), 0.0);
  EXPECT_EQ(to_number("-1e-400"), 0.0);
  EXPECT_EQ(to_number("0." + std::string(400, '0') + "1"), 0.0);
}

TEST(Text, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, locale) == nullptr) continue;
    EXPECT_EQ(to_number("1.5"), 1.5);
    EXPECT_FALSE(to_number("1,5"));
    EXPECT_EQ(to_number("1.5e-400"), 0.0);
    EXPECT_EQ(shortest(1.5), "1.5");
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Text, TrimmingTakesBlanksFromBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t\r\n a b \v\f"), "a b");
  EXPECT_EQ(trimmed("   "), "");
  EXPECT_EQ(trimmed("\u00a0"), "\u00a0");  // bytes above 127 are never blanks
}

TEST(Text, AStarStandsForAnyCharactersAndAQuestionMarkForOne) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("prey.*", "prey.x"));
  EXPECT_TRUE(matches_glob("*.x*", "prey.x[1]"));
  EXPECT_TRUE(matches_glob("x[?]", "x[1]"));
  EXPECT_TRUE(matches_glob("a*b*c", "aXbXbc"));
  EXPECT_FALSE(matches_glob("x?", "x"));
  EXPECT_FALSE(matches_glob("x?", "x12"));
  EXPECT_FALSE(matches_glob("", "x"));
  EXPECT_FALSE(matches_glob("a*b", "ab "));
}

TEST(Text, BracketsInAPatternStandForThemselves) {
  EXPECT_TRUE(matches_glob("x[1]", "x[1]"));
  EXPECT_FALSE(matches_glob("x[1]", "x1"));
}

TEST(Text, AQuestionMarkMatchesAWholeCharacterOfUtf8) {
  EXPECT_TRUE(matches_glob("h?he", "höhe"));
  EXPECT_FALSE(matches_glob("h??he", "höhe"));
}

TEST(Text, AHostilePatternDoesNotTakeForever) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "a*";
  EXPECT_FALSE(matches_glob(pattern + "b", std::string(2000, 'a')));
}

TEST(Text, ANearNameIsProposed) {
  const std::vector<std::string> known = {"prey", "predator", "x"};
  EXPECT_EQ(did_you_mean("predatr", known), " Did you mean 'predator'?");
  EXPECT_EQ(did_you_mean("Prey", known), " Did you mean 'prey'?");
}

TEST(Text, WithoutANearNameTheKnownOnesAreListed) {
  EXPECT_EQ(did_you_mean("wolf", {"prey", "predator"}), " Known: prey, predator.");
  EXPECT_EQ(did_you_mean("y", {"x"}), " Known: x.");
  EXPECT_EQ(did_you_mean("", {"x"}), " Known: x.");
  EXPECT_EQ(did_you_mean("wolf", {}), "");
}

TEST(Text, ALongListOfKnownNamesIsCut) {
  const std::vector<std::string> known(1000, "something else");
  EXPECT_LT(did_you_mean("wolf", known).size(), 200U);
}

TEST(Listed, NamesStandBetweenCommas) {
  const std::vector<std::string> names{"a", "b", "c"};
  EXPECT_EQ(listed(names), "a, b, c");
  EXPECT_EQ(listed(std::vector<std::string>{}), "");
  EXPECT_EQ(listed(names, {.last = " and "}), "a, b and c");
}

TEST(Listed, ALongListSaysHowManyMoreThereAre) {
  const std::vector<std::string> names{"a", "b", "c", "d"};
  EXPECT_EQ(listed(names, {.most = 4}), "a, b, c, d");
  EXPECT_EQ(listed(names, {.most = 2}), "a, b and 2 more");
  EXPECT_EQ(listed(names, {.most = 2, .rest = ", …"}), "a, b, …");
  EXPECT_EQ(listed(names, {.most = 2, .rest = "", .last = " and "}), "a, b");
}

TEST(Listed, OnlyNamesThatAreShownAreMade) {
  int made = 0;
  const auto name = [&](int i) { return ++made, std::to_string(i); };
  EXPECT_EQ(listed(std::vector{7, 8, 9}, name, {.most = 1}), "7 and 2 more");
  EXPECT_EQ(made, 1);
}

TEST(Listed, ANameCanBeAdded) {
  std::string list;
  add_to_list(list, "a");
  add_to_list(list, "b");
  EXPECT_EQ(list, "a, b");
}

}  // namespace
}  // namespace bw::text_test
