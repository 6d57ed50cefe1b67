// CVODE (Adams, BDF) and ARKODE (explicit and diagonally implicit Runge-Kutta) of SUNDIALS.
// Newton with the dense direct solver and the exact Jacobian for stiff problems, fixed-point
// iteration for Adams; restarted at breaks, never evaluated beyond them.

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <limits>

#include "ivp_peers.h"
#include "support/ode/heat_equation.h"
#include "support/ode/ivp_solve.h"

namespace bw::bench {
namespace {

constexpr long most_steps = 2000000;

SUNContext context() {
  static const SUNContext only = [] {
    SUNContext made = nullptr;
    SUNContext_Create(nullptr, &made);
    return made;
  }();
  return only;
}

std::span<double> span_of(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}

struct User {
  test::IvpEquations equations;
  std::vector<double> rows;
  long jacobians = 0;
};

int derivatives(double t, N_Vector x, N_Vector dx, void* user) {
  static_cast<User*>(user)->equations.derivatives(t, span_of(x), span_of(dx));
  return 0;
}

int jacobian(double t, N_Vector x, N_Vector, SUNMatrix j, void* user, N_Vector, N_Vector,
             N_Vector) {
  User& u = *static_cast<User*>(user);
  ++u.jacobians;
  const std::size_t n = span_of(x).size();
  u.equations.jacobian(t, span_of(x), u.rows);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      SM_ELEMENT_D(j, static_cast<sunindextype>(i), static_cast<sunindextype>(k)) =
          u.rows[n * i + k];
  return 0;
}

// What all of them need: vectors, tolerances, a dense solver.
struct Tools {
  explicit Tools(const test::IvpProblem& problem, double tolerance)
      : user{test::IvpEquations(problem), std::vector<double>(problem.size() * problem.size())},
        n(static_cast<sunindextype>(problem.size())),
        x(N_VNew_Serial(n, context())),
        absolute(N_VNew_Serial(n, context())) {
    std::copy(problem.x0.begin(), problem.x0.end(), span_of(x).begin());
    for (std::size_t i = 0; i < problem.size(); ++i)
      span_of(absolute)[i] = tolerance * problem.nominal(i);
  }
  ~Tools() {
    if (solver != nullptr) SUNLinSolFree(solver);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    if (fixed_point != nullptr) SUNNonlinSolFree(fixed_point);
    N_VDestroy(x);
    N_VDestroy(absolute);
  }
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;

  void make_dense() {
    matrix = SUNDenseMatrix(n, n, context());
    solver = SUNLinSol_Dense(x, matrix, context());
  }
  Outcome outcome(bool good) {
    Outcome end{{}, user.equations.evaluations, user.jacobians};
    if (good) end.x.assign(span_of(x).begin(), span_of(x).end());
    return end;
  }

