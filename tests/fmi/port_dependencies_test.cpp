#include "fmi/component/port_dependencies.h"

#include <gtest/gtest.h>

#include "support/fmi/description_bench.h"

namespace bw::fmi::port_dependencies_test {
namespace {

using Columns = std::vector<std::uint32_t>;

Columns row(const math::Rows& rows, std::size_t i) { return {rows[i].begin(), rows[i].end()}; }

// u, v: inputs; y, z: outputs; x, w: states.
Description described(const std::string& outputs, const std::string& derivatives) {
  const auto one = [](const char* name, int reference, const char* causality, const char* type) {
    return fmt::format(
        "<ScalarVariable name='{}' valueReference='{}' causality='{}'>{}</ScalarVariable>", name,
        reference, causality, type);
  };
  return test::parsed(
      {.variables = one("u", 1, "input", "<Real start='0'/>") +
                    one("v", 2, "input", "<Real start='0'/>") + one("y", 3, "output", "<Real/>") +
                    one("z", 4, "output", "<Real/>") + one("x", 5, "local", "<Real/>") +
                    one("w", 6, "local", "<Real/>") +
                    one("der(x)", 7, "local", "<Real derivative='5'/>") +
                    one("der(w)", 8, "local", "<Real derivative='6'/>") +
                    one("a", 9, "local", "<Real/>") + one("alias of w", 6, "local", "<Real/>"),
       .structure =
           "<Outputs>" + outputs + "</Outputs><Derivatives>" + derivatives + "</Derivatives>"});
}

model::PortPattern pattern(const Description& description, const model::ComponentRequest& request) {
  const Layout layout(description, {});
  return port_dependencies(layout, {4, 5}, request);
}

const model::ComponentRequest all_ports{.name = "", .inputs = {0, 1}, .outputs = {2, 3}};

TEST(PortDependencies, AreThoseOfTheModelStructure) {
  const auto made = pattern(described("<Unknown index='3' dependencies='2 6'/>"
                                      "<Unknown index='4' dependencies=''/>",
                                      "<Unknown index='7' dependencies='5 1'/>"
                                      "<Unknown index='8' dependencies='5'/>"),
                            all_ports);
  EXPECT_EQ(row(made.b, 0), (Columns{0}));
  EXPECT_EQ(row(made.b, 1), (Columns{}));
  EXPECT_EQ(row(made.c, 0), (Columns{1}));
  EXPECT_EQ(row(made.c, 1), (Columns{}));
  EXPECT_EQ(row(made.d, 0), (Columns{1}));
  EXPECT_EQ(row(made.d, 1), (Columns{}));
}

TEST(PortDependencies, WhereNothingIsSaidAnythingMayBe) {
  const auto made = pattern(described("<Unknown index='3'/><Unknown index='4'/>",
                                      "<Unknown index='7'/><Unknown index='8'/>"),
                            all_ports);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(row(made.b, i), (Columns{0, 1}));
    EXPECT_EQ(row(made.c, i), (Columns{0, 1}));
    EXPECT_EQ(row(made.d, i), (Columns{0, 1}));
  }
}

TEST(PortDependencies, AnAliasOfAStateIsTheStateAndAnotherVariableMayBeAnything) {
  const auto made = pattern(described("<Unknown index='3' dependencies='10'/>"
                                      "<Unknown index='4' dependencies='9'/>",
                                      "<Unknown index='7' dependencies=''/>"
                                      "<Unknown index='8' dependencies='9'/>"),
                            all_ports);
  EXPECT_EQ(row(made.c, 0), (Columns{1}));
  EXPECT_EQ(row(made.c, 1), (Columns{0, 1}));
  EXPECT_EQ(row(made.b, 0), (Columns{}));
  EXPECT_EQ(row(made.b, 1), (Columns{0, 1}));
}

TEST(PortDependencies, ColumnsAreThoseOfTheRequestedInputs) {
  const auto made = pattern(described("<Unknown index='3' dependencies='1 2'/>"
                                      "<Unknown index='4' dependencies='1'/>",
                                      "<Unknown index='7' dependencies='1'/>"
                                      "<Unknown index='8' dependencies='2'/>"),
                            {.name = "", .inputs = {1}, .outputs = {3, 2}});
  EXPECT_EQ(row(made.b, 0), (Columns{}));
  EXPECT_EQ(row(made.b, 1), (Columns{0}));
  EXPECT_EQ(row(made.d, 0), (Columns{}));
  EXPECT_EQ(row(made.d, 1), (Columns{0}));
}

}  // namespace
}  // namespace bw::fmi::port_dependencies_test
