#include "model/variable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace bw::model::variable_test {
namespace {

std::vector<Variable> variables(const std::vector<Type>& types) {
  std::vector<Variable> all(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) all[i].type = types[i];
  return all;
}

using Positions = std::vector<std::size_t>;

TEST(Variables, EachLaneIsCountedInTheOrderOfTheList) {
  const auto mixed = variables({Type::integer, Type::real, Type::string, Type::real, Type::boolean,
                                Type::real, Type::enumeration, Type::binary});
  EXPECT_EQ(lane_positions(mixed), (Positions{0, 0, 1, 1, 2, 2, 3, 4}));
  EXPECT_EQ(count_reals(mixed), 3u);
}

TEST(Variables, OneLaneMayBeEmpty) {
  EXPECT_EQ(lane_positions({}), Positions{});
  EXPECT_EQ(count_reals({}), 0u);
  EXPECT_EQ(lane_positions(variables({Type::real, Type::real})), (Positions{0, 1}));
  EXPECT_EQ(lane_positions(variables({Type::string, Type::integer})), (Positions{0, 1}));
  EXPECT_EQ(count_reals(variables({Type::string, Type::integer})), 0u);
}

TEST(Variables, EveryCausalityAndVariabilityHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Causality c : {Causality::parameter, Causality::calculated_parameter, Causality::input,
                            Causality::output, Causality::local, Causality::independent})
    EXPECT_TRUE(names.insert(name(c)).second) << name(c);
  for (const Variability v : {Variability::constant, Variability::fixed, Variability::tunable,
                              Variability::discrete, Variability::continuous})
    EXPECT_TRUE(names.insert(name(v)).second) << name(v);
  EXPECT_EQ(names.count("?"), 0u);
}

TEST(Variables, WithoutADescriptionAVariableIsAPlainReal) {
  const Variable v;
  EXPECT_EQ(v.type, Type::real);
  EXPECT_EQ(v.nominal, 1.0);
  EXPECT_EQ(v.min, -HUGE_VAL);
  EXPECT_EQ(v.max, HUGE_VAL);
  EXPECT_FALSE(v.start);
  EXPECT_FALSE(v.direct_inputs) << "feed-through must be unknown, not absent";
}

}  // namespace
}  // namespace bw::model::variable_test
