// Derivatives by inputs and by parameters, against what differentiation by hand gives.

#include <gtest/gtest.h>

#include <cmath>

#include "equation/code/code.h"
#include "equation/code/generate.h"
#include "equation/code/jacobian.h"
#include "equation/code/machine.h"
#include "equation/sort/parameter_values.h"
#include "support/equation/model_text.h"

namespace bw::equation::partials_test {
namespace {

// d derivatives / d variables of these names, dense, at (t, x, u).
class PartialsBench {
 public:
  explicit PartialsBench(const std::string& body) : plan_(make_plan(test::read_body(body).model)) {}

  std::vector<double> by(const std::vector<std::string>& names, const std::vector<double>& x,
                         const std::vector<std::pair<std::string, double>>& inputs) {
    System& system = plan_.system;
    Programs programs = make_programs(plan_);
    std::vector<Node> wanted, seeds;
    for (const std::uint32_t state : system.states)
      wanted.push_back(system.graph.derivative(state));
    for (const std::string& name : names) seeds.push_back(system.graph.variable(number(name)));
    const auto pattern = add_partials(plan_, programs, "partials", wanted, seeds);
    if (!pattern) return {};
    const Generated generated = generate(system, programs);
    const auto compiled = compile(generated.text, CompilerChoice::tiny);
    const auto function = reinterpret_cast<Function>(compiled->find("partials"));
    std::vector<double> w(Layout(system).memory(system.memories), 0.0), d(x.size()),
        states = x, values(1000), dense(wanted.size() * seeds.size(), 0.0);
    const ParameterValues::Given nothing;
    ParameterValues known(system, nothing);
    for (std::uint32_t i = 0; i < system.variables.size(); ++i)
      if (system.is_known(i)) w[Layout(system).variable(i)] = known.of_variable(i);
    for (const auto& [node, index] : generated.known_before)
      w[Layout(system).memory(index)] = known.of(node);
    for (const auto& [name, value] : inputs) w[Layout(system).variable(number(name))] = value;
    function(0.5, states.data(), w.data(), d.data(), values.data(), nullptr);
    std::size_t next = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      for (const std::size_t k : (*pattern)[i]) dense[i * seeds.size() + k] = values[next++];
    return dense;
  }

 private:
  std::uint32_t number(const std::string& name) const {
    for (std::uint32_t i = 0; i < plan_.system.variables.size(); ++i)
      if (plan_.system.variables[i].name == name) return i;
    throw std::out_of_range(name);
  }
  Plan plan_;
};

const std::string body =
    "parameter Real k = 3; parameter Real a = 2*k^2; parameter Real b = a + k; input Real u, v;"
    "Real x(start=1, fixed=true), y(start=1, fixed=true), z; equation"
    " der(x) = -k*x + a*u*z; der(y) = exp(-k*y)*v + b*sin(u); z = x*u;";

TEST(Partials, ByInputsGoThroughWhatIsComputedBetween) {
  const double k = 3, a = 18, b = 21, x = 0.4, y = 0.7, u = 1.3, v = -0.2;
  const auto d = PartialsBench(body).by({"u", "v"}, {x, y}, {{"u", u}, {"v", v}});
  ASSERT_EQ(d.size(), 4U);
  EXPECT_NEAR(d[0], 2 * a * u * x, 1e-12 * std::abs(d[0]));  // der(x) = -k x + a u^2 x
  EXPECT_EQ(d[1], 0);
  EXPECT_NEAR(d[2], b * std::cos(u), 1e-12 * std::abs(d[2]));
  EXPECT_NEAR(d[3], std::exp(-k * y), 1e-12);
}

TEST(Partials, ByParametersGoThroughTheirFormulas) {
  const double k = 3, x = 0.4, y = 0.7, u = 1.3, v = -0.2;
  const auto d = PartialsBench(body).by({"k"}, {x, y}, {{"u", u}, {"v", v}});
  ASSERT_EQ(d.size(), 2U);
  EXPECT_NEAR(d[0], -x + 4 * k * u * u * x, 1e-12 * std::abs(d[0]));
  EXPECT_NEAR(d[1], -y * std::exp(-k * y) * v + (4 * k + 1) * std::sin(u), 1e-12 * std::abs(d[1]));
}

// What is a seed itself is held.
TEST(Partials, ByAParameterAndItsFormulaAreThoseOfEachAlone) {
  const double k = 3, x = 0.4, y = 0.7, u = 1.3, v = -0.2;
  const auto d = PartialsBench(body).by({"k", "a"}, {x, y}, {{"u", u}, {"v", v}});
  ASSERT_EQ(d.size(), 4U);
  EXPECT_NEAR(d[0], -x, 1e-12);
  EXPECT_NEAR(d[1], u * u * x, 1e-12);
  EXPECT_NEAR(d[2], -y * std::exp(-k * y) * v + std::sin(u), 1e-12);
  EXPECT_NEAR(d[3], std::sin(u), 1e-12);
}

}  // namespace
}  // namespace bw::equation::partials_test
