#include "stiff_families.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "math/colours.h"

namespace bw::bench {
namespace {

using In = StiffFamily::In;
using Out = StiffFamily::Out;
using Add = StiffFamily::Add;
constexpr double pi = std::numbers::pi;

double real(std::size_t i) { return static_cast<double>(i); }

// u' = 1 + u^2 v - 4 u + a u_xx,  v' = 3 u - u^2 v + a v_xx,  u = 1 and v = 3 at both ends
class Brusselator final : public StiffFamily {
 public:
  explicit Brusselator(std::size_t n)
      : StiffFamily("brusselator", 10, true), a_(0.02 * real(n / 2 + 1) * real(n / 2 + 1)) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n / 2; ++i) {
      x.push_back(1 + std::sin(2 * pi * real(i + 1) / real(n / 2 + 1)));
      x.push_back(3);
    }
    begin(x);
  }

 private:
  void f(double, In x, Out dx) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {
      const double u = x[i], v = x[i + 1], uuv = u * u * v;
      const double ul = i > 0 ? x[i - 2] : 1, ur = i + 2 < n ? x[i + 2] : 1;
      const double vl = i > 0 ? x[i - 1] : 3, vr = i + 2 < n ? x[i + 3] : 3;
      dx[i] = 1 + uuv - 4 * u + a_ * (ul - 2 * u + ur);
      dx[i + 1] = 3 * u - uuv + a_ * (vl - 2 * v + vr);
    }
  }
  void entries(double, In x, const Add& add) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {
      const double u = x[i], v = x[i + 1];
      add(i, i, 2 * u * v - 4 - 2 * a_), add(i, i + 1, u * u);
      add(i + 1, i, 3 - 2 * u * v), add(i + 1, i + 1, -u * u - 2 * a_);
      for (const std::size_t k : {i, i + 1}) {
        if (i > 0) add(k, k - 2, a_);
        if (i + 2 < n) add(k, k + 2, a_);
      }
    }
  }
  double a_;
};

// u' = (k(u) u_x)_x with k = 1 + u^2; a temperature that swings at one end, radiation at the other
class Rod final : public StiffFamily {
 public:
  explicit Rod(std::size_t n) : StiffFamily("rod", 2, true), a_(real(n) * real(n)) {
    begin(std::vector<double>(n, 0.2));
  }

 private:
  static double left(double t) { return 1 + 0.5 * std::sin(5 * t); }
  void f(double t, In x, Out dx) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double l = i > 0 ? x[i - 1] : left(t);
      dx[i] = a_ * (heat(l) - heat(x[i]));
      dx[i] += i + 1 < n ? a_ * (heat(x[i + 1]) - heat(x[i])) : -std::sqrt(a_) * x[i] * x[i] * x[i];
    }
  }
  static double heat(double u) { return u + u * u * u / 3; }
  static double slope(double u) { return 1 + u * u; }
  void entries(double, In x, const Add& add) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) add(i, i - 1, a_ * slope(x[i - 1]));
      add(i, i, -a_ * slope(x[i]));
      add(i, i, i + 1 < n ? -a_ * slope(x[i]) : -3 * std::sqrt(a_) * x[i] * x[i]);
      if (i + 1 < n) add(i, i + 1, a_ * slope(x[i + 1]));
    }
  }
  double a_;
};

// x'' = mu (1 - x^2) x' - x + k (x_l - 2 x + x_r), mu from 20 on
class Relaxation final : public StiffFamily {
 public:
  explicit Relaxation(std::size_t n) : StiffFamily("relaxation", 30, true) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n / 2; ++i) {
      x.push_back(2);
      x.push_back(-0.66 / mu(i, n));
    }
    begin(x);
  }

 private:
  static constexpr double contact = 0.3;
  static double mu(std::size_t i, std::size_t n) { return 20 * (1 + real(4 * i / n) / 4); }
  void f(double, In x, Out dx) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {
      const double l = i > 0 ? x[i - 2] : x[i], r = i + 2 < n ? x[i + 2] : x[i];
      dx[i] = x[i + 1];
      dx[i + 1] = mu(i / 2, n) * (1 - x[i] * x[i]) * x[i + 1] - x[i] + contact * (l - 2 * x[i] + r);
    }
  }
  void entries(double, In x, const Add& add) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {
      const double m = mu(i / 2, n);
      add(i, i + 1, 1);
      add(i + 1, i, -2 * m * x[i] * x[i + 1] - 1);
      add(i + 1, i + 1, m * (1 - x[i] * x[i]));
      if (i > 0) add(i + 1, i, -contact), add(i + 1, i - 2, contact);
      if (i + 2 < n) add(i + 1, i, -contact), add(i + 1, i + 2, contact);
    }
  }
};

