#pragma once
// Searches an accepted step for what none of its evaluations met, with bounds of the model's
// formulas over time intervals (model/enclosure.h).
//
//   whole step: everything tame, or by far too small to matter, no indicator can change its side
//                                                                      -> nothing hidden (usual)
//   tame in both halves, and the method evaluates f in both               -> no feature
//   else bisect, the earlier half first:
//     an indicator that can change its side: evaluate it in the middle; it changed -> a crossing
//     a derivative with something wild in it:
//       bounds agree with the polynomial through nine values of the step, or differ by less than
//         a small share of the tolerance over the interval             -> nothing here
//       tame: evaluate it in the middle; sum up its distance from the polynomial;
//         above a share of the tolerance                               -> a feature, or a jump
//       else bisect
//   more intervals than the limit                                      -> unresolved
//
// States over an interval are lines with a remainder, from the dense output at its ends and middle.
// Of a method that says what the states reach (a linear one) they are constant, and what is narrow
// in them is unresolved. For the usual answer the ends of this and of the previous step suffice, so
// that no dense output is made for it. Bounds are not rounded outwards.

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/enclosure.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class HiddenSearch {
 public:
  using Indicators = std::function<void(double t, std::span<const double> x, std::span<double> z)>;
  // `enclosure` may be null: nothing is searched.
  HiddenSearch(model::Enclosure* enclosure, const Setup& setup, std::size_t states,
               std::size_t indicators);

  bool is_active() const { return enclosure_ != nullptr; }

  struct Step {
    const Integrator& integrator;
    Equations& equations;
    const Indicators& indicators;
    std::span<const double> x_before;           // at its begin
    std::span<const double> z_before, z_after;  // at both ends
    std::span<const double> nominals;
    std::span<const double> inputs, slopes;  // real inputs at input_time; slopes empty: held
    double input_time = 0;
  };
  struct Found {
    enum class Kind { nothing, crossing, jump, feature, unresolved };
    Kind kind = Kind::nothing;
    double lo = 0, hi = 0;  // crossing: changed at hi; jump: between; feature: begins at lo
    std::size_t state = 0;  // feature, unresolved: whose derivative; no_state: an indicator
    // Of a feature: steps of this length meet it, from `narrow` on.
    double width = 0, narrow = 0;
  };
  static constexpr std::size_t no_state = static_cast<std::size_t>(-1);

  Found look(const Step& step);

  long intervals() const { return intervals_; }  // that were bounded, beyond one for each step

 private:
  static constexpr std::size_t nodes = 9;
  struct Interval {
    double lo, hi;
  };

  Found look_along_path(const Step& step);
  Found look_at_rest(const Step& step);
  void path(const Step& step, double t, std::span<double> x) const;
  bool is_clear_from_ends(const Step& step);
  void sample_whole(const Step& step);
  bool survey(const Step& step, Interval over);
  bool has_nothing_wild(const Step& step, Interval over);
  bool is_wild(std::size_t k, double width) const;
  void take_weights(const Step& step);
  bool is_clear(std::size_t k, const Step& step) const;
  bool are_halves_tame(const Step& step);
  void take_curves(const Step& step, Interval over);
  void take_inputs(const Step& step, Interval over);
  model::CurveBox box(Interval over) const;
  Found search_crossing(const Step& step);
  bool crosses_at(double t, const Step& step);
  bool leaves_zero(const Step& step) const;
  Found search_feature(const Step& step, double end);
  void sample_derivatives(const Step& step, double end);
  double fitted(std::size_t k, double t) const;
  enum class Verdict { nothing, probe, split };
  Verdict judge(Interval over);
  bool is_far(std::size_t k, Interval over) const;
  bool may_jump(double step) const;
  void probe(const Step& step, Interval over);
  enum class Scan { clear, off, exhausted };
  Scan scan(const Step& step, double end);
  Found place_of_feature() const;
  bool is_off(const Step& step, double t, double length);
  Found begun(const Step& step, Found found);
  bool is_exhausted();

  model::Enclosure* enclosure_;
  const Setup& setup_;
  double t_before_ = 0, t_known_ = 0;  // begin and end of the previous step
  std::vector<double> x_known_;        // at its begin
  std::vector<model::Curve> curves_, inputs_;
  std::vector<model::Bound> z_bounds_, f_bounds_;
  std::vector<std::size_t> open_;  // indicators whose bounds do not exclude a crossing
  std::vector<double> x_lo_, x_mid_, x_hi_, dx_, z_;
  std::vector<double> weights_, sums_;  // of the bounded derivatives
  std::array<double, nodes> times_{}, factors_{};
  std::vector<double> samples_;  // of each bounded derivative at all nodes
  std::vector<Interval> stack_, probed_;
  std::optional<Interval> jump_;
  double shortest_ = 0;                // interval
  bool at_rest_ = false;               // the states are constant, see Integrator::reach
  int pause_ = 1, left_of_pause_ = 0;  // see has_nothing_wild
  long intervals_ = 0, in_step_ = 0;
};

}  // namespace bw::ode
