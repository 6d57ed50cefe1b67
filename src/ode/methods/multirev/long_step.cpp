#include "ode/methods/multirev/long_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bw::ode::multirevolution {
namespace {

constexpr int most_sweeps = 10;
// In units of the tolerance: what is left of the equations at the nodes.
constexpr double small_defect = 0.1, small_next = 0.03, nearly_small = 0.5;
constexpr double fast = 0.2;           // ratio of defects
constexpr int patience = 5;            // sweeps
constexpr double hopeless = 0.9;       // ratio of changes
constexpr double share_before = 0.05;  // of the coefficient before the last
constexpr double share_inside = 0.3;   // of the last coefficient: the error

LongStepEnd::Kind kind_of(Return what) {
  switch (what) {
    case Return::too_coarse: return LongStepEnd::Kind::too_coarse;
    case Return::beyond: return LongStepEnd::Kind::beyond;
    default: return LongStepEnd::Kind::missing;
  }
}

void lagrange_basis(std::span<const long> nodes, long k, std::span<double> weights) {
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    weights[j] = 1;
    for (std::size_t q = 0; q < nodes.size(); ++q)
      if (q != j)
        weights[j] *= static_cast<double>(k - nodes[q]) / static_cast<double>(nodes[j] - nodes[q]);
  }
}

// Of the last three sweeps. The iteration is like Picard's: what it makes small first may grow
// again, so that a single large step forward says little.
struct Defects {
  double now = 0, before = 0, earlier = 0;

  void add(double defect) {
    earlier = before;
    before = now;
    now = defect;
  }
  bool are_small() const {
    if (now < small_defect) return true;
    const double ratio = std::max(now / before, before / earlier);  // infinite: not known
    return now < nearly_small && ratio < fast && now * ratio < small_next;
  }
  bool are_hopeless(int sweeps) const {
    return !std::isfinite(now) ||
           (sweeps >= patience && now > hopeless * before && now > hopeless * earlier);
  }
};

}  // namespace

LongStepEnd LongStep::attempt(Revolution& revolution, const LongStepStart& start,
                              RevolutionPolynomial basis, const LongStep* before) {
  begin_ = start.time;
  x_.assign(start.x.begin(), start.x.end());
  basis_ = std::move(basis);
  knows_dense_ = false;
  const std::size_t s = basis_.size();
  for (std::vector<double>* values : {&z_, &d_, &at_nodes_, &residual_})
    values->resize(s * width());
  coefficients_.resize(s * width());
  guess(revolution, before);
  anderson_.forget();
  Defects defects;
  LongStepEnd end{LongStepEnd::Kind::not_converged};
  for (end.sweeps = 1; end.sweeps <= most_sweeps; ++end.sweeps) {
    solve();
    guessed_ = at_nodes_;
    if (const Return what = sweep(revolution, start); what != Return::found) {
      end.kind = kind_of(what);
      return end;
    }
    if (end.sweeps == 1)  // from now on all their steps are like those of the led revolution
      for (std::size_t j = 0; j < s; ++j)
        paces_[j] = {d_[j * width() + states()] / revolution.led().period, 0};
    solve();
    defects.add(defect(start));
    if (defects.are_small()) {
      end.error = error(start);
      end_.resize(states());
      state_after(revolutions(), end_);
      end.kind = LongStepEnd::Kind::converged;
      return end;
    }
    if (defects.are_hopeless(end.sweeps)) break;
    for (std::size_t at = 0; at < residual_.size(); ++at)
      residual_[at] = (at_nodes_[at] - guessed_[at]) / start.weights[at % width()];
    anderson_.mix(d_, residual_);
  }
  return end;
}

// The changes at the nodes.
void LongStep::guess(const Revolution& revolution, const LongStep* before) {
  const Revolution::To& led = revolution.led();
  paces_.assign(basis_.size(), {});
  for (std::size_t j = 0; j < basis_.size(); ++j) {
    const auto kappa = static_cast<double>(basis_.nodes()[j]);
    double* const d = d_.data() + j * width();
    std::copy(led.change.begin(), led.change.end(), d);
    d[states()] = led.period;
    if (before == nullptr) continue;
    const double at = static_cast<double>(before->revolutions()) + kappa;
    for (std::size_t i = 0; i < width(); ++i) {
      const auto c = before->coefficients(i);
      d[i] = static_cast<double>(before->basis_.change(c, at + 1) - before->basis_.change(c, at));
    }
    const double scale = d[states()] / led.period;
    if (scale > 0.9 && scale < 1.1) paces_[j].scale = scale;
  }
}

