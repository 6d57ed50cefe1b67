#pragma once
// The ends of the accepted steps of an integration (--every-step of methods that choose their step
// sizes).

#include <span>
#include <vector>

#include "model/model.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"

namespace bw::run {

class StepTimes final : public ode::Watcher {
 public:
  StepTimes(double start, double stop) : times_{start}, stop_(stop) {}

  void begin(const model::ModelShape& /*shape*/, ode::Equations& /*equations*/,
             std::span<const double> /*nominals*/, const ode::Setup& /*setup*/) override {}
  void accepted(const ode::Integrator& step) override {
    if (step.time() > times_.back() && step.time() < stop_) times_.push_back(step.time());
  }
  void rejected(std::span<const double> /*shares*/) override {}
  void changed() override {}

  // From the start to the stop.
  std::vector<double> times() const {
    std::vector<double> all = times_;
    all.push_back(stop_);
    return all;
  }

 private:
  std::vector<double> times_;
  double stop_;
};

}  // namespace bw::run
