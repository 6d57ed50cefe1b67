#include "ode/methods/sundials.h"

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/constants.h"
#include "math/finite.h"
#include "ode/kernel/blame.h"

namespace bw::ode {
namespace {

using math::epsilon;

constexpr double sundials_relative = 16 * epsilon;  // SUNDIALS needs a margin
constexpr double nearest_limit = 200 * epsilon;     // of t; SUNDIALS takes 100 for the same time
constexpr int stopped = 1;                          // CV_TSTOP_RETURN and ARK_TSTOP_RETURN

std::span<double> values(N_Vector v) {
  return {N_VGetArrayPointer_Serial(v), static_cast<std::size_t>(N_VGetLength_Serial(v))};
}

}  // namespace

Sundials::Sundials(Equations& equations, const Setup& setup)
    : x_(equations.size()),
      x_before_(equations.size()),
      equations_(equations),
      setup_(setup),
      nominals_(equations.size(), 1.0),
      weights_(equations.size()),
      scratch_(equations.size()) {}

void Sundials::open() {
  SUNContext made = nullptr;
  if (SUNContext_Create(nullptr, &made) != 0) throw std::bad_alloc();
  context_.reset(made);
  const auto n = static_cast<sunindextype>(x_.size());
  state_vector_ = Made(N_VMake_Serial(n, x_.data(), made));
  scratch_vector_ = Made(N_VMake_Serial(n, scratch_.data(), made));
  make();
}

NewtonMatrix& Sundials::newton_matrix() {
  if (!newton_matrix_) newton_matrix_.emplace(equations_, state_vector_, context());
  return *newton_matrix_;
}

// ---- state ----

void Sundials::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  t_ = t_before_ = t;
  h_ = 0;
  restart_due_ = true;
  std::copy(x.begin(), x.end(), x_.begin());
  x_before_ = x_;
  nominals_.assign(nominals.begin(), nominals.end());
  taylor_.rows.clear();
}

void Sundials::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Sundials&>(from);
  t_ = other.t_;
  t_before_ = other.t_before_;
  h_ = other.h_;
  restart_due_ = true;
  std::copy(other.x_.begin(), other.x_.end(), x_.begin());
  x_before_ = other.x_before_;
  nominals_ = other.nominals_;
  other.expand(taylor_);
}

void Sundials::expand(Taylor& into) const {
  if (!taylor_.rows.empty() || t_ == t_before_ || x_.empty()) {
    into = taylor_;
    return;
  }
  const std::size_t n = x_.size(), terms = static_cast<std::size_t>(degree()) + 1;
  into.rows.resize(terms * n);
  into.t = t_;
  into.h = t_ - t_before_;
  double scale = 1;
  for (std::size_t k = 0; k < terms; ++k) {
    if (k > 0) scale *= into.h / static_cast<double>(k);
    derivative(t_, static_cast<int>(k), scratch_vector_);
    for (std::size_t i = 0; i < n; ++i) into.rows[k * n + i] = scale * scratch_[i];
  }
}

void Sundials::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_ || x_.empty()) {
    std::copy(x_.begin(), x_.end(), x.begin());
  } else if (taylor_.rows.empty()) {
    derivative(t, 0, scratch_vector_);
    std::copy(scratch_.begin(), scratch_.end(), x.begin());
  } else {
    const double s = (t - taylor_.t) / taylor_.h;
    std::fill(x.begin(), x.end(), 0.0);
    for (std::size_t row = taylor_.rows.size(); row > 0; row -= x.size())
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = s * x[i] + taylor_.rows[row - x.size() + i];
  }
}

// ---- steps ----

Trouble Sundials::step(double limit) {
  t_before_ = t_;
  std::copy(x_.begin(), x_.end(), x_before_.begin());
  bad_.clear();
  if (x_.empty() || limit - t_ <= nearest_limit * std::max(std::abs(t_), std::abs(limit)))
    return hop(limit);
  if (context_ == nullptr) open();
  taylor_.rows.clear();
  const double stop = stop_time(limit);
  if (restart_due_) {
    begin(std::min(h_, stop - t_));
    old_jacobian_ = true;
    examined_at_ = 0;
    rejected_before_ = 0;
  }
  restart_due_ = false;
  const double least =
      std::max(4 * epsilon * std::abs(t_), epsilon * epsilon * (setup_.stop - setup_.start));
  double reached = t_;
  const int flag = advance(least, stop, reached);
  counts_.rejected += rejected() - rejected_before_;
  rejected_before_ = rejected();
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (flag < 0 || reached <= t_before_) return failure();
  t_ = flag == stopped ? stop : std::min(reached, limit);
  ++counts_.steps;
  remember_step(stop);
  return {};
}

double Sundials::stop_time(double limit) const {
  const double rest = limit - t_;
  return h_ < rest && rest < 2 * h_ ? t_ + rest / 2 : limit;
}

// A stop time shortens this step, or the one that the solver plans next: neither is a good size.
// After a short one twice its size is tried, or limits that always come early would keep the steps
// small for ever.
void Sundials::remember_step(double stop) {
  const double used = t_ - t_before_, next = next_step();
  const bool cut = t_ == stop && used < h_;
  const bool next_is_cut = t_ < stop && stop - (t_ + next) <= 8 * epsilon * std::abs(stop);
  h_ = cut ? std::max({h_, next, 2 * used}) : next_is_cut ? std::max(used, next) : next;
}

