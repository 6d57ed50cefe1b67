// Gauss-Legendre with four stages: implicit, order 8, symmetric and A-stable; an undamped
// oscillation keeps its energy for any length of time. Not L-stable: very stiff components fade
// slowly.
//
//   Z_i = h sum_j a_ij f(t + c_j h, x + Z_j),  i = 1..4,   x_{n+1} = x + sum_i end_i Z_i
//   Newton with J = df/dx of an earlier step, in the eigenvectors of A^-1:
//     (lambda_k / h - J) dW_k = sum_i row_ki f_i - (lambda_k / h) W_k,  k = 1, 2 (and conjugates)
//   between:  x(t + s h) = x + sum_i L_i(s) Z_i
//
// The error: the polynomial between the steps follows f at the stages; its defects at the begin and
// at the end, d_0 and d_1, have order 4, their difference order 5. Each further order brings a
// factor of about h |lambda|: of the solution itself, |e_1 - e_0| / |e_0|, or of the equations in
// the direction of the error, s, whichever is larger. Where that is not small the method has no
// more than order 4 or 5. Old errors in stiff components hardly fade and stay in e_0; they get
// little weight.
//
//   e = (1 / (g h) - J)^-1 d,   v = (1 / (g h) - J)^-1 e_0,   s^2 = h^2 |J^2 v| / |v|
//   q = min(1, max(|e_1 - e_0| / |e_0|, s) / 5)^4,   error = q max(|e_1 - e_0|, (1 - 0.9 q) |e_0|)
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.5 (method), IV.8
// (Newton); F. Judex, F. Plug, I. Yehieli 2008 (its use for switching stiff models); the error
// estimate is our own.

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/dominant_pair.h"
#include "math/shifted.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/kernel/one_step.h"
#include "ode/methods/gauss8_tableau.h"

namespace bw::ode::gauss {
namespace {

using math::epsilon, math::nan;
using Complex = std::complex<double>;

constexpr int error_order = 6;  // between the 8 of smooth and the 5 of stiff solutions
constexpr double gamma = 0.1;
constexpr double resolved = 5;  // h |lambda| above which no order can be relied on
constexpr double fading = 0.9;  // share of old errors that is not counted in stiff components
constexpr int most_iterations = 10;
constexpr double good_rate = 1e-2;     // of Newton: J is kept for the next step
constexpr double lazy_growth = 1.2;    // of the step: below it the same matrices are better
constexpr double same_step = 1e-9;     // relative: what the clock's rounding does to equal steps
constexpr double furthest_guess = 10;  // in steps: the furthest extrapolation of the polynomial
constexpr double after_newton = 0.5;   // the next step, where Newton failed

class Gauss8 final : public OneStep {
 public:
  Gauss8(Equations& equations, const Setup& setup);

  void interpolate(double t, std::span<double> x) const override;
  bool sees_both_halves() const override { return true; }
  FastestMode fastest() override {
    const math::DominantPair pair = jacobian_.fastest();
    return {pair.size, pair.turning};
  }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Gauss8>(*this); }
  void assign(const Integrator& from) override;

 private:
  using Stages = std::array<std::vector<double>, stages>;

  double attempt(double end) override;
  bool judge(double error, double& h) override;
  void forget() override;

  void weigh();
  bool find_jacobian();
  bool factorise(double h);
  void guess(double h);
  bool find_stages(double h);
  bool iterate(double h);
  double correct(double h);
  double estimate(double h);
  void find_defect(std::span<const double> f, const std::array<double, stages>& slope, double h);
  double speed(double h);

  Jacobian jacobian_;
  bool has_jacobian_ = false, jacobian_is_new_ = false;
  double factorised_ = 0;  // the h of the matrices; 0: none
  std::array<math::Shifted, pairs> matrices_;
  math::Shifted filter_;
  double begin_ = nan;           // of the step of z_
  double step_before_ = 0;       // the step of z_before_; 0: none
  double rate_ = 1, trust_ = 1;  // of Newton: last contraction, and the factor left
  bool newton_failed_ = false;
  double newton_tolerance_ = 0, newton_floor_ = 0;
  Stages z_, z_before_, f_;
  std::array<std::vector<Complex>, pairs> w_;
  std::vector<double> stage_, weights_, defect_, error_, error_at_begin_;
};

Gauss8::Gauss8(Equations& equations, const Setup& setup)
    : OneStep(equations, setup, error_order),
      jacobian_(equations),
      matrices_{math::Shifted(equations.size(), jacobian_.pattern()),
                math::Shifted(equations.size(), jacobian_.pattern())},
      filter_(equations.size(), jacobian_.pattern()) {
  for (Stages* all : {&z_, &z_before_, &f_})
    for (auto& of_states : *all) of_states.resize(equations.size());
  for (auto& of_states : w_) of_states.resize(equations.size());
  for (auto* of_states : {&stage_, &weights_, &defect_, &error_, &error_at_begin_})
    of_states->resize(equations.size());
}

void Gauss8::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Gauss8&>(from);
  assign_common(other);
  jacobian_ = other.jacobian_;
  has_jacobian_ = other.has_jacobian_;
  jacobian_is_new_ = other.jacobian_is_new_;
  factorised_ = other.factorised_;
  matrices_ = other.matrices_;
  filter_ = other.filter_;
  begin_ = other.begin_;
  step_before_ = other.step_before_;
  rate_ = other.rate_;
  trust_ = other.trust_;
  weights_ = other.weights_;
  newton_tolerance_ = other.newton_tolerance_;
  newton_floor_ = other.newton_floor_;
  z_ = other.z_;
  z_before_ = other.z_before_;
}