  User user;
  sunindextype n;
  N_Vector x, absolute;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  SUNNonlinearSolver fixed_point = nullptr;
};

Outcome cvode(const test::IvpProblem& problem, double tolerance, int family) {
  Tools tools(problem, tolerance);
  void* memory = CVodeCreate(family, context());
  CVodeInit(memory, derivatives, problem.start, tools.x);
  CVodeSVtolerances(memory, tolerance, tools.absolute);
  CVodeSetUserData(memory, &tools.user);
  CVodeSetMaxNumSteps(memory, most_steps);
  CVodeSetErrFile(memory, nullptr);
  if (family == CV_ADAMS) {
    tools.fixed_point = SUNNonlinSol_FixedPoint(tools.x, 0, context());
    CVodeSetNonlinearSolver(memory, tools.fixed_point);
  } else {
    tools.make_dense();
    CVodeSetLinearSolver(memory, tools.solver, tools.matrix);
    if (problem.jacobian != nullptr) CVodeSetJacFn(memory, jacobian);
  }
  bool good = true;
  for (double t = problem.start; good && t < problem.stop;) {
    const double limit = tools.user.equations.enter(t);
    if (t > problem.start) CVodeReInit(memory, t, tools.x);
    if (!problem.breaks.empty()) CVodeSetStopTime(memory, limit);
    good = CVode(memory, limit, tools.x, &t, CV_NORMAL) >= 0;
  }
  CVodeFree(&memory);
  return tools.outcome(good);
}

// Not ARKODE's default tables and settings, but some with which it does much better on these
// problems: the newest stiffly accurate tables of Kennedy and Carpenter 2019, no evaluation of f
// that the iteration already knows, guesses of falling order, an iteration that is not ended too
// early.
void make_lean(void* memory, int order) {
  ARKStepSetTableNum(memory, order == 4 ? ARKODE_ESDIRK43I6L2SA_6_3_4 : ARKODE_ESDIRK547L2SA2_7_4_5,
                     ARKODE_ERK_NONE);
  ARKStepSetDeduceImplicitRhs(memory, 1);
  ARKStepSetPredictorMethod(memory, 2);
  ARKStepSetMaxNonlinIters(memory, 6);
  ARKStepSetNonlinCRDown(memory, 1);
  ARKStepSetNonlinConvCoef(memory, 0.3);
  ARKStepSetMaxErrTestFails(memory, 60);
  ARKStepSetMaxConvFails(memory, 60);
}

Outcome arkode(const test::IvpProblem& problem, double tolerance, bool implicit, int order) {
  Tools tools(problem, tolerance);
  void* memory = ARKStepCreate(implicit ? nullptr : derivatives, implicit ? derivatives : nullptr,
                               problem.start, tools.x, context());
  ARKStepSVtolerances(memory, tolerance, tools.absolute);
  ARKStepSetUserData(memory, &tools.user);
  ARKStepSetMaxNumSteps(memory, most_steps);
  ARKStepSetErrFile(memory, nullptr);
  if (implicit) {
    make_lean(memory, order);
    tools.make_dense();
    ARKStepSetLinearSolver(memory, tools.solver, tools.matrix);
    if (problem.jacobian != nullptr) ARKStepSetJacFn(memory, jacobian);
  } else
    ARKStepSetOrder(memory, order);
  bool good = true;
  for (double t = problem.start; good && t < problem.stop;) {
    const double limit = tools.user.equations.enter(t);
    if (t > problem.start) ARKStepReset(memory, t, tools.x);
    ARKStepSetStopTime(memory, limit);  // its polynomial is of a lower order than its steps
    good = ARKStepEvolve(memory, limit, tools.x, &t, ARK_NORMAL) >= 0;
  }
  ARKStepFree(&memory);
  return tools.outcome(good);
}

int heat(double t, N_Vector x, N_Vector dx, void* user) {
  static_cast<test::HeatEquation*>(user)->derivatives(t, span_of(x), span_of(dx));
  return 0;
}

int heat_jacobian(double, N_Vector, N_Vector, SUNMatrix j, void* user, N_Vector, N_Vector,
                  N_Vector) {
  const double k = static_cast<test::HeatEquation*>(user)->conduction();
  const sunindextype n = SM_COLUMNS_B(j);
  for (sunindextype i = 0; i < n; ++i) {
    SM_ELEMENT_B(j, i, i) = -2 * k;
    if (i > 0) SM_ELEMENT_B(j, i - 1, i) = k;
    if (i + 1 < n) SM_ELEMENT_B(j, i + 1, i) = k;
  }
  return 0;
}

}  // namespace

std::vector<Peer> sundials_peers() {
  using test::IvpProblem;
  const auto ark = [](bool implicit, int order) {
    return [=](const IvpProblem& p, double r) { return arkode(p, r, implicit, order); };
  };
  return {
      {"cvode_adams", false, false,
       [](const IvpProblem& p, double r) { return cvode(p, r, CV_ADAMS); }},
      {"arkode_erk4", false, false, ark(false, 4)},
      {"arkode_erk5", false, false, ark(false, 5)},
      {"arkode_erk8", false, false, ark(false, 8)},
      {"cvode_bdf", true, false, [](const IvpProblem& p, double r) { return cvode(p, r, CV_BDF); }},
      {"arkode_dirk4", true, false, ark(true, 4)},
      {"arkode_dirk5", true, false, ark(true, 5)},
  };
}

BandRun cvode_on_heat(std::size_t cells, double stop, double tolerance) {
  test::HeatEquation equation(cells);
  const auto n = static_cast<sunindextype>(cells);
  N_Vector x = N_VNew_Serial(n, context());
  equation.solution(0, span_of(x));
  void* memory = CVodeCreate(CV_BDF, context());
  CVodeInit(memory, heat, 0, x);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetUserData(memory, &equation);
  CVodeSetMaxNumSteps(memory, most_steps);
  SUNMatrix matrix = SUNBandMatrix(n, 1, 1, context());
  SUNLinearSolver solver = SUNLinSol_Band(x, matrix, context());
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, heat_jacobian);
  BandRun run;
  double t = 0;
  if (CVode(memory, stop, x, &t, CV_NORMAL) >= 0)
    run.x.assign(span_of(x).begin(), span_of(x).end());
  CVodeGetNumSteps(memory, &run.steps);
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(x);
  return run;
}

}  // namespace bw::bench
