#pragma once
// The steps of integrations, with what lies between them: the solution at the Chebyshev points of
// each step. A polynomial of degree eight through them is the method's own dense output, of
// whatever method, to the last digits.

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "model/model.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"

namespace bw::python {

// Where two solutions are compared besides a time: a little before it, because their difference may
// change its sign there. `previous`: the time before it.
double place_before(double t, double previous);

// One integration. Times rise; they are of the model.
struct Recording {
  double relative = 0;           // tolerance
  std::size_t number = 0;        // of those that the model began
  std::vector<double> times{};   // of the start and of the end of each step
  std::vector<double> inside{};  // step after step, point after point, the states; NaN: not shown
  std::vector<double> first{};   // the states at the start
  long factorisations = 0;

  std::size_t steps() const { return times.size() - 1; }
  // The states at a time of any step; the first or the last step beyond them. `hint`: the step of
  // the last call, where to look first.
  void at(double t, std::span<double> x, std::size_t& hint) const;
};

class Recorder final : public ode::Watcher {
 public:
  static constexpr std::size_t points = 8;  // of a step, without its begin
  // From 0 to 1; the first is the begin of a step.
  static std::array<double, points + 1> places();

  // `begun`: how many integrations the model has begun. `shown`: the only times at which the
  // solution will be looked at, rising; empty: any. What lies within a step may cost evaluations.
  explicit Recorder(std::function<std::size_t()> begun, std::vector<double> shown = {})
      : begun_(std::move(begun)), shown_(std::move(shown)) {}

  void begin(const model::ModelShape& shape, ode::Equations& equations,
             std::span<const double> nominals, const ode::Setup& setup) override;
  void accepted(const ode::Integrator& step) override;
  void rejected(std::span<const double> /*shares*/) override {}
  void changed() override {}

  // All that began; of older ones only how many factorisations they took.
  std::vector<Recording> take() { return std::move(recordings_); }

 private:
  bool is_shown(double from, double to);

  std::function<std::size_t()> begun_;
  std::vector<double> shown_;
  std::size_t next_ = 0;  // of shown_, of those not before the last step
  std::vector<Recording> recordings_;
};

}  // namespace bw::python
