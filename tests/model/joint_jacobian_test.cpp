// The Jacobian of joined texts is that of one text with all their equations.

#include "model/joint/joint_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

#include "equation/check/read_model.h"
#include "equation/live/equation_blueprint.h"
#include "model/joint/joint_model.h"

namespace bw::model::joint_jacobian_test {
namespace {

using Blueprint = std::shared_ptr<const equation::EquationBlueprint>;

Blueprint read(const std::string& body) {
  const auto text = equation::read_model("model M\n" + body + "\nend M;", "m.mo");
  return equation::make_equation_blueprint(text.model);
}

ComponentRequest all_ports(const Blueprint& blueprint, const std::string& name) {
  ComponentRequest request;
  request.name = name;
  request.interface = Interface::model_exchange;
  for (std::size_t i = 0; i < blueprint->variables().size(); ++i) {
    const Causality causality = blueprint->variables()[i].causality;
    if (causality == Causality::input) request.inputs.push_back(i);
    if (causality == Causality::output) request.outputs.push_back(i);
  }
  return request;
}

// Dense, row after row.
std::vector<double> jacobian_of(Model& model, const std::vector<double>& x, double t) {
  const ModelShape& shape = model.shape();
  const std::size_t n = shape.states.size();
  std::size_t entries = n * n;
  if (shape.sparsity) {
    entries = 0;
    for (const auto& row : *shape.sparsity) entries += row.size();
  }
  std::vector<double> values(entries), dense(n * n, 0.0);
  model.jacobian(t, x, values);
  std::size_t next = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (shape.sparsity) {
      for (const std::size_t j : (*shape.sparsity)[i]) dense[i * n + j] = values[next++];
    } else {
      for (std::size_t j = 0; j < n; ++j) dense[i * n + j] = values[next++];
    }
  return dense;
}

void begin(Model& model) {
  std::vector<double> x(model.shape().states.size());
  model.begin(0, 10, {});
  model.start(x);
}

const std::string first =
    "input Real u; output Real y; output Real x(start=1, fixed=true);"
    "Real p(start=2, fixed=true); equation der(x) = -x*u + p; y = 0.5*u*x + sin(p);"
    "der(p) = -p^2 + u;";
const std::string second =
    "input Real u; output Real y; Real z(start=0.5, fixed=true);"
    "Real w(start=1); equation der(z) = w*z - u; w + w^3 = z + u; y = w - 2*z;";

TEST(JointJacobian, EqualsThatOfOneTextThroughACircle) {
  const Blueprint a = read(first), b = read(second);
  const Blueprint one = read(
      "Real ua, ya, x(start=1, fixed=true), p(start=2, fixed=true), ub, yb;"
      "Real z(start=0.5, fixed=true), w(start=1); equation"
      " der(x) = -x*ua + p; ya = 0.5*ua*x + sin(p); der(p) = -p^2 + ua;"
      " der(z) = w*z - ub; w + w^3 = z + ub; yb = w - 2*z; ua = 3*yb + 1; ub = ya;");
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(a->make_model(all_ports(a, "a"), bells));
  models.push_back(b->make_model(all_ports(b, "b"), bells));
  const auto joint =
      make_joint_model("ab", std::move(models),
                       {{.from = 1, .output = 0, .to = 0, .input = 0, .gain = 3, .offset = 1},
                        {.from = 0, .output = 0, .to = 1, .input = 0}},
                       {});
  const auto whole = one->make_model(all_ports(one, "one"), bells);
  ASSERT_TRUE(joint->shape().has_jacobian);
  begin(*joint);
  begin(*whole);
  for (const std::vector<double>& x :
       {std::vector<double>{1, 2, 0.5}, {0.3, -1, 2}, {-2, 0.1, -0.7}}) {
    std::vector<double> ours(3), theirs(3);
    joint->derivatives(0.1, x, ours);
    whole->derivatives(0.1, x, theirs);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(ours[i], theirs[i], 1e-12 * (1 + std::abs(theirs[i])));
    const auto exact = jacobian_of(*whole, x, 0.1), made = jacobian_of(*joint, x, 0.1);
    for (std::size_t e = 0; e < 9; ++e)
      EXPECT_NEAR(made[e], exact[e], 1e-11 * (1 + std::abs(exact[e]))) << e;
  }
}

TEST(JointJacobian, ChainsHaveAPatternAndNothingBesideIt) {
  const Blueprint component = read(
      "input Real u; output Real x(start=1, fixed=true); Real y(start=1, fixed=true);"
      "equation der(x) = -y + u; der(y) = x;");
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  std::vector<JointConnection> connections;
  for (std::size_t m = 0; m < 4; ++m) {
    models.push_back(component->make_model(all_ports(component, "m" + std::to_string(m)), bells));
    if (m > 0) connections.push_back({.from = m - 1, .output = 0, .to = m, .input = 0});
  }
  const auto joint = make_joint_model("chain", std::move(models), connections, {});
  ASSERT_TRUE(joint->shape().has_jacobian);
  ASSERT_TRUE(joint->shape().sparsity);
  begin(*joint);
  const auto j = jacobian_of(*joint, std::vector<double>(8, 1.0), 0);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t k = 0; k < 8; ++k) {
      const bool is_x = i % 2 == 0;
      const double expected = is_x && k == i + 1            ? -1
                              : is_x && i > 0 && k + 2 == i ? 1
                              : !is_x && k + 1 == i         ? 1
                                                            : 0;
      EXPECT_EQ(j[i * 8 + k], expected) << i << " " << k;
    }
}

// A ring in which everything has direct feedthrough, and a rod behind it.
TEST(JointJacobian, EqualsDifferencesWhereALoopFeedsManyStates) {
  const Blueprint one = read(
      "input Real u, v; output Real y, z; Real a(start=1, fixed=true), b(start=2, fixed=true);"
      "equation der(a) = -a*u + b; der(b) = sin(a) - v^2; y = 0.3*sin(u) + a; z = 0.2*v*b + y;");
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  std::vector<JointConnection> connections;
  constexpr std::size_t count = 4;
  for (std::size_t m = 0; m < count; ++m) {
    models.push_back(one->make_model(all_ports(one, "m" + std::to_string(m)), bells));
    if (m == 0) continue;
    connections.push_back({.from = m - 1, .output = 0, .to = m, .input = 0, .gain = 0.7});
    if (m < 3) connections.push_back({.from = m, .output = 1, .to = m - 1, .input = 1});
  }
  const auto joint = make_joint_model("ring", std::move(models), connections, {});
  ASSERT_TRUE(joint->shape().has_jacobian);
  ASSERT_TRUE(joint->shape().sparsity);
  begin(*joint);
  constexpr std::size_t n = 2 * count;
  std::vector<double> x(n), above(n), below(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 0.5 + 0.1 * static_cast<double>(i);
  const auto j = jacobian_of(*joint, x, 0);
  constexpr double h = 1e-5;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> moved = x;
    moved[k] = x[k] + h;
    joint->derivatives(0, moved, above);
    moved[k] = x[k] - h;
    joint->derivatives(0, moved, below);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(j[i * n + k], (above[i] - below[i]) / (2 * h), 1e-7) << i << " " << k;
  }
}

// Beyond what a dense matrix of all connections could hold.
TEST(JointJacobian, ManyConnectionsHaveExactDerivatives) {
  constexpr std::size_t n = 500;
  const Blueprint net = read(
      "parameter Integer n = 500; input Real u[n]; output Real y[n];"
      "Real x[n](each start=1, each fixed=true);"
      "equation for i in 1:n loop y[i] = 2*x[i]; der(x[i]) = -x[i] + 0.5*u[i]; end for;");
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  std::vector<JointConnection> connections;
  for (std::size_t m = 0; m < 2; ++m) {
    models.push_back(net->make_model(all_ports(net, m == 0 ? "a" : "b"), bells));
    for (std::size_t i = 0; i < n; ++i)
      connections.push_back({.from = m, .output = i, .to = 1 - m, .input = i});
  }
  const auto joint = make_joint_model("nets", std::move(models), connections, {});
  ASSERT_TRUE(joint->shape().has_jacobian);
  ASSERT_TRUE(joint->shape().sparsity);
  begin(*joint);
  std::vector<double> values(4 * n);
  joint->jacobian(0, std::vector<double>(2 * n, 1.0), values);
  for (std::size_t i = 0; i < 2 * n; ++i) {
    EXPECT_EQ((*joint->shape().sparsity)[i], (std::vector<std::size_t>{i % n, i % n + n}));
    EXPECT_EQ(values[2 * i], i < n ? -1 : 1);
    EXPECT_EQ(values[2 * i + 1], i < n ? 1 : -1);
  }
}

TEST(JointJacobian, WhereAModelDoesNotKnowDifferencesAreLeft) {
  const Blueprint local = read("Real a(start=1, fixed=true), b; equation der(a) = -a; b = 2*a;");
  const Blueprint sink = read("input Real u; Real c(start=0, fixed=true); equation der(c) = u;");
  ComponentRequest request = all_ports(local, "l");
  request.outputs.push_back(1);  // b, which is no output of the text
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(local->make_model(request, bells));
  models.push_back(sink->make_model(all_ports(sink, "s"), bells));
  const auto joint =
      make_joint_model("j", std::move(models), {{.from = 0, .output = 0, .to = 1, .input = 0}}, {});
  EXPECT_FALSE(joint->shape().has_jacobian);
}

}  // namespace
}  // namespace bw::model::joint_jacobian_test
