#pragma once
// Common base of the SUNDIALS methods: they provide a solver that takes one step, this class the
// Integrator around it.
//
//   weights       w_i = R |x_i| + A_i at the begin of a step, as all our methods have them
//   limits        are stop times; a rest of one to two steps is halved, so that no sliver is left
//   f not finite  is reported as recoverable: the solver tries smaller steps; bad_ has the states
//
// No solver's memory can be copied. A clone has the point, the step size and the polynomial of the
// last step; at its next step it restarts there, with order 1 if it is a multistep method. A
// rollback thus gives the same solution within the tolerance, not to the last bit.
//
// Source: A. C. Hindmarsh et al. 2005, SUNDIALS: suite of nonlinear and differential/algebraic
// equation solvers, ACM TOMS 31.

#include <sundials/sundials_context.h>

#include <exception>
#include <optional>

#include "math/dominant_pair.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/newton_matrix.h"

namespace bw::ode {

class Sundials : public Integrator {
 public:
  Sundials(const Sundials&) = delete;
  Sundials& operator=(const Sundials&) = delete;

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override { restart_due_ = true; }
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t, std::span<double> x) const override;

  double time() const override { return t_; }
  double previous_time() const override { return t_before_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }
  // Of the last Jacobian. Without a matrix: of differences of f, renewed after some steps.
  FastestMode fastest() override;
  void propose(double h) override { h_ = h; }
  void assign(const Integrator& from) override;

 protected:
  Sundials(Equations& equations, const Setup& setup);

  // The solver itself; it is created before the first step, so that a clone that never steps costs
  // little.
  virtual void make() = 0;
  virtual void begin(double h) = 0;  // at (t_, x_), with a first step of h; 0: its own guess
  virtual int advance(double least, double stop, double& t) = 0;     // one step into x_
  virtual int derivative(double t, int k, N_Vector into) const = 0;  // of its polynomial, k times
  virtual int degree() const = 0;  // of the last step's polynomial
  virtual double next_step() const = 0;
  virtual long rejected() const = 0;  // since begin()
  virtual void local_errors(N_Vector into) const = 0;

  SUNContext context() const { return context_.get(); }
  N_Vector state_vector() const { return state_vector_; }
  NewtonMatrix& newton_matrix();  // made on first use
  double largest_step() const { return setup_.largest_step; }

  // What SUNDIALS calls; `self` is a Sundials. 0: good, 1: try again with a smaller step, -1: end.
  static int slope(double t, N_Vector x, N_Vector dx, void* self);
  static int weigh(N_Vector x, N_Vector w, void* self);
  int fill(double t, N_Vector x, N_Vector dx, bool may_keep, int& evaluated, double gamma);
  static void keep_silent(int, const char*, const char*, char*, void*) {}

  double t_ = 0, t_before_ = 0;
  double h_ = 0;  // a good size for the next step; 0: not known
  bool restart_due_ = true;
  std::vector<double> x_, x_before_;
  Equations& equations_;
  Setup setup_;

 private:
  struct FreeContext {
    void operator()(SUNContext context) const { SUNContext_Free(&context); }
  };

  // A polynomial given by its derivatives at t: row k has the k-th times h^k / k!.
  struct Taylor {
    double t = 0, h = 1;
    std::vector<double> rows{};
  };

  void open();
  Trouble hop(double limit);
  double stop_time(double limit) const;
  void remember_step(double stop);
  Trouble failure();
  void expand(Taylor& into) const;
  FastestMode fastest_by_differences();

  std::unique_ptr<std::remove_pointer_t<SUNContext>, FreeContext> context_;
  Made<N_Vector> state_vector_, scratch_vector_;
  std::optional<NewtonMatrix> newton_matrix_;
  std::vector<double> nominals_, weights_;
  mutable std::vector<double> scratch_;
  Taylor taylor_;              // of the last step, when the solver no longer has it
  std::vector<double> bad_;    // of the last call of f: values that are not finite
  bool old_jacobian_ = true;   // of another f, or of none
  std::exception_ptr thrown_;  // by the equations, to be rethrown behind SUNDIALS
  long rejected_before_ = 0;
  std::optional<math::PowerIteration> power_;  // where there is no matrix
  FastestMode fastest_;                        // likewise: what it said
  long examined_at_ = 0;                       // likewise: after so many steps; 0: never
  Counts counts_;
};

}  // namespace bw::ode