// From node to node: what has changed at the nodes before moves the next ones.
Return LongStep::sweep(Revolution& revolution, const LongStepStart& start) {
  before_ = d_;
  z_ = at_nodes_;
  shift_.assign(width(), 0.0);
  for (std::size_t j = 0; j < basis_.size(); ++j) {
    double* const z = z_.data() + j * width();
    for (std::size_t i = 0; j > 0 && i < width(); ++i) {
      const std::size_t at = (j - 1) * width() + i;
      const auto gap = static_cast<double>(basis_.nodes()[j] - basis_.nodes()[j - 1]);
      shift_[i] += gap * (d_[at] - before_[at]);
      z[i] += shift_[i];
    }
    const double time = begin_ + z[states()];
    if (!(time >= begin_)) return Return::missing;
    if (time >= start.latest) return Return::beyond;
    const Return what =
        revolution.follow({time, {z, states()}, start.latest}, paces_[j], to_, nullptr);
    if (what != Return::found) return what;
    double* const d = d_.data() + j * width();
    std::copy(to_.change.begin(), to_.change.end(), d);
    d[states()] = to_.period;
  }
  return Return::found;
}

// The polynomials of these changes, and their values at the nodes.
void LongStep::solve() {
  for (std::size_t i = 0; i < width(); ++i)
    basis_.solve(d_.data() + i, width(),
                 std::span(coefficients_).subspan(i * basis_.size(), basis_.size()));
  for (std::size_t j = 0; j < basis_.size(); ++j)
    for (std::size_t i = 0; i < width(); ++i) {
      const long double from = i == states() ? 0 : static_cast<long double>(x_[i]);
      const auto kappa = static_cast<double>(basis_.nodes()[j]);
      at_nodes_[j * width() + i] =
          static_cast<double>(from + basis_.change(coefficients(i), kappa));
    }
}

// How far the polynomials are from the states that their changes began with.
double LongStep::defect(const LongStepStart& start) const {
  double most = 0;
  for (std::size_t at = 0; at < z_.size(); ++at) {
    const double size = std::abs(at_nodes_[at] - z_[at]) / start.weights[at % width()];
    if (!(size <= most)) most = size;  // NaN stays
  }
  return most;
}

// The last coefficient may vanish by chance, so that the one before counts, too.
double LongStep::error(const LongStepStart& start) const {
  const int s = static_cast<int>(basis_.size());
  double most = 0;
  for (std::size_t i = 0; i < width(); ++i) {
    const auto c = coefficients(i);
    const auto last = static_cast<double>(std::abs(c[basis_.size() - 1]));
    const auto before = static_cast<double>(std::abs(c[basis_.size() - 2]));
    const double size = std::max(std::ldexp(last, 1 - s), share_before * std::ldexp(before, 2 - s));
    most = std::max(most, size / start.weights[i]);
  }
  return share_inside * most;
}

// ---- within the step ----

void LongStep::state_after(long k, std::span<double> x) const {
  for (std::size_t i = 0; i < states(); ++i) {
    const long double change = k == revolutions()
                                   ? RevolutionPolynomial::total(coefficients(i))
                                   : basis_.change(coefficients(i), static_cast<double>(k));
    x[i] = static_cast<double>(static_cast<long double>(x_[i]) + change);
  }
}

long LongStep::revolutions_until(double since_begin) const {
  long lo = 0, hi = revolutions();
  while (hi - lo > 1) {
    const long middle = lo + (hi - lo) / 2;
    (time_after(middle) <= since_begin ? lo : hi) = middle;
  }
  return lo;
}

bool LongStep::make_dense(Revolution& revolution, double latest) {
  dense_nodes_.assign(basis_.nodes().begin(), basis_.nodes().end());
  std::vector<Revolution::Pace> paces = paces_;
  if (dense_nodes_.front() != 0) {  // one more node, of known states
    dense_nodes_.insert(dense_nodes_.begin(), 0);
    paces.insert(paces.begin(), Revolution::Pace{});
  }
  dense_.resize(dense_nodes_.size());
  std::vector<double> z(states());
  for (std::size_t j = 0; j < dense_.size(); ++j) {
    state_after(dense_nodes_[j], z);
    const double time = begin_ + time_after(dense_nodes_[j]);
    if (revolution.follow({time, z, latest}, paces[j], to_, &dense_[j]) != Return::found)
      return false;
  }
  knows_dense_ = true;
  return true;
}

void LongStep::interpolate(double since_begin, std::span<double> x) const {
  const long k = revolutions_until(since_begin);
  const long double begin = change_of_time(k);
  const auto theta = static_cast<double>((static_cast<long double>(since_begin) - begin) /
                                         (change_of_time(k + 1) - begin));
  interpolate(k, theta, x, {});
}

double LongStep::interpolate(long k, double theta, std::span<double> x,
                             std::span<double> dx) const {
  const long double begin = change_of_time(k);
  const auto period = static_cast<double>(change_of_time(k + 1) - begin);
  std::array<double, most_nodes + 1> weights{};
  lagrange_basis(dense_nodes_, k, weights);
  std::fill(x.begin(), x.end(), 0.0);
  std::fill(dx.begin(), dx.end(), 0.0);
  for (std::size_t j = 0; j < dense_.size(); ++j) {
    if (weights[j] == 0) continue;
    const double local = theta * dense_[j].period;
    dense_[j].add(local, weights[j], x);
    if (!dx.empty()) dense_[j].add_slopes(local, weights[j] / period, dx);
  }
  return static_cast<double>(begin) + theta * period;
}

}  // namespace bw::ode::multirevolution
