// Radau IIA methods with 3, 5 and 7 stages (orders 5, 9, 13), L-stable and stiffly accurate, with
// fixed or varying order.
//
//   z_i = h sum_j a_ij f(t + c_j h, x + z_j),   x_{n+1} = x + z_s        (ode/methods/radau_newton)
//   e   = F (h/g f(x) + 1/g sum_i e_i z_i),  F = (I - h/g J)^-1,  g: the real eigenvalue
//   own = (I - F)^(s-1) e
//
// e, of order h^(s+1), is the error of an embedded formula. The local error of the step is h^(2s)
// J^(s-1) x^(s+1) where h J is small, but not better than e where it is large: order reduction. I -
// F is about h J / g in the one case and 1 in the other, so that `own` estimates it in both. It is
// kept within the tolerance R, and e, which sees more of the nonlinearity, within R^((s+1)/(2s)) /
// 10, the power by which h^(s+1) becomes h^(2s).
//
// The Jacobian stays while the iteration contracts by `fast` or better, the factors while h stays,
// too. Step sizes follow the predictive law of Gustafsson; the order rises where the contraction is
// strong over steps of even size, and falls where it is weak.
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8; Stiff
// differential equations solved by Radau methods, J. Comput. Appl. Math. 111, 1999 (orders); K.
// Gustafsson 1994.

#include <algorithm>
#include <cmath>

#include "base/tolerance.h"
#include "math/constants.h"
#include "math/dominant_pair.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/kernel/newton_rate.h"
#include "ode/kernel/one_step.h"
#include "ode/methods/collocation.h"
#include "ode/methods/radau_newton.h"
#include "ode/methods/radau_table.h"

namespace bw::ode::radau_iia {
namespace {

using math::epsilon, math::nan;

// The error of a finished iteration, relative to the tolerance. With seven stages the error
// estimate amplifies it by six, and would reject steps for nothing else.
constexpr double enough_of_few = 0.1, enough_of_seven = 0.03;
constexpr double noise_size = 30;  // roundings: what an iteration can reach
constexpr double fast = 1e-3;      // contraction that justifies an old Jacobian
constexpr double safety = 0.9, most_growth = 8, most_shrinking = 5;
constexpr double keeps_step = 1.2;                   // growth that does not justify new factors
constexpr double up_below = 2e-3, down_above = 0.8;  // contraction, for a change of order
constexpr int steps_of_an_order = 10;                // at least, before it rises

struct Orders {
  std::size_t least, most;  // stages
};

class Radau final : public OneStep {
 public:
  Radau(Equations& equations, const Setup& setup, Orders orders)
      : OneStep(equations, setup, static_cast<int>(orders.least)),
        orders_(orders),
        jacobian_(equations),
        newton_(equations.size(), equations.sparsity(), orders.most),
        table_(&radau_table(orders.least)),
        next_table_(table_),
        f_(orders.most * equations.size()),
        error_(equations.size()),
        own_error_(equations.size()),
        moved_(equations.size()),
        weights_(equations.size()),
        inverse_weights_(equations.size()) {
    for (Collocation* of_step : {&now_, &before_}) of_step->z.resize(f_.size());
  }

  void interpolate(double t, std::span<double> x) const override;
  bool sees_both_halves() const override { return true; }
  FastestMode fastest() override {
    const math::DominantPair pair = jacobian_.fastest();
    return {pair.size, pair.turning};
  }
  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Radau>(*this); }
  void assign(const Integrator& from) override;

 private:
  enum class Outcome { converged, slow, not_finite };

  double attempt(double end) override;
  bool judge(double error, double& h) override;
  void forget() override;

  void begin_attempt(double end);
  bool prepare(double h);
  Outcome iterate(double h);
  bool evaluate_stages(double h);
  double estimate(double h);
  double error_with(double h, std::span<const double> slope);
  double own_error(double h);
  double embedded_scale() const;
  double next_size(double error, double h) const;
  void choose_order(double h);
  std::size_t stages() const { return table_->stages(); }
  std::span<double> z() { return {now_.z.data(), stages() * x_.size()}; }
  double enough() const { return stages() < 7 ? enough_of_few : enough_of_seven; }
  int most_iterations() const { return 7 + 5 * (static_cast<int>(stages()) - 3) / 2; }

