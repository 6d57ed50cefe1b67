// Rosenbrock's method of order 4(3): implicit, but without Newton; every stage solves one linear
// system with the same matrix. L-stable and stiffly accurate.
//
//   (I / (g h) - J) u_i = f(t + c_i h, x + sum_j a_ij u_j) + sum_j (b_ij / h) u_j + h d_i f_t
//   i = 1..6,   x_{n+1} = x + sum_j a_6j u_j + u_6,   error  e = u_6
//   between:  x(t + s h) = (1 - s) x + s (x_{n+1} + (1 - s) (p + s q)),
//             p = sum_j p_j u_j,  q = sum_j q_j u_j
//   J = df/dx and f_t = df/dt at (t, x); f_t by differences over a small part of the step
//
// J must be accurate, because no iteration corrects it: it is new in every step. A rejected step
// costs another factorisation, but no other J.
//
// Source: G. Steinebach 2020, Improvement of Rosenbrock-Wanner method RODASP (the coefficients
// RODAS4P2: no order reduction where a stiff model follows a moving target); E. Hairer, G. Wanner,
// Solving Ordinary Differential Equations II, IV.7 (the form with u_i, the ancestor RODAS).

#include <algorithm>
#include <array>
#include <cmath>

#include "math/constants.h"
#include "math/dominant_pair.h"
#include "math/shifted.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/kernel/one_step.h"

namespace bw::ode::rodas {
namespace {

using math::nan;

constexpr std::size_t stages = 6;
constexpr double gamma = 0.25;
constexpr std::array<double, stages> c = {0, 0.75, 0.321448134013046, 0.519745732277726, 1, 1};
constexpr std::array<double, stages> d = {0.25, -0.5, -0.189532918363016, 0.085612108792769, 0, 0};
constexpr double a[stages][stages - 1] = {
    {},
    {3},
    {0.906377755268814, -0.189707390391685},
    {3.758617027739064, 1.161741776019525, -0.849258085312803},
    {7.089566927282776, 4.573591406461604, -8.423496976860259, -0.959280113459775},
    {7.089566927282776, 4.573591406461604, -8.423496976860259, -0.959280113459775, 1}};
constexpr double b[stages][stages - 1] = {
    {},
    {-12},
    {-6.354581592719008, 0.338972550544623},
    {-8.575016317114033, -7.606483992117508, 12.22499765012482},
    {-5.888975457523102, -8.157396617841821, 24.805546872612922, 12.790401512796979},
    {-4.408651676063871, -6.692003137674639, 24.625568527593117, 16.627521966636085,
     -5.714285714285718}};
constexpr std::array<double, stages - 1> p = {-5.323528268423303, -10.042123754867493,
                                              17.175254928256965, -5.079931171878093,
                                              -0.016185991706112};
constexpr std::array<double, stages - 1> q = {6.984505741529879, 6.914061169603662,
                                              -0.849178943070653, 18.104410789349338,
                                              -3.516963011559032};
constexpr int error_order = 3;
constexpr double least = 0.2, safety = 0.9;  // of the factor from step to step
constexpr double smallest_error = 1e-2;      // below it there is no trend
constexpr double time_share = 1e-3;          // of the step, for the differences that are df/dt
constexpr double clock_share = 1e4 * std::numeric_limits<double>::epsilon();  // of the time itself

class Rosenbrock final : public OneStep {
 public:
  Rosenbrock(Equations& equations, const Setup& setup)
      : OneStep(equations, setup, error_order),
        jacobian_(equations),
        matrix_(equations.size(), jacobian_.pattern()),
        stage_(equations.size()),
        dfdt_(equations.size()),
        weights_(equations.size()) {
    for (auto& u : u_) u.resize(equations.size());
  }

  void interpolate(double t, std::span<double> x) const override;
  bool sees_both_halves() const override { return true; }
  FastestMode fastest() override {
    const math::DominantPair pair = jacobian_.fastest();
    return {pair.size, pair.turning};
  }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Rosenbrock>(*this); }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const Rosenbrock&>(from);
    assign_common(other);
    u_ = other.u_;
    jacobian_time_ = nan;
    step_before_ = other.step_before_;
    error_before_ = other.error_before_;
  }

 private:
  double attempt(double end) override;
  bool judge(double error, double& h) override;
  void forget() override {
    jacobian_time_ = nan;
    step_before_ = 0;
  }

  bool find_jacobian();
  bool find_dfdt(double h);
  void sum_stage(std::size_t i);
  bool solve_stage(std::size_t i, double h);

  Jacobian jacobian_;
  double jacobian_time_ = nan;                 // the begin of the step of J
  double step_before_ = 0, error_before_ = 0;  // of the last accepted step; 0: none
  math::Shifted matrix_;
  std::array<std::vector<double>, stages> u_;
  std::vector<double> stage_, dfdt_, weights_;
};

