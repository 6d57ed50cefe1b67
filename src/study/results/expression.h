#pragma once
// A result of a study as it is written: a formula of scalars of curves and of parameters,
//
//   max(room.T) - min(room.T)      time(room.T > 22 degC)      mean(abs(a.x - b.x)) / gain
//
// Scalars: final initial max min mean integral rms of a formula of variables, at(FORMULA, TIME),
// time_of(max(...)), time_of(min(...)), time(A > B): when it is first true, duration(A > B): how
// long it is true, also with >=, < and <=, events(): how many there were. B is a number, which may
// have a unit, or a formula.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "math/formula.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "study/results/functionals.h"

namespace bw::study {

// One scalar of the curve of a formula.
struct Scalar {
  enum class Kind {
    at_end,
    at_start,
    largest,
    smallest,
    mean,
    integral,
    rms,
    time_of_largest,
    time_of_smallest,
    first_time,
    duration,
    value_at,
    events
  };
  Kind kind = Kind::at_end;
  std::optional<math::Formula> curve{};
  double level = 0;          // of a condition, or a time
  bool is_below = false;     // the condition is A < B
  bool has_equal = false;    // it is A >= B or A <= B
  bool is_variable = false;  // the formula is one variable alone
};

class Expression {
 public:
  // `columns`: all variables of the target. Throws InputError; `where` begins the message.
  Expression(const std::string& text, const std::string& where,
             const std::vector<result::Column>& columns,
             const std::vector<std::string>& parameters);

  const std::vector<std::string>& variables() const { return variables_; }  // to be recorded

  // The rows have the variables and, where there are estimates, "error(NAME)".
  Estimate operator()(const result::RunResult& run, std::span<const double> parameters) const;

 private:
  friend class ExpressionReader;

  Estimate evaluate(const Scalar& scalar, const result::RunResult& run) const;
  static Estimate evaluate(const Scalar& scalar, const Curve& curve, double level);

  std::vector<std::string> variables_;
  std::vector<Scalar> scalars_;
  std::optional<math::Formula> formula_;  // of the scalars, then the parameters
  std::size_t parameters_ = 0;
};

}  // namespace bw::study