  // The history of previous steps, with what this step has learned.
  struct History {
    bool knows_jacobian = false;  // ... as required
    double jacobian_at = nan;     // the time where it was taken
    NewtonRate rate{};            // of the iterations
    double theta = 0;             // contraction of the last one
    double slow_theta = 1;        // smoothed, for the order
    int iterations = 0;           // that the last one took
    bool first = true, rejected = false;
    double step = 0, error = 0;  // of the last accepted step; 0: none
    int steps_of_order = 0;
    double shrink = 0.5;  // for a step whose iteration did not converge
  };

  Orders orders_;
  Jacobian jacobian_;
  RadauNewton newton_;
  const RadauTable *table_, *next_table_;
  History history_;
  NewtonRate rate_at_begin_;
  Collocation now_, before_;  // of this step, and of the one before it
  std::vector<double> f_, error_, own_error_, moved_, weights_, inverse_weights_;
  double noise_ = 0;
};

void Radau::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Radau&>(from);
  assign_common(other);
  jacobian_ = other.jacobian_;
  newton_ = other.newton_;
  table_ = other.table_;
  next_table_ = other.next_table_;
  history_ = other.history_;
  rate_at_begin_ = other.rate_at_begin_;
  now_ = other.now_;
  before_ = other.before_;
}

void Radau::forget() {
  history_ = {};
  now_.table = before_.table = nullptr;
  table_ = next_table_ = &radau_table(orders_.least);
  rate_at_begin_ = {};
}

// ---- one step ----

double Radau::attempt(double end) {
  if (x_.empty()) return 0;
  const double h = end - t_before_;
  begin_attempt(end);
  while (true) {
    if (!prepare(h)) return nan;
    const Outcome outcome = iterate(h);
    if (outcome == Outcome::converged) break;
    history_.knows_jacobian = false;
    if (history_.jacobian_at == t_before_) return nan;  // then the Jacobian was not the cause
    bad_.clear();
  }
  const double* const last = now_.z.data() + (stages() - 1) * x_.size();
  for (std::size_t m = 0; m < x_.size(); ++m) x_[m] = x_before_[m] + last[m];
  return estimate(h);
}

void Radau::begin_attempt(double end) {
  if (now_.table != nullptr && now_.begin != t_before_) {  // the previous step was accepted
    std::swap(now_, before_);
    rate_at_begin_ = history_.rate;
    table_ = next_table_;
  }
  now_.table = table_;
  now_.begin = t_before_;
  now_.end = end;
  double sum = 0;
  for (std::size_t m = 0; m < x_.size(); ++m) {
    weights_[m] = weight(m, std::abs(x_before_[m]));
    inverse_weights_[m] = 1 / weights_[m];
    const double share = x_before_[m] * inverse_weights_[m];
    sum += share * share;
  }
  noise_ = noise_size * epsilon * std::sqrt(sum / static_cast<double>(x_.size()));
}

// Jacobian and factors.
bool Radau::prepare(double h) {
  if (!history_.knows_jacobian && history_.jacobian_at != t_before_) {
    ++counts_.jacobian_evaluations;
    if (!jacobian_.evaluate(t_before_, x_before_, dx_before_, weights_)) {
      jacobian_.mark_bad_rows(bad_);
      return false;
    }
    history_.jacobian_at = t_before_;
    newton_.forget();
  }
  history_.knows_jacobian = true;
  if (newton_.has_factors_for(*table_, h)) return true;
  ++counts_.factorisations;
  return newton_.factorise(*table_, jacobian_.values(), h);
}