void Gauss8::forget() {
  has_jacobian_ = false;
  factorised_ = 0;
  begin_ = nan;
  step_before_ = 0;
  rate_ = trust_ = 1;
}

double Gauss8::attempt(double end) {
  const double h = end - t_before_;
  if (begin_ != t_before_) {  // a new step: z_ is of the previous one
    step_before_ = std::isnan(begin_) ? 0 : t_before_ - begin_;
    std::swap(z_, z_before_);
    begin_ = t_before_;
    jacobian_is_new_ = false;
    if (rate_ > good_rate) has_jacobian_ = false;
    weigh();
  }
  newton_failed_ = !find_stages(h);
  if (newton_failed_) return nan;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += gauss::end[i] * z_[i][n];
    x_[n] = x_before_[n] + sum;
  }
  if (!evaluate_f(end, x_, dx_)) return nan;
  knows_slope_ = true;
  return estimate(h);
}

// Newton cannot be more accurate than the rounding of the states.
void Gauss8::weigh() {
  newton_floor_ = 0;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const double size = std::abs(x_before_[n]);
    weights_[n] = weight(n, size);
    newton_floor_ = std::max(newton_floor_, 10 * epsilon * size / weights_[n]);
  }
  newton_tolerance_ = std::max(newton_floor_, std::min(0.03, std::sqrt(setup_.tolerance.relative)));
}

bool Gauss8::judge(double error, double& h) {
  const double tried = h;
  const bool kept = controller_.judge(error, h);
  if (newton_failed_ && bad_.empty()) h = after_newton * tried;
  if (kept && rate_ <= good_rate && h > tried && h < lazy_growth * tried) h = tried;
  return kept;
}

bool Gauss8::find_jacobian() {
  if (has_jacobian_) return true;
  factorised_ = 0;
  ++counts_.jacobian_evaluations;
  has_jacobian_ = jacobian_is_new_ = jacobian_.evaluate(t_before_, x_before_, dx_before_, weights_);
  if (!has_jacobian_) jacobian_.mark_bad_rows(bad_);
  return has_jacobian_;
}

bool Gauss8::factorise(double h) {
  if (std::abs(h - factorised_) <= same_step * h) return true;
  ++counts_.factorisations;
  factorised_ = 0;
  for (std::size_t k = 0; k < pairs; ++k)
    if (!matrices_[k].factorise(jacobian_.values(), gauss::eigenvalues[k] / h)) return false;
  if (!filter_.factorise(jacobian_.values(), 1 / (gamma * h))) return false;
  factorised_ = h;
  return true;
}

// Extrapolates the polynomial of the previous step.
void Gauss8::guess(double h) {
  for (std::size_t j = 0; j < stages; ++j) {
    std::fill(z_[j].begin(), z_[j].end(), 0.0);
    if (step_before_ * furthest_guess < h) continue;
    const double s = 1 + gauss::c[j] * h / step_before_;
    for (std::size_t i = 0; i < stages; ++i) {
      const double share = gauss::polynomial(i, s) - gauss::end[i];
      for (std::size_t n = 0; n < x_.size(); ++n) z_[j][n] += share * z_before_[i][n];
    }
  }
}

// With the current Jacobian; if that fails, with a new one.
bool Gauss8::find_stages(double h) {
  while (true) {
    if (!find_jacobian() || !factorise(h)) return false;
    guess(h);
    if (iterate(h)) return true;
    if (jacobian_is_new_) return false;
    has_jacobian_ = false;
    bad_.clear();
  }
}

