#pragma once
// Diffusion along a rod, of any size and stiffness:
//
//   u_i' = (u_{i-1} - 2 u_i + u_{i+1}) (n + 1)^2,   u_0 = u_{n+1} = 0
//
// Each mode sin(k pi i / (n + 1)) of these equations decays with its own rate
// 4 (n + 1)^2 sin^2(k pi / (2 (n + 1))), so that their solution is known exactly; the modes here go
// from the slowest to one that is 400 times as fast, and the rates of all go to 4 (n + 1)^2.

#include <array>
#include <cmath>
#include <numbers>

#include "ode/kernel/integrator.h"

namespace bw::test {

class HeatEquation final : public ode::Equations {
 public:
  explicit HeatEquation(std::size_t cells, bool exact_jacobian = true)
      : cells_(cells), exact_(exact_jacobian) {
    for (std::size_t i = 0; i < cells; ++i) {
      if (i > 0) pattern_.columns.push_back(i - 1);
      pattern_.columns.push_back(i);
      if (i + 1 < cells) pattern_.columns.push_back(i + 1);
      pattern_.begins.push_back(pattern_.columns.size());
    }
  }

  double conduction() const { return static_cast<double>((cells_ + 1) * (cells_ + 1)); }

  void solution(double t, std::span<double> u) const {
    constexpr std::array<double, 3> modes = {1, 3, 20}, sizes = {1, 0.5, 0.25};
    const double angle = std::numbers::pi / static_cast<double>(cells_ + 1);
    for (double& value : u) value = 0;
    for (std::size_t k = 0; k < modes.size(); ++k) {
      const double s = std::sin(modes[k] * angle / 2), rate = 4 * conduction() * s * s;
      const double now = sizes[k] * std::exp(-rate * t);
      for (std::size_t i = 0; i < cells_; ++i)
        u[i] += now * std::sin(modes[k] * angle * static_cast<double>(i + 1));
    }
  }

  std::size_t size() const override { return cells_; }
  void derivatives(double, std::span<const double> u, std::span<double> du) override {
    ++evaluations;
    const double k = conduction();
    for (std::size_t i = 0; i < cells_; ++i) {
      const double left = i > 0 ? u[i - 1] : 0, right = i + 1 < cells_ ? u[i + 1] : 0;
      du[i] = k * (left - 2 * u[i] + right);
    }
  }
  const math::Pattern* sparsity() const override { return &pattern_; }
  bool has_jacobian() const override { return exact_; }
  void jacobian(double, std::span<const double>, std::span<double> j) override {
    const double k = conduction();
    std::size_t entry = 0;
    for (std::size_t i = 0; i < cells_; ++i)
      for (const std::size_t column : pattern_.row(i)) j[entry++] = column == i ? -2 * k : k;
  }

  long evaluations = 0;

 private:
  std::size_t cells_;
  bool exact_;
  math::Pattern pattern_;
};

}  // namespace bw::test
