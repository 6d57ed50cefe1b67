#pragma once
// The return map of a nearly periodic solution: one revolution from (t, z).
//
//   section    phi(y) = sum_i d_i (y_i - z_i),  d_i = f_i(t, z) / size_i^2: through z itself, so
//              that it never has to be chosen or moved
//   return     phi becomes negative, then zero from below, at a distance from z of at most 0.3 of
//              the largest on the way; else the next such crossing (orbits with several loops)
//   result     change y - z and period tau, smooth functions of (t, z)
//
// lead() makes a revolution with error control and keeps its step sizes, follow() repeats them:
// without that the noise of step control would hide what differs between two revolutions. Time
// within a revolution counts from 0: the difference of two large times would lose digits, and every
// error here is multiplied by the number of revolutions.
//
// Source: L. R. Petzold 1981; K. Gallivan, C. W. Gear 1982 (period found while integrating).

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ode/kernel/integrator.h"
#include "ode/methods/dop853.h"

namespace bw::ode::multirevolution {

// Steps of dop853, one by one.
using MicroSteps = dormand_prince_8::DormandPrince8<class Revolution>;

enum class Return {
  found,
  missing,     // no return, or something that is not finite
  too_coarse,  // the step sizes do not suit this revolution
  beyond       // it would need f behind the latest time
};

// The dense output of a revolution, step after step.
struct DenseRevolution {
  std::vector<double> ends;          // of the steps
  std::vector<double> coefficients;  // dop853's, for each step
  double period = 0;

  struct Place {
    const double* coefficients;  // of the step
    double share, length;        // of the step that has passed; of the step in time
  };
  Place place(double local, std::size_t states) const;

  void clear() {
    ends.clear();
    coefficients.clear();
  }
  // Adds `weight` times the states at this time within the revolution to `x`.
  void add(double local, double weight, std::span<double> x) const;
  // Likewise of their slopes, per revolution.
  void add_slopes(double local, double weight, std::span<double> dx) const;
};

class Revolution {
 public:
  // `setup` has the tolerance of the steps.
  Revolution(Equations& equations, const Setup& setup);

  struct From {
    double time = 0;
    std::span<const double> z{};
    double latest = 0;  // f is not evaluated behind it
  };
  // How follow() repeats the steps; kept from one iteration to the next.
  struct Pace {
    double scale = 1;    // of all sizes
    double landing = 0;  // size of the last step; 0: not known
  };
  struct To {
    std::vector<double> change;
    double period = 0;
  };

  // Nominal values for the absolute tolerance; sizes for the section.
  void set_sizes(std::span<const double> nominals, std::span<const double> sizes);

  // With error control, beginning with a step of `first` (0: not known). `finer`: divisor of the
  // sizes that are kept.
  Return lead(const From& from, double first, double finer);
  Return follow(const From& from, Pace& pace, To& to, DenseRevolution* dense = nullptr);
  // Part of a revolution, with error control: the state after `duration`. False: f is not finite.
  bool reach(const From& from, double duration, std::span<double> x);
  // What lead() found is that of another one, for the same equations and tolerance.
  void assign(const Revolution& other);

  // Of the revolution that lead() made.
  const To& led() const { return led_; }
  std::span<const double> peaks() const { return peaks_; }  // largest |x_i|
  double rate() const { return rate_; }                     // largest |f_i| / size_i at its begin
  std::size_t steps() const { return sizes_of_steps_.size(); }
  double first_step() const { return sizes_of_steps_.empty() ? 0 : sizes_of_steps_.front(); }
  const Counts& counts() const { return micro_.counts(); }

 private:
  // f with the time of the revolution's begin added.
  class Shifted final : public Equations {
   public:
    explicit Shifted(Equations& of) : of_(of) {}
    std::size_t size() const override { return of_.size(); }
    void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
      of_.derivatives(begin + t < latest ? begin + t : latest, x, dx);
    }
    double begin = 0, latest = 0;

   private:
    Equations& of_;
  };

  void start(const From& from);
  void take_normal();
  double section() const;
  double distance() const;
  void note_peaks();
  bool land(double& h);
  Return finish(To& to);
  void keep_sizes(const std::vector<double>& natural, double landing, double finer);
  Return attempt(const From& from, std::size_t frozen, Pace& pace, DenseRevolution* dense);
  static void record(const MicroSteps& micro, std::size_t states, DenseRevolution* dense);

  Shifted shifted_;
  MicroSteps micro_;
  std::vector<double> nominals_, sizes_, normal_, z_, peaks_;
  std::vector<double> sizes_of_steps_;  // the last one lands
  double far_ = 0;                      // largest distance from z in the led revolution
  double rest_ = 0;                     // what is left of the time to the crossing: a tiny step
  double rate_ = 0;
  To led_;
};

}  // namespace bw::ode::multirevolution
