#pragma once
// What watches the steps of an integration: the ends of the accepted ones (--every-step of methods
// that choose their step sizes), and all of them for a picture.

#include <span>
#include <vector>

#include "model/model.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"
#include "result/history/step_log.h"

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

// The steps of an integration for a picture; looks only, so that the integration is the same with
// and without it.
class StepWatch final : public ode::Watcher {
 public:
  void begin(const model::ModelShape& /*shape*/, ode::Equations& /*equations*/,
             std::span<const double> /*nominals*/, const ode::Setup& /*setup*/) override {}
  void accepted(const ode::Integrator& step) override {
    log_.accepted(step.previous_time(), step.time(), step.step_error());
  }
  void rejected(std::span<const double> /*shares*/) override { log_.rejected(); }
  void changed() override {}

  const result::StepLog& log() const { return log_; }

 private:
  result::StepLog log_;
};

}  // namespace bw::run