class Cusp final : public StiffFamily {
 public:
  explicit Cusp(std::size_t n)
      : StiffFamily("cusp", 1.1, false), d_(real(n / 3) * real(n / 3) / 144) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n / 3; ++i) {
      const double angle = 2 * pi * real(i + 1) / real(n / 3);
      x.insert(x.end(), {0, -2 * std::cos(angle), 2 * std::sin(angle)});
    }
    begin(x);
  }

 private:
  static constexpr double slowness = 1e-4;
  static double v(double y) {
    const double u = (y - 0.7) * (y - 1.3);
    return u / (u + 0.1);
  }
  static double dv(double y) {
    const double u = (y - 0.7) * (y - 1.3);
    return 0.1 / ((u + 0.1) * (u + 0.1)) * (2 * y - 2);
  }
  void f(double, In x, Out dx) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 3) {
      const double y = x[i], a = x[i + 1], b = x[i + 2];
      dx[i] = -(y * y * y + a * y + b) / slowness;
      dx[i + 1] = b + 0.07 * v(y);
      dx[i + 2] = (1 - a * a) * b - a - 0.4 * y + 0.035 * v(y);
      const std::size_t l = (i + n - 3) % n, r = (i + 3) % n;
      for (const std::size_t k : {0U, 1U, 2U})
        dx[i + k] += d_ * (x[l + k] - 2 * x[i + k] + x[r + k]);
    }
  }
  void entries(double, In x, const Add& add) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 3) {
      const double y = x[i], a = x[i + 1], b = x[i + 2];
      add(i, i, -(3 * y * y + a) / slowness), add(i, i + 1, -y / slowness),
          add(i, i + 2, -1 / slowness);
      add(i + 1, i, 0.07 * dv(y)), add(i + 1, i + 2, 1);
      add(i + 2, i, -0.4 + 0.035 * dv(y)), add(i + 2, i + 1, -2 * a * b - 1);
      add(i + 2, i + 2, 1 - a * a);
      for (const std::size_t k : {i, i + 1, i + 2}) {
        add(k, k, -2 * d_);
        add(k, (k + n - 3) % n, d_), add(k, (k + 3) % n, d_);
      }
    }
  }
  double d_;
};

// Sections of inductance, resistance, capacitance and a leak V + V^3; a source that swings.
class Line final : public StiffFamily {
 public:
  explicit Line(std::size_t n) : StiffFamily("line", 20, false), c_(20 / real(n)) {
    begin(std::vector<double>(n / 2 * 2, 0.0));
  }

 private:
  static constexpr double resistance = 1, inductance = 1e-4;
  void f(double t, In x, Out dx) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {  // current into the section, voltage at its end
      const double before = i > 0 ? x[i - 1] : std::sin(t), on = i + 2 < n ? x[i + 2] : 0;
      dx[i] = (before - x[i + 1] - resistance * x[i]) / inductance;
      dx[i + 1] = (x[i] - on - 0.1 * (x[i + 1] + x[i + 1] * x[i + 1] * x[i + 1])) / c_;
    }
  }
  void entries(double, In x, const Add& add) const override {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; i += 2) {
      if (i > 0) add(i, i - 1, 1 / inductance);
      add(i, i, -resistance / inductance), add(i, i + 1, -1 / inductance);
      add(i + 1, i, 1 / c_);
      add(i + 1, i + 1, -0.1 * (1 + 3 * x[i + 1] * x[i + 1]) / c_);
      if (i + 2 < n) add(i + 1, i + 2, -1 / c_);
    }
  }
  double c_;
};

