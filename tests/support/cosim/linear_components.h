#pragma once
// Linear components that solve their own equations exactly, and the exact solution of the whole
// system: the difference is the error of the master alone.
//
//   x' = A x + B u,  y = C x + D u,  u held or on a straight line over a step

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "math/linear.h"
#include "support/model/test_components.h"

namespace bw::test {

using Rows = std::vector<std::vector<double>>;  // a matrix

inline Rows zeros(std::size_t rows, std::size_t columns) {
  return Rows(rows, std::vector<double>(columns, 0.0));
}

inline Rows product(const Rows& a, const Rows& b) {
  Rows c = zeros(a.size(), b.empty() ? 0 : b[0].size());
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < c[i].size(); ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline std::vector<double> product(const Rows& a, const std::vector<double>& x) {
  std::vector<double> y(a.size(), 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += a[i][k] * x[k];
  return y;
}

// exp(a h) by Taylor's series of a small share of it, squared again and again.
inline Rows exponential(Rows a, double h) {
  double size = 0;
  for (auto& row : a)
    for (double& value : row) size = std::max(size, std::abs(value *= h));
  int squarings = 0;
  for (; size > 0.05; size /= 2) ++squarings;
  const std::size_t n = a.size();
  Rows sum = zeros(n, n), term = zeros(n, n);
  for (std::size_t i = 0; i < n; ++i) sum[i][i] = term[i][i] = 1.0;
  for (int k = 1; k <= 12; ++k) {
    term = product(term, a);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        sum[i][j] += term[i][j] *= std::ldexp(1.0, -squarings) / k;
  }
  for (int k = 0; k < squarings; ++k) sum = product(sum, sum);
  return sum;
}

struct LinearEquations {
  std::string name;
  Rows a, b, c, d;  // b and d have a column for each input, even without states
  std::vector<double> start;
  std::size_t inputs() const { return d.empty() || d[0].empty() ? 0 : d[0].size(); }
};

class LinearComponent final : public TestComponent {
 public:
  explicit LinearComponent(const LinearEquations& made, bool takes_slopes = false)
      : TestComponent(made.name, input_list(made), output_list(made)), made_(made), x_(made.start) {
    shape_.takes_slopes = takes_slopes;
    slopes_.assign(made.inputs(), 0.0);
  }

  void set_slopes(std::span<const double> slopes) override {
    slopes_.assign(slopes.begin(), slopes.end());
    ++slopes_set;
  }
  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<States>();
    dynamic_cast<States&>(*into).x = x_;
    dynamic_cast<States&>(*into).heard = heard_;
  }
  void restore(const model::Snapshot& from) override {
    x_ = dynamic_cast<const States&>(from).x;
    heard_ = dynamic_cast<const States&>(from).heard;
  }

  int slopes_set = 0;

 private:
  struct States : model::Snapshot {
    std::vector<double> x;
    model::Signals heard;
  };

  static std::vector<model::Variable> input_list(const LinearEquations& made) {
    std::vector<model::Variable> list;
    for (std::size_t i = 0; i < made.inputs(); ++i)
      list.push_back(variable("u" + std::to_string(i)));
    return list;
  }
  static std::vector<model::Variable> output_list(const LinearEquations& made) {
    std::vector<model::Variable> list;
    for (std::size_t i = 0; i < made.c.size(); ++i) {
      list.push_back(without_feed_through(variable("y" + std::to_string(i))));
      for (std::size_t k = 0; k < made.inputs(); ++k)
        if (made.d[i][k] != 0.0) list.back().direct_inputs->push_back(k);
    }
    return list;
  }

  // [x; u; u']' = [A B 0; 0 0 1; 0 0 0] [x; u; u']
  void move(double h) override {
    const std::size_t n = x_.size(), m = made_.inputs();
    Rows all = zeros(n + 2 * m, n + 2 * m);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) all[i][k] = made_.a[i][k];
      for (std::size_t k = 0; k < m; ++k) all[i][n + k] = made_.b[i][k];
    }
    for (std::size_t k = 0; k < m; ++k) all[n + k][n + m + k] = 1.0;
    std::vector<double> z = x_;
    z.insert(z.end(), heard_.reals.begin(), heard_.reals.end());
    z.insert(z.end(), slopes_.begin(), slopes_.end());
    Rows& over_h = exponentials_[h];
    if (over_h.empty()) over_h = exponential(all, h);
    z = product(over_h, z);
    x_.assign(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(n));
    heard_.reals.assign(z.begin() + static_cast<std::ptrdiff_t>(n),
                        z.begin() + static_cast<std::ptrdiff_t>(n + m));
    slopes_.assign(m, 0.0);
  }
  void answer(const model::SignalsOut& y) override {
    const std::vector<double> cx = product(made_.c, x_), du = product(made_.d, heard_.reals);
    for (std::size_t i = 0; i < cx.size(); ++i) y.reals[i] = cx[i] + du[i];
  }

  LinearEquations made_;
  std::vector<double> x_, slopes_;
  std::map<double, Rows> exponentials_;
};

// Several of them with connections, and their exact solution.
class LinearSystem {
 public:
  LinearSystem(std::vector<LinearEquations> components, std::vector<cosim::Connection> connections)
      : components_(std::move(components)), connections_(std::move(connections)) {
    solve_connections();
  }