bool Radau::evaluate_stages(double h) {
  const std::size_t n = x_.size();
  for (std::size_t i = 0; i < stages(); ++i) {
    for (std::size_t m = 0; m < n; ++m) moved_[m] = x_before_[m] + now_.z[i * n + m];
    const double t = i + 1 == stages() ? now_.end : t_before_ + table_->nodes[i] * h;
    if (!evaluate_f(std::min(t, now_.end), moved_, {f_.data() + i * n, n})) return false;
  }
  return true;
}

Radau::Outcome Radau::iterate(double h) {
  const int most = most_iterations();
  if (before_.table != nullptr)
    before_.continue_to(*table_, now_.end, z());
  else
    std::fill(now_.z.begin(), now_.z.end(), 0.0);
  history_.rate = rate_at_begin_.carried(h, now_.end - history_.jacobian_at);
  history_.theta = 0;
  history_.shrink = 0.5;
  double size_before = 0, ratio_before = 0;
  for (int k = 1; k <= most; ++k) {
    history_.iterations = k;
    if (!evaluate_stages(h)) return Outcome::not_finite;
    const double size = newton_.improve(h, {f_.data(), z().size()}, inverse_weights_, z());
    if (!std::isfinite(size)) return Outcome::not_finite;
    if (k > 1) {
      const double ratio = size / size_before;
      if (ratio >= 0.5 && size <= noise_) return Outcome::converged;  // only rounding is left
      history_.theta = k == 2 ? ratio : std::sqrt(ratio * ratio_before);
      ratio_before = ratio;
      if (history_.theta >= 0.99) return Outcome::slow;
      history_.rate.measure(history_.theta);
      const double at_end =
          history_.rate.value * size * std::pow(history_.theta, most - k) / enough();
      if (at_end >= 1 && size > noise_) {
        const double excess = std::clamp(at_end, 1e-4, 20.0);
        history_.shrink = 0.8 * std::pow(excess, -1.0 / (4 + most - k));
        return Outcome::slow;
      }
    }
    if (size == 0 || history_.rate.value * size <= enough()) return Outcome::converged;
    size_before = size;
  }
  return size_before <= noise_ ? Outcome::converged : Outcome::slow;
}

// ---- its error ----

double Radau::estimate(double h) {
  double error = error_with(h, dx_before_);
  if (error < 1 || !(history_.first || history_.rejected)) return error;
  // Where f is strongly nonlinear the first estimate is too large: repeat it with f at the
  // corrected point.
  for (std::size_t m = 0; m < x_.size(); ++m) moved_[m] = x_before_[m] + error_[m];
  const std::span<double> slope(f_.data(), x_.size());
  if (evaluate_f(t_before_, moved_, slope)) error = error_with(h, slope);
  bad_.clear();
  return error;
}

double Radau::error_with(double h, std::span<const double> slope) {
  const std::size_t n = x_.size();
  for (std::size_t m = 0; m < n; ++m) {
    double sum = 0;
    for (std::size_t i = 0; i < stages(); ++i) sum += table_->error[i] * now_.z[i * n + m];
    error_[m] = slope[m] + sum / h;
  }
  if (!newton_.filter(error_)) return nan;
  const double loose = measure(error_) * embedded_scale();
  return std::max(loose, own_error(h));
}

double Radau::own_error(double h) {
  std::copy(error_.begin(), error_.end(), own_error_.begin());
  for (std::size_t k = 1; k < stages(); ++k) {
    for (std::size_t m = 0; m < x_.size(); ++m) moved_[m] = table_->eigenvalue / h * own_error_[m];
    if (!newton_.filter(moved_)) return nan;
    for (std::size_t m = 0; m < x_.size(); ++m) own_error_[m] -= moved_[m];
  }
  return measure(own_error_);
}

double Radau::embedded_scale() const {
  const double power = 0.5 - 0.5 / static_cast<double>(stages());  // 1 - (s + 1) / (2 s)
  const Tolerance& tolerance = setup_.tolerance;
  const double relative = tolerance.relative > 0 ? tolerance.relative : tolerance.absolute_for(1);
  return 10 * std::pow(relative, power);
}

// ---- the next step ----

