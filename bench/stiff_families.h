#pragma once
// Stiff problems of any size, to measure from which size on a method pays off. Each is given by f
// and by the entries of df/dx; the pattern may be hidden, and so may the Jacobian.
//
//   thresholds are set with    brusselator   two substances that react and diffuse
//                              rod           conduction that grows with the temperature, radiation
//                              relaxation    Van der Pol oscillators in a row
//   and are checked with       cusp          nerve impulse beside a cusp catastrophe, in a ring
//                              line          transmission line with resistance and nonlinear leaks
//                              kinetics      random reactions of one or two molecules
//
// Sources: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.10 (Brusselator,
// cusp). The others were made for this measurement.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ode/kernel/integrator.h"

namespace bw::bench {

class StiffFamily : public ode::Equations {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;
  using Add = std::function<void(std::size_t row, std::size_t column, double value)>;

  StiffFamily(std::string name, double stop, bool for_training)
      : name_(std::move(name)), stop_(stop), for_training_(for_training) {}

  const std::string& name() const { return name_; }
  bool for_training() const { return for_training_; }
  double stop() const { return stop_; }
  const std::vector<double>& start() const { return x0_; }
  std::size_t colours() const;  // RHS evaluations of a Jacobian by differences
  // What a method may see.
  void show(bool pattern, bool jacobian) {
    shows_pattern_ = pattern;
    shows_jacobian_ = jacobian;
  }

  std::size_t size() const final { return x0_.size(); }
  void derivatives(double t, In x, Out dx) final {
    ++evaluations;
    f(t, x, dx);
  }
  const math::Pattern* sparsity() const final { return shows_pattern_ ? &pattern_ : nullptr; }
  bool has_jacobian() const final { return shows_jacobian_; }
  void jacobian(double t, In x, Out j) final;

  long evaluations = 0, jacobians = 0;

 protected:
  virtual void f(double t, In x, Out dx) const = 0;
  virtual void entries(double t, In x, const Add& add) const = 0;
  void begin(std::vector<double> x0);  // at the end of construction

 private:
  std::string name_;
  double stop_;
  bool for_training_, shows_pattern_ = true, shows_jacobian_ = true;
  std::vector<double> x0_;
  math::Pattern pattern_;
};

// One of each, with about n states.
std::vector<std::unique_ptr<StiffFamily>> stiff_families(std::size_t n);

}  // namespace bw::bench
