#pragma once
// The global error of an integration, from two integrations of the same run with different
// tolerances.
//
//   d = max over rows and columns of |coarse - fine| / (R |fine| + A)
//
// The fine one is delivered, and d is reported as its error. It is about the error of the coarse
// one, a margin for errors that are not quite proportional to the tolerance. Both must have met the
// same events. A row within the uncertainty of an event may lie on either side of it: such a row is
// not compared until the event time is known better.
// Where there are few rows, some times before each are compared, too: at a single time the
// difference may just be changing its sign.
// Where rounding decides, the fine one is not better than the coarse one, and d may be small by
// chance: it counts up to five times.
// Where d is too large, the tolerances of the next two integrations follow from it.
//
// Source: L. F. Shampine, Numerical Solution of Ordinary Differential Equations 1994, 7 (global
// error by reintegration); F. E. Cellier, D. P. F. Moebius 1979 (the demand).

#include <optional>
#include <vector>

#include "base/value.h"
#include "model/event_mark.h"

namespace bw::ode {

struct Solution {
  double relative = 0;                // the tolerance it was made with
  std::vector<double> reals{};        // row after row
  std::vector<Discrete> discretes{};  // likewise
  std::vector<model::EventMark> events{};
  std::optional<model::NearEvent> near_event{};  // the nearest of those that did not occur
  double rounding_factor = 1;  // of its differences to others, where its errors are rounding
};

// The output times and the required accuracy.
struct Wanted {
  double relative = 1e-4;
  std::vector<double> absolute{};  // per real column
  std::vector<double> times{};     // of rows, and of points in between that are only compared
  std::size_t stride = 1;          // every stride-th time is a row
  bool ends_at_event = false;      // the last row is behind the last event, whatever its time
};

// The times of rows; where there are few rows, also some shortly before each. Errors of multistep
// methods hardly follow the tolerance, and two of them may be equal at one time: they are compared
// all along the run.
Wanted wanted_at(const std::vector<double>& rows, bool is_multistep = false);

struct Difference {
  std::optional<std::size_t> other_event{};  // the first that differs or is missing
  double largest = 0;                        // in units of the tolerance; its place is given below
  std::size_t row = 0, column = 0;
  std::vector<double> per_column{};
  std::optional<std::size_t> unclear_row{};  // at an event whose time is not known well enough
  std::vector<double> event_errors{};        // of each event time

  bool is_small() const { return !other_event && !unclear_row && largest <= 1.0; }
};

// The time of an event that may or may not occur: errors as large as that of the coarse integration
// decide.
std::optional<double> undecided_event(const Solution& coarse, const Difference& difference,
                                      double relative);

// Both integrations were ended by the model at nearly the same time, and the last row of each is
// the one at its end: both are shortened to the rows that both have and the one at the end.
struct EarlyRows {
  std::size_t common = 0;     // rows that both have, without the one at the end
  std::size_t discretes = 0;  // columns
  double time = 0;            // of the end
};
Wanted wanted_until(const EarlyRows& early, const Wanted& full, Solution& coarse, Solution& fine);

// Whatever their times are.
bool is_same_event(const model::EventMark& a, const model::EventMark& b);

Difference compare(const Solution& coarse, const Solution& fine, const Wanted& wanted);

// Of the rows alone, all of them, whatever the events were.
Difference compare_rows(const Solution& coarse, const Solution& fine, const Wanted& wanted);

// The absolute error bound of each real value; as Difference, but including the neighbours where a
// difference happens to change its sign.
std::vector<double> error_of_rows(const Solution& coarse, const Solution& fine,
                                  const Wanted& wanted);

// Below it the errors of a step are rounding.
constexpr double least_relative = 1e-14;

// The tolerances of the next two integrations. The coarser one may exist already (then it is equal
// to fine.relative); nothing: it cannot get better.
struct TolerancePair {
  double coarse = 0, fine = 0;
};
TolerancePair first_tolerances(double relative);
// The tolerance `relative` of a run for which these would be the first ones.
double accuracy_of(const TolerancePair& pair, double relative);
// The second tolerance, from the number of steps of the first: few steps of a high order hardly
// change with a tolerance that is a little smaller.
double finer_tolerance(const TolerancePair& pair, long coarse_steps, int order);
// Nearly all steps end at events: with a method of high order, a tolerance that is a little smaller
// would not change them.
bool is_led_by_events(std::size_t events, long steps, int order);
std::optional<TolerancePair> next_tolerances(const Solution& coarse, const Solution& fine,
                                             const Difference& difference, bool undecided = false);

}  // namespace bw::ode