  cosim::Coupling couple(bool takes_slopes = false) const {
    Kit kit;
    for (const LinearEquations& component : components_)
      kit.add<LinearComponent>(component, takes_slopes);
    cosim::Coupling coupling = kit.couple(connections_);
    model::Signals y = coupling.now();
    y.reals = outputs(0);
    for (std::size_t component = 0; component < coupling.size(); ++component) {
      model::Signals seen = y;
      coupling.evaluate(component, y, 0, seen);
    }
    coupling.accept(y);
    return coupling;
  }

  std::vector<double> outputs(double t) const {
    return product(y_of_x_, product(exponential(x_of_x_, t), start_));
  }

 private:
  // y = C x + D L y, hence y = (1 - D L)^-1 C x and x' = (A + B L (1 - D L)^-1 C) x
  void solve_connections() {
    std::size_t n = 0, m = 0, p = 0;
    std::vector<std::size_t> first_input, first_output;
    for (const LinearEquations& component : components_) {
      first_input.push_back(m);
      first_output.push_back(p);
      n += component.start.size(), m += component.inputs(), p += component.c.size();
    }
    Rows a = zeros(n, n), b = zeros(n, m), c = zeros(p, n), d = zeros(p, m), l = zeros(m, p);
    std::size_t x = 0;
    for (std::size_t k = 0; k < components_.size(); ++k) {
      const LinearEquations& component = components_[k];
      put(component.a, x, x, a), put(component.b, x, first_input[k], b);
      put(component.c, first_output[k], x, c), put(component.d, first_output[k], first_input[k], d);
      start_.insert(start_.end(), component.start.begin(), component.start.end());
      x += component.start.size();
    }
    for (const cosim::Connection& w : connections_)
      l[first_input[w.to] + w.input][first_output[w.from] + w.output] = w.gain;
    const Rows dl = product(d, l);
    math::Matrix matrix(p);
    for (std::size_t i = 0; i < p; ++i)
      for (std::size_t k = 0; k < p; ++k) matrix.at(i, k) = (i == k ? 1.0 : 0.0) - dl[i][k];
    y_of_x_ = zeros(p, n);
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<double> column(p);
      for (std::size_t i = 0; i < p; ++i) column[i] = c[i][k];
      column = math::solve(matrix, column).value();
      for (std::size_t i = 0; i < p; ++i) y_of_x_[i][k] = column[i];
    }
    const Rows back = product(b, product(l, y_of_x_));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) a[i][k] += back[i][k];
    x_of_x_ = a;
  }
  static void put(const Rows& what, std::size_t row, std::size_t column, Rows& into) {
    for (std::size_t i = 0; i < what.size(); ++i)
      for (std::size_t k = 0; k < what[i].size(); ++k) into[row + i][column + k] = what[i][k];
  }

  std::vector<LinearEquations> components_;
  std::vector<cosim::Connection> connections_;
  Rows x_of_x_, y_of_x_;
  std::vector<double> start_;
};

inline cosim::Connection connection_between(std::size_t from, std::size_t output, std::size_t to,
                                            std::size_t input, double gain = 1) {
  return {.from = from, .output = output, .to = to, .input = input, .gain = gain};
}

// Two masses and a spring with a damper between them: the input of the first is a force, those of
// the second, which has the spring, are position and velocity of the first. The force has direct
// feedthrough.
inline LinearSystem force_and_displacement() {
  const double k = 2, damping = 0.2, stay = 1;
  return {{{"mass", {{0, 1}, {-stay, 0}}, {{0}, {1}}, {{1, 0}, {0, 1}}, {{0}, {0}}, {1, 0}},
           {"spring",
            {{0, 1}, {-(k + stay), -damping}},
            {{0, 0}, {k, damping}},
            {{k, damping}},
            {{-k, -damping}},
            {0, 0}}},
          {connection_between(0, 0, 1, 0), connection_between(0, 1, 1, 1),
           connection_between(1, 0, 0, 0)}};
}

// The same masses, each with half of the spring and the other's position as input: no direct
// feedthrough.
inline LinearSystem displacements() {
  const LinearEquations mass{"a", {{0, 1}, {-3, -0.1}}, {{0}, {2}}, {{1, 0}}, {{0}}, {1, 0}};
  LinearEquations other = mass;
  other.name = "b";
  other.start = {0, 0.5};
  return {{mass, other}, {connection(0, 1), connection(1, 0)}};
}

// An oscillation without input, a filter with or without direct feedthrough, an integrator.
inline LinearSystem row_of_three(bool feed_through) {
  return {{{"source", {{0, 1}, {-1.3, 0}}, {{}, {}}, {{1, 0}}, {{}}, {1, 0.3}},
           {"filter", {{-0.7}}, {{1}}, {{1}}, {{feed_through ? 0.5 : 0.0}}, {0.2}},
           {"sum", {{-0.1}}, {{1}}, {{1}}, {{0}}, {0}}},
          {connection(0, 1, 2.0), connection(1, 2)}};
}

// An algebraic loop of gain gain^2.
inline LinearSystem looped_at_once(double gain) {
  return {{{"a", {{-1, 1}, {-1, -0.2}}, {{0}, {1}}, {{1, 0}}, {{gain}}, {1, 0}},
           {"b", {{-0.5}}, {{1}}, {{1}}, {{-gain}}, {0.5}}},
          {connection(0, 1), connection(1, 0)}};
}

}  // namespace bw::test
