#pragma once
// Boost.odeint's Rosenbrock method in plain words: its matrices (uBLAS of Boost 1.74) are no C++20,
// so that its file is compiled as C++17 and must not see our headers.

#include <functional>
#include <vector>

namespace bw::bench {

struct StiffTask {
  std::function<void(double t, const double* x, double* dx)> f;
  std::function<void(double t, const double* x, double* rows, double* by_time)> jacobian;
  double absolute = 0, relative = 0, first_step = 0;
};

// x goes from time to time; it throws what f throws.
void odeint_rosenbrock(const StiffTask& task, std::vector<double>& x, double from, double to);

}  // namespace bw::bench
