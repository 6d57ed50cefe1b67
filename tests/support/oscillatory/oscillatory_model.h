#pragma once
// A model as text and as formulas, with what a run of it needs, and its solution in long double.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "support/oscillatory/formula.h"

namespace bw::test::oscillatory {

struct OscillatoryModel {
  struct State {
    std::string name;
    double start = 0, nominal = 1;
    Formula derivative = 0.0;
  };
  struct Output {
    std::string name;
    Formula value;
  };
  // A variable that changes at events only. Its index is behind those of the states.
  struct Held {
    std::string name;
    double start = 0;
  };
  // At these times a state or a held variable gets a new value. Of several for one time, each sees
  // the values before it.
  struct Update {
    std::size_t target = 0;
    Formula value;
    std::vector<double> times{};
    double every = 0;  // above 0: sample(times[0], every)
  };

  std::string name;
  std::vector<State> states{};
  std::vector<Output> outputs{};
  std::vector<Held> held{};
  std::vector<Update> updates{};
  double stop = 1, tolerance = 1e-6, interval = 0.1;
  double periods = 0;  // of the fastest oscillation, about
  // Of a step by extrapolation. Much tighter than 1e-14 is only noise where many states add up.
  long double extrapolation_accuracy = 2e-16L;

  Formula add(std::string state, double start, double nominal = 1);
  Formula add_held(std::string variable, double start);  // after all states
  // The derivative of a state.
  Formula& der(const Formula& state) { return states[state.node()->index].derivative; }

  std::string text() const;
  // Where the reference has to stop; sorted.
  std::vector<double> breaks() const;
  // The updates of this time, of all states and held variables.
  void update(double time, std::span<long double> x) const;
  // What a run records: states, then outputs.
  std::vector<std::string> recorded() const;
  double nominal(std::size_t recorded) const;
};

// The rows of what is recorded, at these times, which rise: by Taylor series in long double, and
// by another method, ten times slower, Gragg-Bulirsch-Stoer of order 18. `finer` divides the
// accuracy of their steps.
struct ModelReference {
  std::vector<std::vector<double>> rows{};
};
ModelReference reference(const OscillatoryModel& model, const std::vector<double>& times,
                         long double finer = 1);
ModelReference extrapolated_reference(const OscillatoryModel& model,
                                      const std::vector<double>& times, long double finer = 1);

// The largest error among the rows in units of the tolerance, and where.
struct LargestError {
  double error = 0;
  std::size_t row = 0, variable = 0;
};
LargestError largest_error(const OscillatoryModel& model,
                           const std::vector<std::vector<double>>& rows,
                           const ModelReference& truth);

}  // namespace bw::test::oscillatory
