#pragma once
// Chooses the method, and changes it during the run (ode/methods/choose).
//
//   start with the explicit method for the requested accuracy
//   after each step estimate the fastest mode:
//     explicit: h |lambda| at the border of stability in ten steps  ->  the stiff one
//     implicit: h |lambda| small in three steps                     ->  the explicit one
//   while the solution oscillates and it pays: a method that passes over the oscillations
//     (ode/methods/automatic/oscillation_choice)
//   after an event: the choice for the number of events so far
//   a method that fails is replaced by one of the other kind
//
// A change happens between two steps: the new method starts where the old one ended, with its step
// size. All of them are one-step methods but bdf, so nothing is lost by that. bdf starts with short
// steps of order 1, at each event too: its longest recent step is judged.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/method_choice.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/automatic/oscillation_choice.h"
#include "ode/methods/choose.h"

namespace bw::ode {

class Automatic final : public Integrator {
 public:
  Automatic(Equations& equations, const Setup& setup);
  Automatic(const Automatic& other);
  Automatic& operator=(const Automatic&) = delete;

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t, std::span<double> x) const override { integrator_->interpolate(t, x); }
  std::span<const double> reach() const override { return integrator_->reach(); }
  bool sees_both_halves() const override { return integrator_->sees_both_halves(); }
  double last_error() const override { return integrator_->last_error(); }
  FastestMode fastest() override { return integrator_->fastest(); }
  void propose(double h) override { integrator_->propose(h); }

  double time() const override { return integrator_->time(); }
  double previous_time() const override { return integrator_->previous_time(); }
  std::span<const double> state() const override { return integrator_->state(); }
  const Counts& counts() const override { return counts_; }
  double rounding_factor() const override {
    return std::max(rounding_factor_, integrator_->rounding_factor());
  }
  std::span<const model::MethodChoice> choices() const override { return choices_; }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Automatic>(*this); }
  void assign(const Integrator& from) override;

 private:
  void assign_rest(const Automatic& other);
  void take(const MethodKind& kind);
  void take(const MethodKind& kind, Equations& equations);
  void change(bool stiff, const std::string& why);
  void begin_at(double t, double h, const std::string& why);
  void note_choice(double t, const std::string& why);
  void begin_passing_over();
  bool end_passing_over(const Trouble& trouble);
  Trouble make_step(double limit);
  void after_step(double limit);
  bool is_linear_from_its_begin(double limit);
  bool take_state_at(double t);
  void take_tightness();
  void take_tightness_at(double t, double h);
  void go_back_to_the_first();
  void watch();
  bool is_an_oscillation(double h, double rate);
  bool will_grow(const GrowingMode& mode, double rate) const;
  std::vector<double> weights() const;
  double step_to_judge();
  void count_break();
  bool another_suits_the_events() const;
  Trouble try_the_other(const Trouble& trouble, double limit);
  void count();

  Equations& equations_;
  Setup setup_;
  Features features_;
  StiffnessWatch watch_;
  const MethodKind* kind_ = nullptr;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> nominals_, x_;
  Counts counts_, counted_;  // of all methods; of the current one, as already counted
  long steps_ = 0, restarts_ = 0;
  double rounding_factor_ = 1;  // of the methods before
  double longest_ = 0;          // step of this method, fading
  std::optional<bool> due_;     // the next step should use a stiff method, or an explicit one
  OscillationChoice oscillation_;
  double tightness_ = 1;                              // share of the tolerance
  bool is_first_step_ = false;                        // since a restart
  std::vector<double> first_x_;                       // where it begins
  bool passing_due_ = false, following_due_ = false;  // likewise one that passes over oscillations
  std::string why_;
  std::vector<model::MethodChoice> choices_;
};

}  // namespace bw::ode
