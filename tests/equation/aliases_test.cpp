#include "equation/sort/aliases.h"

#include <gtest/gtest.h>

#include "support/equation/flat_models.h"

namespace bw::equation::aliases_test {
namespace {

using test::E;
using test::FlatMaker;

Aliases aliases_of(const FlatMaker& m, std::initializer_list<E> states = {},
                   std::initializer_list<E> discretes = {}) {
  std::vector<bool> is_state(m.model.variables.size()), is_discrete(m.model.variables.size());
  for (const E state : states) is_state[m.index(state)] = true;
  for (const E discrete : discretes) is_discrete[m.index(discrete)] = true;
  return find_aliases(m.model, is_state, is_discrete);
}

TEST(Aliases, OfAChainAreOneVariableWithSigns) {
  FlatMaker m;
  const E a = m.real("a"), b = m.real("b"), c = m.real("c"), d = m.real("d");
  m.equation(a, b);
  m.equation(b, -c);
  m.equation(c + d, 0.0);
  const Aliases found = aliases_of(m, {c});
  EXPECT_EQ(found.is_used_up, std::vector<bool>(3, true));
  for (const E e : {a, b, c, d}) EXPECT_EQ(found.of[m.index(e)].kept, m.index(c));
  EXPECT_TRUE(found.of[m.index(a)].opposite);
  EXPECT_TRUE(found.of[m.index(b)].opposite);
  EXPECT_FALSE(found.of[m.index(c)].opposite);
  EXPECT_TRUE(found.of[m.index(d)].opposite);
}

TEST(Aliases, KeepAnInputBeforeAFixedStartBeforeAnyOther) {
  FlatMaker m;
  const E a = m.real("a"), b = m.real("b", 1), u = m.input("u"), c = m.real("c");
  m.equation(a, b);
  m.equation(c, u);
  const Aliases found = aliases_of(m);
  EXPECT_EQ(found.of[m.index(a)].kept, m.index(b));
  EXPECT_EQ(found.of[m.index(c)].kept, m.index(u));
}

TEST(Aliases, NeverJoinAnInputWithAnotherOneOrAState) {
  FlatMaker m;
  const E u = m.input("u"), v = m.input("v"), x = m.real("x");
  m.equation(u, v);
  m.equation(x, u);
  const Aliases found = aliases_of(m, {x});
  EXPECT_EQ(found.is_used_up, std::vector<bool>(2, false));
  EXPECT_EQ(found.of[m.index(x)].kept, m.index(x));
}

TEST(Aliases, LeaveOtherEquationsAlone) {
  FlatMaker m;
  const E a = m.real("a"), b = m.real("b"), n = m.discrete("n", ScalarType::integer);
  m.equation(a, 2.0 * b);
  m.equation(a + b, 1.0);
  m.equation(a, n);
  const Aliases found = aliases_of(m, {}, {n});
  EXPECT_EQ(found.is_used_up, std::vector<bool>(3, false));
}

// The second equation says 0 = 0 and must be reported, not vanish.
TEST(Aliases, OfAnEquationThatIsThereTwiceLeaveOne) {
  FlatMaker m;
  const E a = m.real("a"), b = m.real("b");
  m.equation(a, b);
  m.equation(b, a);
  EXPECT_EQ(aliases_of(m).is_used_up, (std::vector<bool>{true, false}));
}

TEST(Aliases, OfAChainOf100000AreFound) {
  FlatMaker m;
  E before = m.real("x");
  for (int i = 0; i < 100'000; ++i) {
    const E next = m.real("y");
    m.equation(next, before);
    before = next;
  }
  const Aliases found = aliases_of(m);
  for (const Alias& alias : found.of) ASSERT_EQ(alias.kept, found.of[0].kept);
}

}  // namespace
}  // namespace bw::equation::aliases_test
