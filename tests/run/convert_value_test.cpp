#include "run/open/convert_value.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::run::convert_value_test {
namespace {

using model::Variable;
using test::contains;

Variable of_type(Type type) {
  Variable v;
  v.name = "v";
  v.type = type;
  return v;
}

Variable power() {
  Variable v = of_type(Type::real);
  v.unit = "W";
  v.unit_meaning = parse_unit("W");
  return v;
}

Variable mode() {
  Variable v = of_type(Type::enumeration);
  v.items = {{"off", 1}, {"on", 2}, {"boost", 5}};
  return v;
}

Value whole(std::int64_t value) { return value; }
Value words(const char* text) { return std::string(text); }

std::string refusal(const Value& value, const Variable& variable) {
  std::string said = test::outcome<InputError>([&] { convert_value(value, variable, "here"); });
  if (said != "accepted") {
    EXPECT_TRUE(contains(said, "here: "));
  }
  return said;
}

TEST(ConvertValue, ARealTakesRealsIntegersAndTexts) {
  const Variable real = of_type(Type::real);
  EXPECT_EQ(convert_value(1.5, real, ""), Value(1.5));
  EXPECT_EQ(convert_value(whole(3), real, ""), Value(3.0));
  EXPECT_EQ(convert_value(words(" -2.5e3 "), real, ""), Value(-2500.0));
  EXPECT_EQ(convert_value(words("+1"), real, ""), Value(1.0));
}

TEST(ConvertValue, AUnitIsConvertedToThatOfTheVariable) {
  EXPECT_EQ(convert_value(words("3 kW"), power(), ""), Value(3000.0));
  EXPECT_EQ(convert_value(words("3kW"), power(), ""), Value(3000.0));
  EXPECT_EQ(convert_value(words("3 W"), power(), ""), Value(3.0));
}

TEST(ConvertValue, ATemperatureTakesItsOffsetAndADifferenceDoesNot) {
  Variable kelvin = of_type(Type::real);
  kelvin.unit = "K";
  kelvin.unit_meaning = parse_unit("K");
  EXPECT_EQ(convert_value(words("20 degC"), kelvin, ""), Value(293.15));
  kelvin.relative_quantity = true;
  EXPECT_EQ(convert_value(words("20 degC"), kelvin, ""), Value(20.0));
}

TEST(ConvertValue, KelvinOfAVariableInDegreesCelsiusIsAmbiguous) {
  Variable band = of_type(Type::real);
  band.unit = "degC";
  band.unit_meaning = parse_unit("degC");
  EXPECT_TRUE(contains(refusal(words("1 K"), band),
                       "1 K of v, which is in degC, is 1 degC where it is a difference and -272.15 "
                       "degC where it is not; give it in degC."));
  EXPECT_EQ(convert_value(words("1 degC"), band, ""), Value(1.0));
  EXPECT_EQ(convert_value(words("1"), band, ""), Value(1.0));
  Variable temperature = band;
  temperature.min = -273.15;
  EXPECT_NEAR(std::get<double>(convert_value(words("300 K"), temperature, "")), 26.85, 1e-12);
  band.relative_quantity = true;
  EXPECT_EQ(convert_value(words("1 K"), band, ""), Value(1.0));
}

TEST(ConvertValue, AUnitThatDoesNotFitIsRefused) {
  EXPECT_TRUE(contains(refusal(words("3 kg"), power()), "kg cannot be converted to W"));
}

TEST(ConvertValue, AnUnknownUnitIsNamedBesideTheRightOne) {
  EXPECT_TRUE(contains(refusal(words("3 quux"), power()), "'quux' is unknown (v is in W)"));
  EXPECT_TRUE(
      contains(refusal(words("3 quux"), of_type(Type::real)), "'quux' is unknown (v has no unit)"));
}

TEST(ConvertValue, AUnitForAVariableWithoutOneIsRefused) {
  EXPECT_TRUE(
      contains(refusal(words("3 kW"), of_type(Type::real)), "v has no unit, so kW cannot be"));
}

TEST(ConvertValue, AUnitThatNobodyKnowsPassesWhereTheVariableHasTheSame) {
  Variable odd = of_type(Type::real);
  odd.unit = "quux";
  EXPECT_EQ(convert_value(words("3 quux"), odd, ""), Value(3.0));
  EXPECT_TRUE(contains(refusal(words("3 kW"), odd), "has the unknown unit 'quux'"));
}

TEST(ConvertValue, ARealTakesNoFlagAndNoWord) {
  EXPECT_TRUE(contains(refusal(true, power()), "of type Real and takes a number"));
  EXPECT_TRUE(contains(refusal(words("soon"), power()), "takes a number, optionally with a unit"));
  EXPECT_TRUE(contains(refusal(words(""), power()), "takes a number"));
}

TEST(ConvertValue, AnIntegerTakesWholeNumbers) {
  const Variable integer = of_type(Type::integer);
  EXPECT_EQ(convert_value(whole(-7), integer, ""), whole(-7));
  EXPECT_EQ(convert_value(words(" 42 "), integer, ""), whole(42));
  for (const Value& wrong : {Value(1.5), Value(true), words("1.5"), words("4 5"), words("many")})
    EXPECT_TRUE(contains(refusal(wrong, integer), "Integer and takes a whole number"));
}

TEST(ConvertValue, AnIntegerBeyondThirtyTwoBitsIsRefused) {
  EXPECT_TRUE(contains(refusal(whole(3'000'000'000), of_type(Type::integer)),
                       "a whole number from -2147483648 to 2147483647"));
  EXPECT_NE(refusal(words("99999999999999999999"), of_type(Type::integer)), "accepted");
  EXPECT_EQ(refusal(whole(-2147483648LL), of_type(Type::integer)), "accepted");
}

TEST(ConvertValue, AnEnumerationTakesNamesAndNumbers) {
  EXPECT_EQ(convert_value(words("boost"), mode(), ""), whole(5));
  EXPECT_EQ(convert_value(words("2"), mode(), ""), whole(2));
  EXPECT_EQ(convert_value(whole(1), mode(), ""), whole(1));
}

TEST(ConvertValue, AnUnknownItemIsNamedWithTheNearest) {
  EXPECT_TRUE(contains(refusal(words("bost"), mode()),
                       "\"bost\" is not a value of v. Did you mean 'boost'?"));
  EXPECT_TRUE(contains(refusal(whole(3), mode()), "3 is not a value of v. Known: off, on, boost."));
  EXPECT_NE(refusal(1.0, mode()), "accepted");
}

TEST(ConvertValue, ABooleanTakesFourWords) {
  const Variable flag = of_type(Type::boolean);
  EXPECT_EQ(convert_value(true, flag, ""), Value(true));
  EXPECT_EQ(convert_value(words("false"), flag, ""), Value(false));
  EXPECT_EQ(convert_value(words("1"), flag, ""), Value(true));
  EXPECT_EQ(convert_value(whole(0), flag, ""), Value(false));
  for (const Value& wrong : {words("yes"), whole(2), Value(0.5)})
    EXPECT_TRUE(contains(refusal(wrong, flag), "Boolean and takes true or false"));
}

TEST(ConvertValue, AStringTakesTextOnly) {
  const Variable text = of_type(Type::string);
  EXPECT_EQ(convert_value(words(" as it is "), text, ""), words(" as it is "));
  EXPECT_EQ(convert_value(words(""), text, ""), words(""));
  EXPECT_TRUE(contains(refusal(whole(3), text), "String and takes a string, not 3"));
}

}  // namespace
}  // namespace bw::run::convert_value_test
