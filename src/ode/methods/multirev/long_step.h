#pragma once
// A long step over N revolutions: polynomials Z(kappa) of the states and T(kappa) of the time with
//
//   Z(kappa_j + 1) - Z(kappa_j) = D(T(kappa_j), Z(kappa_j)),  likewise T with the period
//
// at s nodes (revolution_nodes.h). Solved by sweeps over the nodes, one return map (revolution.h)
// at each: the polynomial of the sweep before, moved by what has changed at earlier nodes of this
// one (spectral deferred correction), with Anderson acceleration of the changes D_j. Z(N) is of
// order 2s, Z(kappa) inside of order s; the last coefficient measures the error inside.
//
//   x(t) inside:  k whole revolutions with T(k) <= t, theta = (t - T(k)) / (T(k+1) - T(k)),
//                 x = sum_j l_j(k) Y_j(theta tau_j)
//
// Y_j is the dense output of the revolution at node j and l_j the Lagrange basis: for the same
// theta the solution is a smooth function of k.
//
// Source: L. R. Petzold 1981; A. Dutt, L. Greengard, V. Rokhlin 2000 (sweeps); M. Calvo, L. O. Jay,
// J. I. Montijano, L. Randez 2004; M. P. Calvo, P. Chartier, A. Murua, J. M. Sanz-Serna 2011.

#include <cstddef>
#include <span>
#include <vector>

#include "math/anderson.h"
#include "ode/methods/multirev/revolution.h"
#include "ode/methods/multirev/revolution_nodes.h"

namespace bw::ode::multirevolution {

// What a long step begins with.
struct LongStepStart {
  double time = 0;
  std::span<const double> x{};
  double latest = 0;                  // f is not evaluated behind it
  std::span<const double> weights{};  // of the states and, at the end, of the time
};

struct LongStepEnd {
  // differs: f is not what the solution says, after `agreed` revolutions (between.h)
  enum class Kind { converged, not_converged, missing, too_coarse, beyond, differs };
  Kind kind = Kind::missing;
  int sweeps = 0;
  double error = 0;  // in units of the tolerance
  long agreed = 0;
};

class LongStep {
 public:
  // The revolution must have been led from the start. `before`: the step that ended there, whose
  // polynomial is continued; null: none.
  LongStepEnd attempt(Revolution& revolution, const LongStepStart& start,
                      RevolutionPolynomial basis, const LongStep* before);

  double begin() const { return begin_; }
  double duration() const { return static_cast<double>(change_of_time(revolutions())); }
  long revolutions() const { return basis_.revolutions(); }
  std::span<const double> end_state() const { return end_; }

  // The state after k revolutions.
  void state_after(long k, std::span<double> x) const;
  double time_after(long k) const { return static_cast<double>(change_of_time(k)); }  // since begin
  long revolutions_until(double since_begin) const;                                   // whole ones

  // Repeats the revolutions at the nodes with dense output; false: one of them failed.
  bool make_dense(Revolution& revolution, double latest);
  bool knows_dense() const { return knows_dense_; }
  void interpolate(double since_begin, std::span<double> x) const;
  // In revolution k after a part theta of it, with the slopes if dx is not empty; returns the time
  // since begin.
  double interpolate(long k, double theta, std::span<double> x, std::span<double> dx) const;

 private:
  std::size_t states() const { return x_.size(); }
  std::size_t width() const { return x_.size() + 1; }
  std::span<const long double> coefficients(std::size_t i) const {
    return std::span(coefficients_).subspan(i * basis_.size(), basis_.size());
  }
  long double change_of_time(long k) const {
    return basis_.change(coefficients(states()), static_cast<double>(k));
  }
  void guess(const Revolution& revolution, const LongStep* before);
  Return sweep(Revolution& revolution, const LongStepStart& start);
  void solve();
  double defect(const LongStepStart& start) const;
  double error(const LongStepStart& start) const;

  double begin_ = 0;
  std::vector<double> x_, end_;
  RevolutionPolynomial basis_;
  // Node after node: the states, then the time since begin.
  std::vector<double> z_, d_;           // begins and changes of the revolutions
  std::vector<double> before_, shift_;  // changes in the sweep before, and what follows
  std::vector<double> at_nodes_, guessed_, residual_;  // values of the polynomials
  std::vector<long double> coefficients_;              // component after component
  std::vector<Revolution::Pace> paces_;
  Revolution::To to_;
  math::Anderson anderson_{4};
  bool knows_dense_ = false;
  std::vector<long> dense_nodes_;
  std::vector<DenseRevolution> dense_;
};

}  // namespace bw::ode::multirevolution
