#pragma once
// Solvers with an error of their own, as inside of real co-simulation FMUs.

#include <algorithm>
#include <cmath>
#include <vector>

namespace bw::test {

// Heun's second-order formula; f(t, x, dx).
template <class F>
void integrate_heun(F&& f, double t, double h, double step, std::vector<double>& x) {
  std::vector<double> a(x.size()), b(x.size()), ahead(x.size());
  const double end = t + h;
  while (end - t > 1e-12 * h) {
    const double component = std::min(step, end - t);
    f(t, x, a);
    for (std::size_t i = 0; i < x.size(); ++i) ahead[i] = x[i] + component * a[i];
    f(t + component, ahead, b);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += component / 2 * (a[i] + b[i]);
    t += component;
  }
}

// P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2 (1989), 321: order 3, error by order 2. It begins
// again in every communication step with a third of it, at least.
template <class F>
void integrate_adaptive(F&& f, double t, double h, double tolerance, std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> a(n), b(n), c(n), d(n), y(n);
  const double end = t + h;
  double component = h / 3;
  while (end - t > 1e-12 * h) {
    component = std::min(component, end - t);
    f(t, x, a);
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + component / 2 * a[i];
    f(t + component / 2, y, b);
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + 3 * component / 4 * b[i];
    f(t + 3 * component / 4, y, c);
    for (std::size_t i = 0; i < n; ++i)
      y[i] = x[i] + component / 9 * (2 * a[i] + 3 * b[i] + 4 * c[i]);
    f(t + component, y, d);
    double worst = 1e-9;
    for (std::size_t i = 0; i < n; ++i) {
      const double e = component * (-5 * a[i] / 72 + b[i] / 12 + c[i] / 9 - d[i] / 8);
      worst = std::max(worst, std::abs(e) / (tolerance * (1 + std::abs(y[i]))));
    }
    if (worst <= 1) {
      t += component;
      x = y;
    }
    component *= std::clamp(0.9 / std::cbrt(worst), 0.2, 5.0);
  }
}

}  // namespace bw::test
