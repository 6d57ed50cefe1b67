#pragma once
// The problems of ivp_problems.h as integrators and as the event march want them.

#include "model/model.h"
#include "ode/kernel/integrator.h"
#include "support/ode/ivp_problems.h"

namespace bw::test {

// Between two breaks f keeps the side that it has there, also at the second one.
class IvpEquations final : public ode::Equations {
 public:
  explicit IvpEquations(const IvpProblem& problem) : problem_(problem) { enter(problem.start); }

  // From t on, up to the next break, which is returned; the stop is the last one.
  double enter(double t);

  std::size_t size() const override { return problem_.size(); }
  void derivatives(double t, In x, Out dx) override {
    ++evaluations;
    problem_.f(t < last_ ? t : last_, x, dx);
  }
  bool has_jacobian() const override { return problem_.jacobian != nullptr; }
  void jacobian(double t, In x, Out j) override { problem_.jacobian(t < last_ ? t : last_, x, j); }

  long evaluations = 0;

 private:
  const IvpProblem& problem_;
  double last_ = 0;  // where f still has this side
};

// As a Model. Announced: a jump is a time event, and a kink is reported; else they are unknown.
class IvpModel final : public model::Model {
 public:
  explicit IvpModel(const IvpProblem& problem, bool announced = true);

  const model::ModelShape& shape() const override { return shape_; }
  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override;
  model::EventUpdate start(Out x) override;
  void set_inputs(const model::SignalsIn&) override {}
  void derivatives(double t, In x, Out dx) override;
  void outputs(double t, In x, const model::SignalsOut& y) override;
  void records(double, In, const model::SignalsOut&) override {}
  void nominals(Out sizes) override;
  model::EventUpdate handle_event(double t, Out x) override;
  double next_kink(double t) override;
  void jacobian(double t, In x, Out j) override { equations_.jacobian(t, x, j); }
  void save(std::unique_ptr<model::Snapshot>& into) override;
  void restore(const model::Snapshot& from) override;

 private:
  model::EventUpdate enter(double t);

  const IvpProblem& problem_;
  const bool announced_;
  IvpEquations equations_;
  double since_ = 0;
  model::ModelShape shape_;
};

struct IvpEnd {
  std::vector<double> x;  // empty: it did not get there
  ode::Trouble trouble{};
  ode::Counts counts{};
  long evaluations = 0;
};

// One run, restarted at each break. Gives up after `most_steps`.
IvpEnd solve(const IvpProblem& problem, const ode::MethodKind& method, ode::Setup setup,
             long most_steps = 1000000);

// Whether a method is made for such problems; fixed steps are for none of them.
bool suits(const ode::MethodKind& method, const IvpProblem& problem);

}  // namespace bw::test
