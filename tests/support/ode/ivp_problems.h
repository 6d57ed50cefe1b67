#pragma once
// Initial value problems with known end values, for tests and for the bench programs.
//
//   x' = f(t, x),  x(start) = x0,  x(stop) = end
//
// Sources of the problems: T. E. Hull, W. H. Enright, B. M. Fellen, A. E. Sedgwick 1972 (DETEST_*);
// W. H. Enright, T. E. Hull, B. Lindberg 1975 and W. H. Enright, J. D. Pryce 1987 (SD_*); the test
// set for IVP solvers of Bari and Amsterdam (HIRES, ROBER, OREGO, VDPOL, POLLU, RINGMOD, BEAM,
// PLEIADES); E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I and II
// (ARENSTORF, LORENZ, the pendulum with a stiff spring, PROTHERO_ROBINSON).
// End values: closed forms, or computed in quadruple precision by Radau IIA of order 13 (stiff;
// BEAM in long double) and by extrapolation (the others), each checked by a second method.

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace bw::test {

using In = std::span<const double>;
using Out = std::span<double>;

// The rows of a Jacobian, one after the other.
inline void set(Out jacobian, std::initializer_list<double> rows) {
  std::copy(rows.begin(), rows.end(), jacobian.begin());
}

struct IvpProblem {
  enum class Kind {
    nonstiff,
    oscillatory,  // fast, but not damped: stiff methods may help or not
    stiff
  };
  std::string_view name;
  Kind kind = Kind::nonstiff;
  double start = 0, stop = 1;
  std::vector<double> x0;
  std::vector<double> end;
  int digits = 16;  // of `end` that are known to be right
  void (*f)(double t, In x, Out dx) = nullptr;
  void (*jacobian)(double t, In x, Out j) = nullptr;  // row-major df/dx; null: not at hand
  // Where f jumps (`jumps`) or has a kink; behind a jump f(t) is already the new one at t itself.
  std::vector<double> breaks{};
  bool jumps = false;
  // Typical sizes of the states; empty: all 1. Only states that stay far below 1 have another.
  std::vector<double> nominals{};
  double amplification = 1;  // of errors by the problem itself, roughly

  std::size_t size() const { return x0.size(); }
  double nominal(std::size_t i) const { return nominals.empty() ? 1.0 : nominals[i]; }
};

std::span<const IvpProblem> ivp_problems();
const IvpProblem* find_ivp(std::string_view name);  // null: unknown

// The largest |x_i - end_i| / (|end_i| + nominal_i).
double end_error(const IvpProblem& problem, In x);

// The groups that the table is made of.
std::vector<IvpProblem> nonstiff_problems();
std::vector<IvpProblem> orbit_problems();
std::vector<IvpProblem> stiff_problems();
std::vector<IvpProblem> chemistry_problems();
std::vector<IvpProblem> circuit_problems();

}  // namespace bw::test