bool Gauss8::iterate(double h) {
  double before = 0;
  trust_ = std::pow(std::max(trust_, epsilon), 0.8);  // a little less each time it is not measured
  for (int m = 0; m < most_iterations; ++m) {
    const double size = correct(h);
    if (!std::isfinite(size)) return false;
    if (m > 0 && before > 0) {
      rate_ = std::min(size / before, 10.0);
      if (rate_ >= 1) return size <= newton_floor_;
      trust_ = rate_ / (1 - rate_);
      const double last = std::pow(rate_, most_iterations - 1 - m) * trust_ * size;
      if (last > newton_tolerance_) return false;
    }
    if (size == 0 || trust_ * size <= newton_tolerance_) return true;
    before = size;
  }
  return false;
}

// One iteration; returns its change in units of the tolerance.
double Gauss8::correct(double h) {
  for (std::size_t i = 0; i < stages; ++i) {
    for (std::size_t n = 0; n < x_.size(); ++n) stage_[n] = x_before_[n] + z_[i][n];
    if (!evaluate_f(std::min(t_before_ + gauss::c[i] * h, t_), stage_, f_[i])) return nan;
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    const Complex shift = gauss::eigenvalues[k] / h;
    for (std::size_t n = 0; n < x_.size(); ++n) {
      Complex sum = 0;
      for (std::size_t i = 0; i < stages; ++i)
        sum += gauss::rows[k][i] * (f_[i][n] - shift * z_[i][n]);
      w_[k][n] = sum;
    }
    if (!matrices_[k].solve(w_[k])) return nan;
  }
  double sum = 0;
  for (std::size_t i = 0; i < stages; ++i)
    for (std::size_t n = 0; n < x_.size(); ++n) {
      double change = 0;
      for (std::size_t k = 0; k < pairs; ++k)
        change += 2 * (gauss::columns[k][i] * w_[k][n]).real();
      z_[i][n] += change;
      const double share = change / weights_[n];
      shares_[n] = share;
      sum += share * share;
    }
  return x_.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(stages * x_.size()));
}

double Gauss8::estimate(double h) {
  find_defect(dx_before_, gauss::slope_at_0, h);
  error_at_begin_ = defect_;
  if (!filter_.solve(error_at_begin_)) return nan;
  const double fast = speed(h);
  find_defect(dx_, gauss::slope_at_1, h);
  error_ = defect_;
  if (!filter_.solve(error_)) return nan;
  for (std::size_t n = 0; n < x_.size(); ++n) error_[n] -= error_at_begin_[n];
  const double at_begin = measure(error_at_begin_), change = measure(error_);
  if (at_begin == 0) return change;
  const double q = std::pow(std::min(1.0, std::max(change / at_begin, fast) / resolved), 4);
  const double share = step_before_ == 0 ? 1.0 : 1 - fading * q;
  return q * std::max(change, share * at_begin);
}

void Gauss8::find_defect(std::span<const double> f, const std::array<double, stages>& slope,
                         double h) {
  for (std::size_t n = 0; n < x_.size(); ++n) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += slope[i] * z_[i][n];
    defect_[n] = f[n] - sum / h;
  }
}

// h |lambda| in the direction of the error. J v = a v - e and J e = a e - d with a = 1 / (g h), so
// that J^2 v = a^2 v - 2 a e + d. With J^2 and not J, because |J| alone does not show the frequency
// of an oscillation whose position and speed have different units.
double Gauss8::speed(double h) {
  const double a = 1 / (gamma * h);
  error_ = error_at_begin_;
  if (!filter_.solve(error_)) return 0;
  for (std::size_t n = 0; n < x_.size(); ++n)
    stage_[n] = a * (a * error_[n] - 2 * error_at_begin_[n]) + defect_[n];
  const double size = measure(error_);
  return size > 0 ? h * std::sqrt(measure(stage_) / size) : 0;
}

void Gauss8::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double s = (t - t_before_) / (t_ - t_before_);
  std::array<double, stages> shares{};
  for (std::size_t i = 0; i < stages; ++i) shares[i] = gauss::polynomial(i, s);
  for (std::size_t n = 0; n < x.size(); ++n) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += shares[i] * z_[i][n];
    x[n] = x_before_[n] + sum;
  }
}

}  // namespace
}  // namespace bw::ode::gauss

namespace bw::ode {

extern const MethodKind gauss8 = {
    .name = "gauss8",
    .summary =
        "Gauss-Legendre of order 8, A-stable and symmetric, for oscillating and smooth stiff "
        "models",
    .source = "Hairer, Wanner, Solving ODEs II, IV.5; F. Judex, F. Plug, I. Yehieli 2008",
    .order = 8,
    .stiff = true,
    .dense_order = 4,
    .make = make_method<gauss::Gauss8>};

}  // namespace bw::ode
