#pragma once
// Observes an integration for `--diagnose`: the eigenvalues of df/dx along the solution and the
// measures derived from them, and which states cause rejected steps.
//
//   at every accepted step:  eigenvalues in its middle and at its end
//   between two evaluations that differ (in k, or in the number of unstable eigenvalues: one that
//   crosses zero crosses the border twice):  bisection, down to 2^-40 of the step
//   with many states:    `evaluations_for` evaluations in a run, and no bisection
//
//   FF3 = mean of max(-Re lambda) * simulated time        how many of the shortest time constants
//   FF4 = mean of |Im lambda| / |lambda|                  of the eigenvalue with the largest Im
//   FF5, FF6: see diagnose/stability.h and diagnose/border.h
//
// Source: F. E. Cellier, P. J. Moebius 1979, II to VI; the numbers FF3 and FF4 are our own.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diagnose/border.h"
#include "diagnose/critical_states.h"
#include "diagnose/fine_jacobian.h"
#include "diagnose/stability.h"
#include "math/eigenvalues.h"
#include "model/model.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"

namespace bw::diagnose {

constexpr std::size_t few_states = 50;     // below: every step
constexpr std::size_t most_states = 1000;  // above: a single evaluation takes many seconds

// The number of evaluations in a run with `states` states: about ten seconds of work.
double evaluations_for(std::size_t states);

class Diagnosis final : public ode::Watcher {
 public:
  // Receives the eigenvalues at the steps, the largest real part first.
  using Path = std::function<void(double t, std::span<const std::complex<double>> values)>;
  explicit Diagnosis(double data_accuracy, Path path = {});

  void begin(const model::ModelShape& shape, ode::Equations& equations,
             std::span<const double> nominals, const ode::Setup& setup) override;
  void accepted(const ode::Integrator& step) override;
  void rejected(std::span<const double> shares) override { critical_.add(shares); }
  void changed() override { has_last_ = false; }

  const std::vector<std::string>& states() const { return states_; }
  double data_accuracy() const { return data_accuracy_; }
  bool has_looked() const { return seen_ > 0; }
  bool samples() const { return states_.size() >= few_states; }
  double stiffness() const { return all_ > 0 ? fastest_ / all_ * span_ : 0.0; }  // FF3
  double oscillation() const { return all_ > 0 ? swing_ / all_ : 0.0; }          // FF4
  const Stability& stability() const { return stability_; }
  const Border& border() const { return *border_; }
  const CriticalStates& critical() const { return critical_; }

 private:
  struct Evaluation {
    double t = 0;
    bool seen = false;         // else the previous value
    std::size_t unstable = 0;  // eigenvalues in the right half-plane
    std::size_t modes = 0;     // below the border
    double fastest = 0, swing = 0;
    bool is_like(const Evaluation& other) const {
      return unstable == other.unstable && modes == other.modes;
    }
  };
  Evaluation evaluate_at(const ode::Integrator& step, double t);
  void measure_sizes(const ode::Integrator& step);
  void cover(const ode::Integrator& step, const Evaluation& a, const Evaluation& b,
             double resolution);
  void add(const Evaluation& a, const Evaluation& b);
  void report_path(const Evaluation& here);

  double data_accuracy_;
  Path path_;
  std::vector<std::string> states_;
  std::span<const double> nominals_;
  ode::Setup setup_;
  double span_ = 1, next_evaluation_ = 0, between_evaluations_ = 0;
  std::optional<FineJacobian> jacobian_;
  std::optional<math::Eigenvalues> eigenvalues_;
  std::vector<double> x_, sizes_;
  bool has_last_ = false;
  Evaluation last_;
  long evaluations_ = 0, seen_ = 0;
  double all_ = 0, fastest_ = 0, swing_ = 0;
  Stability stability_;
  std::optional<Border> border_;
  CriticalStates critical_;
};

}  // namespace bw::diagnose
