#pragma once
// The global error of an integration, from two passes over the same run with different tolerances.
//
//   d = max over rows and columns of |coarse - fine| / (R |fine| + A)
//
// The fine one is delivered, and d is told as its error: about that of the coarse one, so that
// there is room for errors that do not quite follow the tolerance. Both passes must have met the
// same events. A row within the uncertainty of an event shows the side where its pass was: such a
// row says nothing of the error until the event is known better.
// Of few rows some times before each are compared, too: at a single time the difference may just be
// changing its sign.
// Where d is too large, the tolerances of the next two passes follow from it.
//
// Source: L. F. Shampine, Numerical Solution of Ordinary Differential Equations 1994, 7 (global
// error by reintegration); F. E. Cellier, D. P. F. Moebius 1979 (the demand).

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/value.h"
#include "model/event_mark.h"

namespace bw::ode {

struct Pass {
  double relative = 0;                // the tolerance it was made with
  std::vector<double> reals{};        // row after row
  std::vector<Discrete> discretes{};  // likewise
  std::vector<model::EventMark> events{};
  std::optional<model::NearEvent> near_event{};  // the nearest of those that did not happen
};

// The rows and what is asked of them.
struct Wanted {
  double relative = 1e-4;
  std::vector<double> absolute{};  // per real column
  std::vector<double> times{};     // of rows, and of points in between that are only compared
  std::size_t stride = 1;          // every so many of the times is a row
};

// The times of rows, and where there are few of them some shortly before each.
Wanted wanted_at(const std::vector<double>& rows);

struct Difference {
  std::optional<std::size_t> other_event{};  // the first that is not the same, or is missing
  double largest = 0;                        // in units of the tolerance, where it is told below
  std::size_t row = 0, column = 0;
  std::vector<double> per_column{};
  std::optional<std::size_t> unclear_row{};  // it lies at an event whose time is not known so well
  std::vector<double> event_errors{};        // of each event, in time

  bool is_small() const { return !other_event && !unclear_row && largest <= 1.0; }
};

// The time of an event that may or may not be there: errors as large as that of the coarse pass
// decide.
std::optional<double> undecided_event(const Pass& coarse, const Difference& difference,
                                      double relative);

Difference compare(const Pass& coarse, const Pass& fine, const Wanted& wanted);

// What the absolute error of each real value may be; as Difference, but with its neighbours' where
// a difference happens to change its sign.
std::vector<double> error_of_rows(const Pass& coarse, const Pass& fine, const Wanted& wanted);

// Below it errors of a step are rounding.
constexpr double least_relative = 1e-14;

// The tolerances of the next two passes, of which the coarser one may have been made already (then
// it is equal to fine.relative); nothing: it cannot get better.
struct NextPasses {
  double coarse = 0, fine = 0;
};
NextPasses first_passes(double relative);
// The second of them, when the first took so many steps of a method: few steps of a high order
// hardly become more with a tolerance that is a little smaller.
double finer_tolerance(const NextPasses& passes, long coarse_steps, int order);
std::optional<NextPasses> next_passes(const Pass& coarse, const Pass& fine,
                                      const Difference& difference, bool undecided = false);

}  // namespace bw::ode