// So near that SUNDIALS regards both times as the same.
Trouble Sundials::hop(double limit) {
  const double h = x_.empty() ? std::min(limit - t_, setup_.largest_step) : limit - t_;
  equations_.derivatives(t_, x_, scratch_);
  if (!math::all_finite(scratch_)) return not_finite(t_, h, scratch_);
  t_ = h < limit - t_ ? t_ + h : limit;
  taylor_.t = t_;
  taylor_.h = h;
  taylor_.rows.resize(2 * x_.size());
  for (std::size_t i = 0; i < x_.size(); ++i) {
    taylor_.rows[x_.size() + i] = h * scratch_[i];
    taylor_.rows[i] = x_[i] += h * scratch_[i];
  }
  restart_due_ = true;
  ++counts_.steps;
  return {};
}

Trouble Sundials::shorten(double t) {
  if (t != t_) interpolate(t, x_);
  t_ = t;
  restart_due_ = true;
  return {};
}

Trouble Sundials::failure() {
  t_ = t_before_;
  std::copy(x_before_.begin(), x_before_.end(), x_.begin());
  restart_due_ = true;
  if (!bad_.empty()) return not_finite(t_, next_step(), bad_);
  local_errors(scratch_vector_);
  for (std::size_t i = 0; i < x_.size(); ++i) scratch_[i] /= weights_[i];
  return too_small(t_, next_step(), scratch_);
}

// ---- the fastest mode ----

// CVODE keeps a Jacobian for many steps, but not while the fastest mode changes: the iteration then
// converges slowly, and a new one is taken.
FastestMode Sundials::fastest() {
  if (!newton_matrix_ || t_ == t_before_) return {};
  if (newton_matrix_->matrix() == nullptr) return fastest_by_differences();
  if (old_jacobian_) return {};
  const math::DominantPair pair = newton_matrix_->fastest();
  return {pair.size, pair.turning};
}

// Products with df/dx at the end of the step, with the states scaled by their weights: the
// differences are as large as the tolerance, or as rounding needs them.
FastestMode Sundials::fastest_by_differences() {
  constexpr long steps_between = 20;
  constexpr int rounds = 2;
  if (examined_at_ > 0 && counts_.steps < examined_at_ + steps_between) return fastest_;
  examined_at_ = counts_.steps;
  if (!power_) power_.emplace(x_.size());
  const double n = static_cast<double>(x_.size());
  const double share = std::max(1.0, std::sqrt(epsilon) / setup_.tolerance.relative);
  std::vector<double> f(x_.size());
  equations_.derivatives(t_, x_, f);
  const auto multiply = [&](std::span<const double> v, std::span<double> into) {
    double square = 0;
    for (const double value : v) square += value * value;
    const double d = square > 0 ? share * std::sqrt(n / square) : share;
    for (std::size_t i = 0; i < v.size(); ++i) scratch_[i] = x_[i] + d * weights_[i] * v[i];
    equations_.derivatives(t_, scratch_, into);
    for (std::size_t i = 0; i < v.size(); ++i) into[i] = (into[i] - f[i]) / (d * weights_[i]);
  };
  const math::DominantPair pair = power_->improve(multiply, rounds);
  if (!std::isfinite(pair.size)) power_.reset();
  fastest_ = std::isfinite(pair.size) ? FastestMode{pair.size, pair.turning} : FastestMode{};
  return fastest_;
}

// ---- what SUNDIALS calls ----

int Sundials::slope(double t, N_Vector x, N_Vector dx, void* self) {
  auto& me = *static_cast<Sundials*>(self);
  me.bad_.clear();
  if (!math::all_finite(values(x))) {
    me.bad_.assign(values(x).begin(), values(x).end());
    return 1;
  }
  try {
    me.equations_.derivatives(t, values(x), values(dx));
  } catch (...) {
    me.thrown_ = std::current_exception();
    return -1;
  }
  if (math::all_finite(values(dx))) return 0;
  me.bad_.assign(values(dx).begin(), values(dx).end());
  return 1;
}

int Sundials::weigh(N_Vector x, N_Vector w, void* self) {
  auto& me = *static_cast<Sundials*>(self);
  const Tolerance& tolerance = me.setup_.tolerance;
  for (std::size_t i = 0; i < me.weights_.size(); ++i) {
    const double weight = std::max(tolerance.relative, sundials_relative) * std::abs(values(x)[i]) +
                          tolerance.absolute_for(me.nominals_[i]);
    me.weights_[i] = std::max(weight, std::numeric_limits<double>::min());
    values(w)[i] = 1 / me.weights_[i];
  }
  return 0;
}

int Sundials::fill(double t, N_Vector x, N_Vector dx, bool may_keep, int& evaluated, double gamma) {
  evaluated = old_jacobian_ || !may_keep ? 1 : 0;
  try {
    if (evaluated != 0) {
      ++counts_.jacobian_evaluations;
      old_jacobian_ = true;
      if (!newton_matrix_->evaluate(t, values(x), values(dx), weights_)) {
        bad_.assign(newton_matrix_->slopes_of_rows().begin(),
                    newton_matrix_->slopes_of_rows().end());
        return 1;
      }
      old_jacobian_ = false;
    }
  } catch (...) {
    thrown_ = std::current_exception();
    return -1;
  }
  newton_matrix_->fill(gamma);
  ++counts_.factorisations;
  return 0;
}

}  // namespace bw::ode
