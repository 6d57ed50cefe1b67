// Dormand-Prince 5(4) with first same as last and dense output of order 4.
//
//   k_i = f(t + c_i h, x + h sum_j a_ij k_j),  i = 1..7,   x_{n+1} = x + h sum_j a_7j k_j
//   error per step  e = h sum_j e_j k_j,   weights  w_i = R max(|x_i|, |x_{n+1,i}|) + A_i
//   first step: the size for which an explicit Euler step changes f by about the tolerance
//
// Source: J. R. Dormand, P. J. Prince 1980; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, II.4 (first step), II.6 (dense output by L. F. Shampine 1986).

#include <array>
#include <cmath>

#include "math/finite.h"
#include "math/step_controller.h"
#include "ode/blame.h"
#include "ode/integrator.h"

namespace bw::ode {
namespace {

constexpr int stages = 7;
constexpr std::array<double, stages> c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
constexpr double a[stages][stages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
constexpr std::array<double, stages> e = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
constexpr std::array<double, stages> d = {
    -12715105075.0 / 11282082432,  0,
    87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
    701980252875.0 / 199316789632, -1453857185.0 / 822651844,
    69997945.0 / 29380423};
constexpr int error_order = 4;
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class DormandPrince final : public Integrator {
 public:
  DormandPrince(Equations& equations, const Setup& setup)
      : equations_(equations),
        setup_(setup),
        controller_(error_order),
        x_(equations.size()),
        x_before_(equations.size()),
        scratch_(equations.size()),
        nominals_(equations.size(), 1.0) {
    for (auto& k : k_) k.resize(equations.size());
  }

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override {
    t_ = t_before_ = t;
    x_.assign(x.begin(), x.end());
    x_before_ = x_;
    nominals_.assign(nominals.begin(), nominals.end());
    controller_.forget();
    h_ = 0;
    slope_ = Slope::unknown;
  }

  void refresh() override {
    controller_.forget();
    slope_ = Slope::unknown;
  }

  Trouble step(double limit) override {
    if (Trouble trouble = begin_step()) return trouble;
    if (h_ == 0) h_ = first_step(limit);
    h_ = std::min(h_, setup_.largest_step);
    while (true) {
      const double least = std::max(4 * epsilon * std::abs(t_before_),
                                    epsilon * epsilon * (setup_.stop - setup_.start));
      const double end = step_end(limit);
      if (h_ < least && end < limit) return failure();
      const double h = end - t_before_;
      double next = h;
      if (controller_.judge(attempt(end), next)) {
        // A step that a limit cut short says little about the size of the next.
        h_ = h < h_ ? std::max(next, h_) : next;
        ++counts_.steps;
        return {};
      }
      ++counts_.rejected;
      h_ = next;
    }
  }

  Trouble shorten(double t) override {
    const double error = attempt(t);
    ++counts_.steps;
    return std::isfinite(error) ? Trouble{} : not_finite(t_before_, t - t_before_, bad_);
  }

  void interpolate(double t, std::span<double> x) const override;

  double time() const override { return t_; }
  double previous_time() const override { return t_before_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<DormandPrince>(*this);
  }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const DormandPrince&>(from);
    controller_ = other.controller_;
    t_ = other.t_;
    t_before_ = other.t_before_;
    h_ = other.h_;
    slope_ = other.slope_;
    x_ = other.x_;
    x_before_ = other.x_before_;
    nominals_ = other.nominals_;
    k_ = other.k_;  // the counts stay: work that was done stays done
  }

 private:
  enum class Slope { unknown, first, last };  // f at (t_, x_): to be asked, in k_[0], in k_[6]

  Trouble begin_step();
  double first_step(double limit);
  double step_end(double limit) const;
  double attempt(double end);
  bool stage(int i, double end);
  double norm(std::span<const double> of, std::span<const double> x, double scale) const;
  double weight(std::size_t i, double size) const {
    return setup_.tolerance.relative * size + setup_.tolerance.absolute_for(nominals_[i]);
  }
  Trouble failure() const {
    return bad_.empty() ? too_small(t_before_, h_, shares_) : not_finite(t_before_, h_, bad_);
  }

  Equations& equations_;
  Setup setup_;
  math::StepController controller_;
  double t_ = 0, t_before_ = 0;
  double h_ = 0;  // to be tried next; 0: not known
  Slope slope_ = Slope::unknown;
  std::vector<double> x_, x_before_, scratch_, nominals_;
  std::array<std::vector<double>, stages> k_;
  std::vector<double> bad_;     // of the last attempt: values that are not finite; empty: all were
  std::vector<double> shares_;  // of the last attempt: error of each state in its weight
  Counts counts_;
};

Trouble DormandPrince::begin_step() {
  t_before_ = t_;
  x_before_ = x_;
  bad_.clear();
  shares_.assign(x_.size(), 0.0);
  if (slope_ == Slope::last) std::swap(k_[0], k_[6]);
  if (slope_ == Slope::unknown) equations_.derivatives(t_, x_, k_[0]);
  slope_ = Slope::first;
  if (math::all_finite(k_[0])) return {};
  slope_ = Slope::unknown;
  return not_finite(t_, 0, k_[0]);
}

// Hairer, Norsett, Wanner I, II.4, "starting step size"; 1e-6 is meant as a share of the run.
double DormandPrince::first_step(double limit) {
  const double room = std::min(limit - t_, setup_.largest_step);
  if (x_.empty()) return room;
  const double tiny = 1e-6 * std::min(1.0, setup_.stop - setup_.start);
  const double size = norm(x_, x_, 1), slope = norm(k_[0], x_, 1);
  double guess = size < 1e-5 || slope < 1e-5 ? tiny : 0.01 * size / slope;
  guess = std::min(guess, room);
  for (std::size_t i = 0; i < x_.size(); ++i) scratch_[i] = x_[i] + guess * k_[0][i];
  equations_.derivatives(std::min(t_ + guess, limit), scratch_, k_[1]);
  for (std::size_t i = 0; i < x_.size(); ++i) scratch_[i] = k_[1][i] - k_[0][i];
  const double bend = norm(scratch_, x_, 1 / guess);
  if (!std::isfinite(bend)) return guess;
  const double most = std::max(slope, bend);
  const double second =
      most <= 1e-15 ? std::max(tiny, guess * 1e-3) : std::pow(0.01 / most, 1.0 / (error_order + 1));
  return std::min({100 * guess, second, room});
}

// A rest that is hardly longer than the step joins it; one of less than two steps is halved.
double DormandPrince::step_end(double limit) const {
  const double rest = limit - t_before_;
  if (rest <= 1.01 * h_) return limit;
  const double end = t_before_ + (rest < 2 * h_ ? rest / 2 : h_);
  return std::min(end, limit);
}

bool DormandPrince::stage(int i, double end) {
  const double h = end - t_before_;
  std::vector<double>& x = i == stages - 1 ? x_ : scratch_;
  for (std::size_t n = 0; n < x.size(); ++n) {
    double sum = 0;
    for (int j = 0; j < i; ++j) sum += a[i][j] * k_[static_cast<std::size_t>(j)][n];
    x[n] = x_before_[n] + h * sum;
  }
  std::vector<double>& slope = k_[static_cast<std::size_t>(i)];
  const double share = c[static_cast<std::size_t>(i)];
  const bool good = math::all_finite(x);
  // f is not asked for a state that is none, nor beyond the end of the step.
  if (good)
    equations_.derivatives(share == 1 ? end : std::min(t_before_ + share * h, end), x, slope);
  if (good && math::all_finite(slope)) return true;
  bad_ = good ? slope : x;
  return false;
}

// The error of a step to `end`, in units of the tolerance; NaN when something was not finite.
double DormandPrince::attempt(double end) {
  const double h = end - t_before_;
  bad_.clear();
  slope_ = Slope::first;
  t_ = t_before_;
  for (int i = 1; i < stages; ++i) {
    if (stage(i, end)) continue;
    x_ = x_before_;
    return nan;
  }
  double sum = 0;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    double error = 0;
    for (std::size_t j = 0; j < stages; ++j) error += e[j] * k_[j][n];
    shares_[n] = h * error / weight(n, std::max(std::abs(x_before_[n]), std::abs(x_[n])));
    sum += shares_[n] * shares_[n];
  }
  const double error = x_.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(x_.size()));
  t_ = end;
  slope_ = Slope::last;
  return error;
}

