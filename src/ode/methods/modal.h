#pragma once
// Exponential collocation for linear models with constant coefficients: x' = J x + b(t). The steps
// follow b(t) alone, however fast the modes of J oscillate or decay.
//
//   8 nodes t_i = t + i delta, delta = h/7;  g_i = f(t_i, X_i) - J X_i, which is b(t_i)
//   polynomial through them:  g(t_i + u delta) = sum_k a_ik u^k / k!,  k = 0..7
//   X_{i+1} = phi_0(delta J) X_i + delta sum_k phi_{k+1}(delta J) a_ik,  in the modes (math/modes)
//   between:  the same from the node before, with theta < delta and (theta/delta)^k a_ik
//   error:    e = 0.05 |h phi_1(delta J) Delta^7 g|;  and b between the nodes, see below
//   h takes no other values than h_0 2^-m, and what is left before a limit
//
// f must be affine in x with this J, which each step tests at points that the solution need not
// reach: nodes that are whole periods apart would all show the same phase, and a term like
// max(0, x - 1)^2 may act in a small part of a period only. The sizes of the modes bound the states
// whatever the phases (Integrator::reach). Three evaluations towards these bounds, with signs that
// change from step to step: two at the end of the step, where f has to be affine to rounding; one
// between the nodes, where g has to be the polynomial within the tolerance.
//
// Of a model whose formulas are known their bounds say whether anything within the reach could be
// narrow, and so pass between these points.
//
// What the basis of modes loses by rounding is added up in units of the user's tolerance: both
// integrations of a run would lose the same.
//
// Source: M. Hochbruck, A. Ostermann, Exponential Runge-Kutta methods for parabolic problems 2005
// (exponential collocation); error, tests and choice of the basis are our own.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "math/constants.h"
#include "math/modes.h"
#include "model/enclosure.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/methods/modes_cache.h"

namespace bw::ode {

class ModalMethod final : public Integrator {
 public:
  ModalMethod(Equations& equations, const Setup& setup);

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t, std::span<double> x) const override;

  double time() const override { return now_.t; }
  double previous_time() const override { return now_.t_before; }
  std::span<const double> state() const override { return now_.x; }
  const Counts& counts() const override { return counts_; }
  bool sees_both_halves() const override { return true; }
  FastestMode fastest() override;
  std::span<const double> reach() const override {
    return setup_.has_indicators ? std::span<const double>() : now_.reach;
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<ModalMethod>(*this);
  }
  void assign(const Integrator& from) override;

 private:
  static constexpr double most_lost = 0.2;  // by rounding in the modes, of the user's tolerance

  using Values = std::vector<double>;

  // Everything that a rollback restores.
  struct Standing {
    Standing(Equations& equations, const ModesCache& empty) : jacobian(equations), cache(empty) {}
    double t = 0, t_before = 0;
    Values x, x_before, f, f_before;  // f at both ends
    bool knows_slope = false;
    Values y, y_before;  // x in modes
    Values at_nodes, g;  // of the last step, in modes: 8 times n
    double delta = 0;
    Values reach;
    int halvings = 0;                  // of the step
    double lost = 0, lost_before = 0;  // by rounding in the modes
    std::uint64_t signs = 1;           // of the points where f is tested
    bool jacobian_may_differ = false;
    Values nominals, absolute;
    Jacobian jacobian;
    ModesCache cache;
    std::shared_ptr<const math::Modes> modes{};  // null: not known yet
  };

  struct Tried {
    double error = math::nan;
    Trouble trouble{};
  };

  Trouble begin_step();
  Trouble find_modes();
  double step_end(double limit);
  Tried attempt(double end);
  bool follow(double end);
  Trouble left(Trouble trouble);
  Trouble accept(double end);
  bool evaluate(double t, std::span<const double> x, std::span<double> f);
  void take_force(std::span<const double> x, std::span<const double> f, std::size_t node);
  void take_terms(std::size_t node, std::span<double> a) const;
  void weigh();
  double estimate();
  double size_of(std::span<const double> force, double factor);
  std::optional<std::size_t> find_bend(double end);
  std::optional<std::size_t> narrow_derivative();
  double look_between();
  double error_at(std::size_t about, double place, const Values& point);
  void within(double t, std::span<double> x) const;  // the step that is being tried
  Trouble count_losses(double h);
  void halve(double tried, double error);
  Trouble failure(double h) const;
  double weight(std::size_t i) const {
    return setup_.tolerance.relative * sizes_[i] + now_.absolute[i];
  }
  std::span<double> node(Values& values, std::size_t i) const {
    return {values.data() + i * n_, n_};
  }
  std::span<const double> node(const Values& values, std::size_t i) const {
    return {values.data() + i * n_, n_};
  }

  Equations& equations_;
  Setup setup_;
  std::size_t n_;
  double largest_;   // h_0
  double accuracy_;  // the user's tolerance
  Standing now_;
  Counts counts_;
  math::Modes::Table table_;
  Values forces_;                      // g at the nodes, not in modes
  Values x_guess_, f_guess_;           // at the last node, before the forces were known
  Values sizes_, mode_sizes_, terms_;  // of states, modes and f over the step
  std::vector<model::Curve> curves_;   // for the bounds
  std::vector<model::Bound> bounds_;
  Values point_, f_point_, scratch_, a_, shares_, bad_;
  mutable math::Modes::Table row_table_;
  mutable Values row_terms_, row_modes_;
};

}  // namespace bw::ode
