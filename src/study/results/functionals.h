#pragma once
// Scalars of a curve, each with the error that follows from the errors of its rows: the true curve
// is taken to lie within x - e and x + e, and what lies between two rows to be as smooth as the
// rows around it say. The part that comes from the distance of the rows is estimated, too.

#include <span>

namespace bw::study {

struct Curve {
  std::span<const double> t, x, e;  // e: of the same size; nan: not estimated
};

// A value of nan: it does not occur in this run. An error of nan: not estimated.
struct Estimate {
  double value = 0, error = 0;
  double spacing = 0;  // the part of the error that comes from the distance of the rows
};

Estimate at_end(const Curve& curve);
Estimate at_start(const Curve& curve);
Estimate largest(const Curve& curve);
Estimate smallest(const Curve& curve);
Estimate time_of_largest(const Curve& curve);
Estimate time_of_smallest(const Curve& curve);
Estimate integral(const Curve& curve);
Estimate mean(const Curve& curve);  // over time
Estimate root_mean_square(const Curve& curve);
// `has_equal`: at the level counts as above it.
Estimate first_time_above(const Curve& curve, double level, bool has_equal = false);
Estimate time_spent_above(const Curve& curve, double level, bool has_equal = false);
Estimate value_at(const Curve& curve, double time);

}  // namespace bw::study
