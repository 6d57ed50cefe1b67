// CVODE: multistep methods whose order and step size both follow the error.
//
//   sum_{i=0..K1} a_i x_{n-i} + h_n sum_{i=0..K2} b_i x'_{n-i} = 0
//   adams   K1 = 1, K2 = q - 1, q up to 12, solved by fixed-point iteration: not stiff
//   bdf     K1 = q, K2 = 0,     q up to 5,  solved by Newton's method: stiff
//
// Between steps the polynomial of the step itself is evaluated; it has the step's order.
//
// Source: S. D. Cohen, A. C. Hindmarsh 1996, CVODE, a stiff/nonstiff ODE solver in C; A. C.
// Hindmarsh et al. 2005, SUNDIALS.

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cmath>

#include "ode/kernel/integrator.h"
#include "ode/kernel/newton_matrix.h"
#include "ode/methods/sundials.h"

namespace bw::ode::multistep {
namespace {

// Each makes the step smaller, by a quarter at least: `least` ends it before these do.
constexpr int most_failures = 60;
// Without matrices a new step size costs nothing. CVODE's 1.5 also keeps the order low, because a
// higher one has to promise as much: on a circle at R = 1e-10 it stays at 5 and needs twice as many
// RHS evaluations.
constexpr double worth_a_change = 1.1;
constexpr double sliver = 1e-3;  // as a share of the usual step

class Cvode final : public Sundials {
 public:
  Cvode(Equations& equations, const Setup& setup, int family)
      : Sundials(equations, setup), family_(family) {}
  ~Cvode() override {
    CVodeFree(&memory_);
    if (iteration_ != nullptr) SUNNonlinSolFree(iteration_);
  }

  Trouble step(double limit) override;
  std::unique_ptr<Integrator> clone() const override {
    auto copy = std::make_unique<Cvode>(equations_, setup_, family_);
    copy->assign(*this);
    return copy;
  }

 private:
  void make() override;
  void iterate_to_the_fixed_point();
  void iterate_by_newton();
  // With order 1 the step size of order 5 is rejected again and again: CVODE's own guess is better
  // (measured with moving inputs: a sixth fewer RHS evaluations, half the rejections).
  void begin(double /*h*/) override {
    CVodeReInit(memory_, t_, state_vector());
    // A size of higher orders is too long for the first order, with which it begins again.
    CVodeSetInitStep(memory_, t_ == setup_.start ? setup_.first_step / setup_.finer : 0);
  }
  int advance(double least, double stop, double& t) override {
    CVodeSetMinStep(memory_, least);
    if (const int flag = CVodeSetStopTime(memory_, stop); flag < 0) return flag;
    return CVode(memory_, stop, state_vector(), &t, CV_ONE_STEP);
  }
  int derivative(double t, int k, N_Vector into) const override {
    return CVodeGetDky(memory_, t, k, into);
  }
  int degree() const override {
    int order = 1;
    CVodeGetLastOrder(memory_, &order);
    return order;
  }
  double next_step() const override {
    double h = 0;
    CVodeGetCurrentStep(memory_, &h);
    return h;
  }
  long rejected() const override {
    long tests = 0, solutions = 0;
    CVodeGetNumErrTestFails(memory_, &tests);
    CVodeGetNumStepSolveFails(memory_, &solutions);
    return tests + solutions;
  }
  void local_errors(N_Vector into) const override { CVodeGetEstLocalErrors(memory_, into); }

  int family_;
  void* memory_ = nullptr;
  SUNNonlinearSolver iteration_ = nullptr;
};

void Cvode::make() {
  memory_ = CVodeCreate(family_, context());
  if (memory_ == nullptr) throw std::bad_alloc();
  CVodeSetErrHandlerFn(memory_, keep_silent, nullptr);
  if (CVodeInit(memory_, slope, t_, state_vector()) != CV_SUCCESS) throw std::bad_alloc();
  CVodeSetUserData(memory_, static_cast<Sundials*>(this));
  CVodeWFtolerances(memory_, weigh);
  CVodeSetMaxHnilWarns(memory_, -1);
  CVodeSetMaxErrTestFails(memory_, most_failures);
  CVodeSetMaxConvFails(memory_, most_failures);
  if (std::isfinite(largest_step())) CVodeSetMaxStep(memory_, largest_step());
  if (family_ == CV_ADAMS)
    iterate_to_the_fixed_point();
  else
    iterate_by_newton();
}

// After a very short step the rounding errors in the k-th derivative grow by (h / sliver)^k until
// the step is h again, unseen by the error estimate.
Trouble Cvode::step(double limit) {
  Trouble trouble = Sundials::step(limit);
  if (!trouble && t_ == limit && t_ - t_before_ < sliver * h_) restart_due_ = true;
  return trouble;
}

void Cvode::iterate_to_the_fixed_point() {
  iteration_ = SUNNonlinSol_FixedPoint(state_vector(), 0, context());
  if (iteration_ == nullptr) throw std::bad_alloc();
  CVodeSetNonlinearSolver(memory_, iteration_);
  CVodeSetEtaFixedStepBounds(memory_, 0, worth_a_change);
}

void Cvode::iterate_by_newton() {
  const NewtonMatrix& newton = newton_matrix();
  CVodeSetLinearSolver(memory_, newton.solver(), newton.matrix());
  if (newton.matrix() == nullptr) return;
  CVodeSetLinSysFn(memory_,
                   [](double t, N_Vector x, N_Vector dx, SUNMatrix, int may_keep, int* evaluated,
                      double gamma, void* self, N_Vector, N_Vector, N_Vector) {
                     return static_cast<Cvode*>(static_cast<Sundials*>(self))
                         ->fill(t, x, dx, may_keep != 0, *evaluated, gamma);
                   });
}

}  // namespace
}  // namespace bw::ode::multistep

namespace bw::ode {

extern const MethodKind adams = {
    .name = "adams",
    .summary = "Adams-Moulton of orders 1 to 12 (CVODE): few RHS evaluations; not for stiff models",
    .source = "S. D. Cohen, A. C. Hindmarsh 1996; A. C. Hindmarsh et al. 2005 (SUNDIALS)",
    .order = 12,
    .self_starting = false,
    .restores_exactly = false,
    .dense_order = 12,
    .make = make_method<multistep::Cvode, CV_ADAMS>};

extern const MethodKind bdf = {
    .name = "bdf",
    .summary = "backward differentiation of orders 1 to 5 (CVODE): stiff and large models",
    .source = "S. D. Cohen, A. C. Hindmarsh 1996; A. C. Hindmarsh et al. 2005 (SUNDIALS)",
    .order = 5,
    .stiff = true,
    .self_starting = false,
    .restores_exactly = false,
    .dense_order = 5,
    .make = make_method<multistep::Cvode, CV_BDF>};

}  // namespace bw::ode