double DormandPrince::norm(std::span<const double> of, std::span<const double> x,
                           double scale) const {
  double sum = 0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const double share = of[i] * scale / weight(i, std::abs(x[i]));
    sum += share * share;
  }
  return std::sqrt(sum / static_cast<double>(of.size()));
}

void DormandPrince::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double h = t_ - t_before_, s = (t - t_before_) / h, r = 1 - s;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double change = x_[n] - x_before_[n], bend = h * k_[0][n] - change;
    double last = 0;
    for (std::size_t j = 0; j < stages; ++j) last += d[j] * k_[j][n];
    x[n] = x_before_[n] +
           s * (change + r * (bend + s * (change - h * k_[6][n] - bend + r * h * last)));
  }
}

}  // namespace

extern const MethodKind dopri5 = {
    .name = "dopri5",
    .summary =
        "Dormand-Prince 5(4), explicit, steps by its own error estimate; not for stiff models",
    .source = "J. R. Dormand, P. J. Prince 1980; Hairer, Norsett, Wanner, Solving ODEs I, II.4-6",
    .order = 5,
    .make = [](Equations& equations, const Setup& setup) -> std::unique_ptr<Integrator> {
      return std::make_unique<DormandPrince>(equations, setup);
    }};

}  // namespace bw::ode
