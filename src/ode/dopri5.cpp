// Dormand-Prince 5(4) with first same as last and dense output of order 4.
//
//   k_i = f(t + c_i h, x + h sum_j a_ij k_j),  i = 1..7,   x_{n+1} = x + h sum_j a_7j k_j
//   error per step  e = h sum_j e_j k_j,   weights  w_i = R max(|x_i|, |x_{n+1,i}|) + A_i
//
// Source: J. R. Dormand, P. J. Prince 1980; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, II.4 (first step), II.6 (dense output by L. F. Shampine 1986).

#include <array>
#include <cmath>

#include "ode/one_step.h"

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
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class DormandPrince final : public OneStep {
 public:
  DormandPrince(Equations& equations, const Setup& setup)
      : OneStep(equations, setup, error_order), stage_(equations.size()), error_(equations.size()) {
    for (auto& k : k_) k.resize(equations.size());
  }

  void interpolate(double t, std::span<double> x) const override;

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<DormandPrince>(*this);
  }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const DormandPrince&>(from);
    assign_common(other);
    k_ = other.k_;
  }

 private:
  double attempt(double end) override;
  std::span<const double> slope(int i) const {
    return i == 0 ? dx_before_ : i == stages - 1 ? dx_ : k_[static_cast<std::size_t>(i - 1)];
  }

  std::array<std::vector<double>, stages - 2> k_;  // all but the first and the last
  std::vector<double> stage_, error_;
};

double DormandPrince::attempt(double end) {
  const double h = end - t_before_;
  for (int i = 1; i < stages; ++i) {
    std::vector<double>& x = i == stages - 1 ? x_ : stage_;
    for (std::size_t n = 0; n < x.size(); ++n) {
      double sum = 0;
      for (int j = 0; j < i; ++j) sum += a[i][j] * slope(j)[n];
      x[n] = x_before_[n] + h * sum;
    }
    const double share = c[static_cast<std::size_t>(i)];
    std::vector<double>& k = i == stages - 1 ? dx_ : k_[static_cast<std::size_t>(i - 1)];
    if (!ask(share == 1 ? end : std::min(t_before_ + share * h, end), x, k)) return nan;
  }
  knows_slope_ = true;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    double sum = 0;
    for (int j = 0; j < stages; ++j) sum += e[static_cast<std::size_t>(j)] * slope(j)[n];
    error_[n] = h * sum;
  }
  return measure(error_);
}

void DormandPrince::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double h = t_ - t_before_, s = (t - t_before_) / h, r = 1 - s;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double change = x_[n] - x_before_[n], bend = h * dx_before_[n] - change;
    double last = 0;
    for (int j = 0; j < stages; ++j) last += d[static_cast<std::size_t>(j)] * slope(j)[n];
    x[n] = x_before_[n] + s * (change + r * (bend + s * (change - h * dx_[n] - bend + r * h * last)));
  }
}

}  // namespace

extern const MethodKind dopri5 = {
    .name = "dopri5",
    .summary =
        "Dormand-Prince 5(4), explicit, steps by its own error estimate; not for stiff models",
    .source = "J. R. Dormand, P. J. Prince 1980; Hairer, Norsett, Wanner, Solving ODEs I, II.4-6",
    .order = 5,
    .stability = 3.3,
    .dense_order = 4,
    .make = [](Equations& equations, const Setup& setup) -> std::unique_ptr<Integrator> {
      return std::make_unique<DormandPrince>(equations, setup);
    }};

}  // namespace bw::ode
