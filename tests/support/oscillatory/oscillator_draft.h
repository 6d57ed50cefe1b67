#pragma once
// What all kinds of generated oscillators draw in the same way.

#include <string>
#include <utility>
#include <vector>

#include "support/dice.h"
#include "support/oscillatory/oscillatory_model.h"

namespace bw::test::oscillatory {

struct Draft {
  Draft(std::uint64_t seed, double most_periods);

  // Log-uniform.
  double spread(double low, double high);
  // 1/stop times a number: what changes by about that much over the run.
  double slow(double low, double high) { return spread(low, high) / model.stop; }
  double near_one(double width) { return dice.between(1 - width, 1 + width); }
  // Fewer periods, for what is expensive or sensitive. Before the first state.
  void limit_periods(double most);
  // A tolerance is never below this one.
  void limit_tolerance(double least);

  // Position and velocity of an oscillator of about this frequency, in one of three ways:
  // x' = w v; x' = v with the nominal value w; x' = v without one.
  struct Pair {
    Formula x, v;
    double scale;  // x' = scale v
  };
  Pair oscillator(const std::string& suffix, double x, double v, double frequency);
  // x'' = acceleration; -w^2 x for the plain one.
  void accelerate(const Pair& pair, const Formula& acceleration);
  // x' of such a pair.
  static Formula speed(const Pair& pair) { return Formula(pair.scale) * pair.v; }

  Dice dice;
  OscillatoryModel model;
  double w = 1;  // the fast frequency
  Formula t = time_formula();

 private:
  double wish_ = 0;
};

using DraftFunction = void (*)(Draft&);
struct Family {
  const char* name;
  DraftFunction draw;
};

const std::vector<Family>& linear_families();
const std::vector<Family>& nonlinear_families();
const std::vector<Family>& forced_families();
const std::vector<Family>& drifting_families();
const std::vector<Family>& switching_families();
const std::vector<Family>& misleading_families();

}  // namespace bw::test::oscillatory