double Rosenbrock::attempt(double end) {
  const double h = end - t_before_;
  if (!find_jacobian() || !find_dfdt(h)) return nan;
  ++counts_.factorisations;
  if (!matrix_.factorise(jacobian_.values(), 1 / (gamma * h))) return nan;
  for (std::size_t i = 0; i < stages; ++i) {
    if (i == 0) {
      std::copy(dx_before_.begin(), dx_before_.end(), u_[0].begin());
    } else {
      sum_stage(i);
      if (!evaluate_f(c[i] == 1 ? end : std::min(t_before_ + c[i] * h, end), stage_, u_[i]))
        return nan;
    }
    if (!solve_stage(i, h)) return nan;
  }
  const std::vector<double>& last = u_.back();
  for (std::size_t n = 0; n < x_.size(); ++n) x_[n] = stage_[n] + last[n];
  return measure(last);
}

// Where steps have to become smaller and smaller, the last error alone is always one step late: the
// trend of the last two predicts the next one (K. Gustafsson 1994).
bool Rosenbrock::judge(double error, double& h) {
  const double tried = h;
  if (!std::isfinite(error)) step_before_ = 0;  // a failed step shows no trend
  if (!controller_.judge(error, h)) return false;
  const double felt = std::max(error, smallest_error);
  if (step_before_ > 0) {
    const double trend = std::pow(error_before_ / (felt * felt), 1.0 / (error_order + 1));
    h = std::min(h, tried * std::max(least, safety * trend * tried / step_before_));
  }
  step_before_ = tried;
  error_before_ = felt;
  return true;
}

bool Rosenbrock::find_jacobian() {
  if (jacobian_time_ == t_before_) return true;
  for (std::size_t n = 0; n < x_.size(); ++n) weights_[n] = weight(n, std::abs(x_before_[n]));
  ++counts_.jacobian_evaluations;
  if (!jacobian_.evaluate(t_before_, x_before_, dx_before_, weights_)) {
    jacobian_.mark_bad_rows(bad_);
    return false;
  }
  jacobian_time_ = t_before_;
  return true;
}

// By two differences, unless the first one shows that f does not depend on time. They must be above
// the resolution of the time, and within the step.
bool Rosenbrock::find_dfdt(double h) {
  const double preferred = std::max(time_share * h, clock_share * std::abs(t_before_));
  const double middle = t_before_ + std::min(preferred, h / 2), delta = middle - t_before_;
  if (!evaluate_f(middle, x_before_, dfdt_)) return false;
  if (dfdt_ == dx_before_) {
    std::fill(dfdt_.begin(), dfdt_.end(), 0.0);
    return true;
  }
  if (!evaluate_f(std::min(middle + delta, t_), x_before_, stage_)) return false;
  for (std::size_t n = 0; n < dfdt_.size(); ++n)
    dfdt_[n] = (4 * (dfdt_[n] - dx_before_[n]) - (stage_[n] - dx_before_[n])) / (2 * delta);
  return true;
}

void Rosenbrock::sum_stage(std::size_t i) {
  for (std::size_t n = 0; n < stage_.size(); ++n) {
    double sum = 0;
    for (std::size_t j = 0; j < i; ++j) sum += a[i][j] * u_[j][n];
    stage_[n] = x_before_[n] + sum;
  }
}

// On entry u_i is f at the stage, on return u_i itself.
bool Rosenbrock::solve_stage(std::size_t i, double h) {
  std::vector<double>& u = u_[i];
  for (std::size_t n = 0; n < u.size(); ++n) {
    double sum = 0;
    for (std::size_t j = 0; j < i; ++j) sum += b[i][j] * u_[j][n];
    u[n] += sum / h + h * d[i] * dfdt_[n];
  }
  return matrix_.solve(u);
}

void Rosenbrock::interpolate(double t, std::span<double> x) const {
  if (t == t_ || t_ == t_before_) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  const double s = (t - t_before_) / (t_ - t_before_), r = 1 - s;
  for (std::size_t n = 0; n < x.size(); ++n) {
    double first = 0, second = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      first += p[j] * u_[j][n];
      second += q[j] * u_[j][n];
    }
    x[n] = r * x_before_[n] + s * (x_[n] + r * (first + s * second));
  }
}

}  // namespace
}  // namespace bw::ode::rodas

namespace bw::ode {

extern const MethodKind rosenbrock = {
    .name = "rosenbrock",
    .summary = "Rosenbrock 4(3), L-stable, for stiff models of few states at low accuracy",
    .source = "G. Steinebach 2020 (RODAS4P2); Hairer, Wanner, Solving ODEs II, IV.7",
    .order = 4,
    .stiff = true,
    .dense_order = 3,
    .make = make_method<rodas::Rosenbrock>};

}  // namespace bw::ode
