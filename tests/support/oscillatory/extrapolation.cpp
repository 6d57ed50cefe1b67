// Gragg-Bulirsch-Stoer in long double: the modified midpoint rule with n = 2, 4, ..., 18 substeps
//   z_0 = x, z_1 = z_0 + h f(z_0), z_{m+1} = z_{m-1} + 2 h f(z_m), h = H/n,
// extrapolated to h = 0 (its error is a series in h^2): order 18. E. Hairer, S. P. Norsett, G.
// Wanner, Solving Ordinary Differential Equations I, II.9.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/oscillatory/reference.h"

namespace bw::test::oscillatory {
namespace {

using Vector = std::vector<long double>;

class Extrapolation {
 public:
  Extrapolation(const OscillatoryModel& model, long double accuracy)
      : state_(model), n_(state_.n), accuracy_(accuracy) {
    for (Vector* v : {&slope_, &from_, &to_, &rate_, &error_}) v->resize(n_);
    for (Vector& column : table_) column.resize(n_);
    h_ = static_cast<long double>(model.stop) / 1e7L;
    state_.enter(0);
  }

  void enter(double time) {
    advance(time);
    state_.enter(time);
  }
  std::vector<double> row(double time) {
    advance(time);
    return state_.row(t_, state_.x);
  }

 private:
  // Between two breaks.
  void advance(double until) {
    while (t_ < until) {
      const bool is_last = t_ + h_ >= until;
      const long double h = is_last ? until - t_ : h_;
      const long double error = try_step(h);
      note_noise(h, error);
      const long double accuracy = std::max(accuracy_, noise_);
      const long double factor = 0.8L * std::pow(accuracy / std::max(error, 1e-25L), 1 / 17.0L);
      if (!(error <= accuracy)) {
        h_ = std::isfinite(error) ? h * std::clamp(factor, 0.1L, 0.9L) : h / 10;
        if (h_ < 1e-15L * state_.model.stop)
          throw std::runtime_error(state_.model.name + ": no step");
        continue;
      }
      noise_ *= 0.995L;
      t_ = is_last ? until : t_ + h;
      state_.x.swap(table_[0]);
      for (std::size_t i = 0; i < n_; ++i)
        state_.sizes[i] = std::max(state_.sizes[i], std::abs(state_.x[i]));
      // Steps grow in noise until their error is no longer that.
      const long double least = noise_ > 0.2L * accuracy_ ? 1.03L : 0.2L;
      if (!is_last || factor < 1) h_ = h * std::clamp(factor, least, 4.0L);
    }
  }

  static constexpr std::size_t columns = 9;
  static constexpr long double most_noise = 1e-12L;

  // An error that does not shrink with the step is rounding, of a force at a late time, say.
  void note_noise(long double h, long double error) {
    if (h > 0.3L * last_h_ && h < 0.97L * last_h_ &&
        error > last_error_ * std::pow(h / last_h_, 6.0L))
      noise_ = std::max(noise_, std::min(2 * error, most_noise));
    last_h_ = h;
    last_error_ = error;
  }

  void midpoint(long double step, std::size_t substeps, Vector& result) {
    const long double h = step / static_cast<long double>(substeps);
    from_ = state_.x;
    for (std::size_t i = 0; i < n_; ++i) to_[i] = state_.x[i] + h * slope_[i];
    for (std::size_t m = 1; m < substeps; ++m) {
      state_.slopes.evaluate(t_ + h * static_cast<long double>(m), to_, rate_);
      for (std::size_t i = 0; i < n_; ++i) from_[i] += 2 * h * rate_[i];
      from_.swap(to_);
    }
    result = to_;
  }

  // The result is in table_[0]; returns the difference to the extrapolation of one order less.
  long double try_step(long double h) {
    state_.slopes.evaluate(t_, state_.x, slope_);
    for (std::size_t j = 0; j < columns; ++j) {
      midpoint(h, 2 * (j + 1), table_[j]);
      for (std::size_t k = j; k > 0; --k) {
        const auto upper = static_cast<long double>(j + 1), lower = static_cast<long double>(k);
        const long double factor = 1 / ((upper / lower) * (upper / lower) - 1);
        for (std::size_t i = 0; i < n_; ++i) {
          const long double change = factor * (table_[k][i] - table_[k - 1][i]);
          table_[k - 1][i] = table_[k][i] + change;
          error_[i] = change;
        }
      }
    }
    long double most = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const long double error =
          std::abs(error_[i]) / std::max(state_.sizes[i], std::abs(table_[0][i]));
      if (!(error <= most)) most = error;
    }
    return most;
  }

  ReferenceState state_;
  std::size_t n_;
  long double accuracy_, noise_ = 0, t_ = 0, h_ = 0, last_h_ = 0, last_error_ = 0;
  Vector slope_, from_, to_, rate_, error_;
  std::array<Vector, columns> table_;
};

}  // namespace

ModelReference extrapolated_reference(const OscillatoryModel& model,
                                      const std::vector<double>& times, long double finer) {
  Extrapolation solution(model, model.extrapolation_accuracy / finer);
  return rows_of(solution, model, times);
}

}  // namespace bw::test::oscillatory
