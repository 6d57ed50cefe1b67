// ARKODE's ARKStep with an ESDIRK pair: implicit, one-step, L-stable in all stages, order 4 with an
// estimate of order 3.
//
//   z_i = x + h sum_{j<=i} a_ij k_j,  k_j = f(t + c_j h, z_j),  a_11 = 0, a_ii = g;  x_{n+1} = z_s
//
// The slopes k_i come from the solved stages, not from f at them: f of a stiff model amplifies the
// remaining error of the iteration. Between steps the cubic through both ends and their slopes; the
// end of a step that is made shorter is solved again, to the method's own order.
//
// Source: C. A. Kennedy, M. H. Carpenter 2019, Diagonally implicit Runge-Kutta methods for stiff
// ODEs, Applied Numerical Mathematics 146 (ESDIRK4(3)I6L[2]SA); D. R. Reynolds et al. 2023, ARKODE.

#include <arkode/arkode_arkstep.h>

#include <algorithm>
#include <cmath>

#include "ode/kernel/integrator.h"
#include "ode/kernel/newton_matrix.h"
#include "ode/methods/sundials.h"

namespace bw::ode::esdirk {
namespace {

constexpr int most_failures = 60;  // `least` ends a step before these do
constexpr int dense_degree = 3;
// ARKODE multiplies an iteration's last change by a rate that it remembers from easier steps: where
// one iteration was exact once, one is accepted later (errors of 1e-1 at R = 1e-6 on a circle).
// With 1 the last change itself counts; the remaining error is far smaller, so the limit may be
// larger.
constexpr double rate_memory = 1, last_change = 0.3;
constexpr int most_iterations = 6;
constexpr int falling_order = 2;  // ARKODE's predictor: the later a stage, the lower the order

class Dirk final : public Sundials {
 public:
  Dirk(Equations& equations, const Setup& setup) : Sundials(equations, setup) {}
  ~Dirk() override { ARKStepFree(&memory_); }

  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  std::unique_ptr<Integrator> clone() const override {
    auto copy = std::make_unique<Dirk>(equations_, setup_);
    copy->assign(*this);
    return copy;
  }

 private:
  void make() override;
  void begin(double h) override {
    ARKStepReset(memory_, t_, state_vector());
    ARKStepSetInitStep(memory_, h);
  }
  int advance(double least, double stop, double& t) override {
    ARKStepSetMinStep(memory_, least);
    if (const int flag = ARKStepSetStopTime(memory_, stop); flag < 0) return flag;
    return ARKStepEvolve(memory_, stop, state_vector(), &t, ARK_ONE_STEP);
  }
  int derivative(double t, int k, N_Vector into) const override {
    return ARKStepGetDky(memory_, t, k, into);
  }
  int degree() const override { return dense_degree; }
  double next_step() const override {
    double h = 0;
    ARKStepGetCurrentStep(memory_, &h);
    return h;
  }
  long rejected() const override {
    long tests = 0, solutions = 0;
    ARKStepGetNumErrTestFails(memory_, &tests);
    ARKStepGetNumStepSolveFails(memory_, &solutions);
    return tests + solutions;
  }
  void local_errors(N_Vector into) const override { ARKStepGetEstLocalErrors(memory_, into); }

  void* memory_ = nullptr;
};

void Dirk::make() {
  memory_ = ARKStepCreate(nullptr, slope, t_, state_vector(), context());
  if (memory_ == nullptr) throw std::bad_alloc();
  ARKStepSetErrHandlerFn(memory_, keep_silent, nullptr);
  ARKStepSetUserData(memory_, static_cast<Sundials*>(this));
  ARKStepSetTableNum(memory_, ARKODE_ESDIRK43I6L2SA_6_3_4, ARKODE_ERK_NONE);
  ARKStepSetDeduceImplicitRhs(memory_, 1);
  ARKStepSetNonlinCRDown(memory_, rate_memory);
  ARKStepSetNonlinConvCoef(memory_, last_change);
  ARKStepSetMaxNonlinIters(memory_, most_iterations);
  ARKStepSetPredictorMethod(memory_, falling_order);
  ARKStepSetInterpolantType(memory_, ARK_INTERP_HERMITE);
  ARKStepSetInterpolantDegree(memory_, dense_degree);
  ARKStepWFtolerances(memory_, weigh);
  ARKStepSetMaxHnilWarns(memory_, -1);
  ARKStepSetMaxErrTestFails(memory_, most_failures);
  ARKStepSetMaxConvFails(memory_, most_failures);
  if (std::isfinite(largest_step())) ARKStepSetMaxStep(memory_, largest_step());
  const NewtonMatrix& newton = newton_matrix();
  ARKStepSetLinearSolver(memory_, newton.solver(), newton.matrix());
  if (newton.matrix() == nullptr) return;
  ARKStepSetLinSysFn(memory_,
                     [](double t, N_Vector x, N_Vector dx, SUNMatrix, SUNMatrix, int may_keep,
                        int* evaluated, double gamma, void* self, N_Vector, N_Vector, N_Vector) {
                       return static_cast<Dirk*>(static_cast<Sundials*>(self))
                           ->fill(t, x, dx, may_keep != 0, *evaluated, gamma);
                     });
}

// A step that a limit cut short does not determine the next size, and a restart costs only one f.
Trouble Dirk::step(double limit) {
  Trouble trouble = Sundials::step(limit);
  if (!trouble && !restart_due_ && next_step() < h_ / 2) restart_due_ = true;
  return trouble;
}

Trouble Dirk::shorten(double t) {
  const double size = h_;
  t_ = t_before_;
  std::copy(x_before_.begin(), x_before_.end(), x_.begin());
  h_ = t - t_before_;
  restart_due_ = true;
  while (t_ < t)  // once, unless a test that just succeeded fails now
    if (Trouble trouble = Sundials::step(t)) return trouble;
  h_ = std::max(h_, size);
  restart_due_ = true;
  return {};
}

}  // namespace
}  // namespace bw::ode::esdirk

namespace bw::ode {

extern const MethodKind dirk = {
    .name = "dirk",
    .summary = "ESDIRK4(3)I6L[2]SA (ARKODE): diagonally implicit, L-stable, for stiff models",
    .source = "C. A. Kennedy, M. H. Carpenter 2019; D. R. Reynolds et al. 2023 (ARKODE)",
    .order = 4,
    .stiff = true,
    .restores_exactly = false,
    .dense_order = esdirk::dense_degree,
    .make = make_method<esdirk::Dirk>};

}  // namespace bw::ode