// A -> C, or A + B -> C + D; speeds from 1e-2 to 1e4, each decade as likely.
class Kinetics final : public StiffFamily {
 public:
  explicit Kinetics(std::size_t n) : StiffFamily("kinetics", 20, false) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(0.1 + 0.9 * random());
    for (std::size_t r = 0; r < 3 * n / 2; ++r) {
      Reaction made{{}, std::pow(10, -2 + 6 * random()), random() < 0.5};
      made.of[0] = r % n;
      for (std::size_t k = 1; k < 4; ++k)
        made.of[k] = static_cast<std::size_t>(random() * real(n)) % n;
      if (made.of[0] != made.of[1] && made.of[0] != made.of[2]) reactions_.push_back(made);
    }
    begin(x);
  }

 private:
  struct Reaction {
    std::array<std::size_t, 4> of;  // A, B, C, D
    double speed;
    bool pair;
  };
  double random() {  // the same on every machine
    seed_ = seed_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(seed_ >> 11) / 9007199254740992.0;
  }
  void f(double, In x, Out dx) const override {
    std::fill(dx.begin(), dx.end(), 0.0);
    for (const Reaction& r : reactions_) {
      const double flow = r.speed * x[r.of[0]] * (r.pair ? x[r.of[1]] : 1);
      dx[r.of[0]] -= flow;
      dx[r.of[2]] += flow;
      if (r.pair) dx[r.of[1]] -= flow, dx[r.of[3]] += flow;
    }
  }
  void entries(double, In x, const Add& add) const override {
    for (const Reaction& r : reactions_) {
      const double by_a = r.speed * (r.pair ? x[r.of[1]] : 1), by_b = r.speed * x[r.of[0]];
      const auto each = [&](std::size_t column, double slope) {
        add(r.of[0], column, -slope), add(r.of[2], column, slope);
        if (r.pair) add(r.of[1], column, -slope), add(r.of[3], column, slope);
      };
      each(r.of[0], by_a);
      if (r.pair) each(r.of[1], by_b);
    }
  }
  std::vector<Reaction> reactions_;
  unsigned long long seed_ = 2026;
};

}  // namespace

void StiffFamily::begin(std::vector<double> x0) {
  x0_ = std::move(x0);
  std::vector<std::set<std::size_t>> rows(x0_.size());
  entries(0, x0_, [&](std::size_t i, std::size_t j, double) { rows[i].insert(j); });
  for (const auto& row : rows) {
    pattern_.columns.insert(pattern_.columns.end(), row.begin(), row.end());
    pattern_.begins.push_back(pattern_.columns.size());
  }
}

void StiffFamily::jacobian(double t, In x, Out j) {
  ++jacobians;
  std::fill(j.begin(), j.end(), 0.0);
  entries(t, x, [&](std::size_t row, std::size_t column, double value) {
    if (!shows_pattern_) {
      j[row * size() + column] += value;
      return;
    }
    const auto first = pattern_.columns.begin();
    const auto at = std::lower_bound(first + static_cast<long>(pattern_.begins[row]),
                                     first + static_cast<long>(pattern_.begins[row + 1]), column);
    j[static_cast<std::size_t>(at - first)] += value;
  });
}

std::size_t StiffFamily::colours() const {
  return shows_pattern_ ? math::colours(pattern_).size() : size();
}

std::vector<std::unique_ptr<StiffFamily>> stiff_families(std::size_t n) {
  std::vector<std::unique_ptr<StiffFamily>> all;
  all.push_back(std::make_unique<Brusselator>(n));
  all.push_back(std::make_unique<Rod>(n));
  all.push_back(std::make_unique<Relaxation>(n));
  all.push_back(std::make_unique<Cusp>(n));
  all.push_back(std::make_unique<Line>(n));
  all.push_back(std::make_unique<Kinetics>(n));
  return all;
}

}  // namespace bw::bench