bool Radau::judge(double error, double& h) {
  const bool was_rejected = history_.rejected;
  if (!(error < 1)) {
    history_.rejected = true;
    if (std::isnan(error))
      h *= bad_.empty() ? history_.shrink : 0.1;
    else
      h = history_.first ? 0.1 * h : next_size(error, h);
    return false;
  }
  double next = next_size(error, h);
  if (was_rejected) next = std::min(next, h);
  history_.knows_jacobian = history_.theta <= fast;
  if (history_.knows_jacobian && next >= h && next <= keeps_step * h) next = h;
  choose_order(h);
  history_.first = history_.rejected = false;
  history_.step = h;
  history_.error = std::max(1e-2, error);
  h = next;
  return true;
}

double Radau::next_size(double error, double h) const {
  const int most = most_iterations();
  const double power = 1.0 / (static_cast<double>(stages()) + 1);
  const double factor =
      std::min(safety, safety * (1 + 2 * most) / (history_.iterations + 2 * most));
  double quotient = std::pow(error, power) / factor;
  if (error < 1 && history_.step > 0)
    quotient = std::max(
        quotient, history_.step / h * std::pow(error * error / history_.error, power) / safety);
  return h / std::clamp(quotient, 1 / most_growth, most_shrinking);
}

void Radau::choose_order(double h) {
  if (orders_.least == orders_.most) return;
  const double quotient = history_.step > 0 ? h / history_.step : 1;
  history_.slow_theta = std::min(10.0, std::max(history_.theta, history_.slow_theta * 0.5));
  std::size_t wanted = stages();
  if (history_.iterations > 1 && history_.slow_theta <= up_below && quotient < 1.2 &&
      quotient > 0.8 && history_.steps_of_order >= steps_of_an_order)
    wanted = std::min(orders_.most, stages() + 2);
  if (history_.slow_theta >= down_above || history_.rejected)
    wanted = std::max(orders_.least, stages() - 2);
  ++history_.steps_of_order;
  if (wanted == stages()) return;
  next_table_ = &radau_table(wanted);
  history_.steps_of_order = 0;
}

void Radau::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_ || x.empty()) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  now_.change((t - t_before_) / (t_ - t_before_), x);
  for (std::size_t m = 0; m < x.size(); ++m) x[m] += x_before_[m];
}

constexpr std::string_view source =
    "E. Hairer, G. Wanner, Solving ODEs II, IV.8; Stiff differential equations solved by Radau "
    "methods, J. Comput. Appl. Math. 111, 1999";

}  // namespace
}  // namespace bw::ode::radau_iia

namespace bw::ode {

extern const MethodKind radau5 = {
    .name = "radau5",
    .summary =
        "Radau IIA with 3 stages, order 5, implicit: for stiff models, low to medium accuracy",
    .source = radau_iia::source,
    .order = 5,
    .stiff = true,
    .dense_order = 3,
    .make = make_method<radau_iia::Radau, radau_iia::Orders{3, 3}>};

extern const MethodKind radau9 = {
    .name = "radau9",
    .summary = "Radau IIA with 5 stages, order 9, implicit: for stiff models, high accuracy",
    .source = radau_iia::source,
    .order = 9,
    .stiff = true,
    .dense_order = 5,
    .make = make_method<radau_iia::Radau, radau_iia::Orders{5, 5}>};

extern const MethodKind radau13 = {
    .name = "radau13",
    .summary = "Radau IIA with 7 stages, order 13, implicit: for stiff models, highest accuracy",
    .source = radau_iia::source,
    .order = 13,
    .stiff = true,
    .dense_order = 7,
    .make = make_method<radau_iia::Radau, radau_iia::Orders{7, 7}>};

extern const MethodKind radau = {
    .name = "radau",
    .summary = "Radau IIA, order 5, 9 or 13 chosen by its convergence; for stiff models",
    .source = radau_iia::source,
    .order = 5,
    .stiff = true,
    .dense_order = 3,
    .make = make_method<radau_iia::Radau, radau_iia::Orders{3, 7}>};

}  // namespace bw::ode
