#include "support/equation/bent_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>

#include "support/cosim/exponential.h"
#include "support/dice.h"

namespace bw::test {
namespace {

using Real = long double;

// x, v, z, sin(w t + p), cos(w t + p), 1
constexpr std::size_t size = 6, one = 5;
using Vector = std::array<Real, size>;

struct Piece {
  Real until, slope, offset;  // u = slope d + offset as long as d is below `until`
};

struct Draft {
  std::vector<Piece> curve;
  double gain = 1, feedback = 0, lag = 0;  // lag 0: no state z
  bool of_second_order = false;
  double rate = 1, damping = 0.5;  // a, or w and c
  double amplitude = 0, frequency = 1, phase = 0;
  std::vector<double> step_times, levels;  // levels: one more than times; empty: a sine

  Real level(std::size_t step) const { return levels.empty() ? 0 : levels[step]; }
};

Real product(const Vector& row, const Vector& y) {
  Real sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += row[i] * y[i];
  return sum;
}

// The draft while the curve's piece and the step signal stay as they are.
class Law {
 public:
  Law(const Draft& draft, std::size_t piece, std::size_t step) : matrix_(size) {
    const Real g = draft.gain, w = draft.rate;
    Vector demand{};  // g (s - k x)
    demand[0] = -g * draft.feedback;
    demand[3] = draft.levels.empty() ? g * draft.amplitude : 0;
    demand[one] = g * draft.level(step);
    if (draft.lag > 0) {
      for (std::size_t i = 0; i < size; ++i) matrix_.at(2, i) = demand[i] / draft.lag;
      matrix_.at(2, 2) -= 1 / Real(draft.lag);
      demand = {};
      demand[2] = 1;
    }
    d_ = demand;
    const std::size_t driven = draft.of_second_order ? 1 : 0;
    const Real factor = draft.of_second_order ? w * w : w;
    for (std::size_t i = 0; i < size; ++i)
      matrix_.at(driven, i) = factor * draft.curve[piece].slope * d_[i];
    matrix_.at(driven, one) += factor * draft.curve[piece].offset;
    matrix_.at(driven, 0) -= factor;
    if (draft.of_second_order) {
      matrix_.at(0, 1) = 1;
      matrix_.at(1, 1) -= 2 * draft.damping * w;
    }
    matrix_.at(3, 4) = draft.frequency;
    matrix_.at(4, 3) = -Real(draft.frequency);
  }

  Real d(const Vector& y) const { return product(d_, y); }
  Real d_slope(const Vector& y) const {
    Real sum = 0;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) sum += d_[i] * matrix_.at(i, j) * y[j];
    return sum;
  }
  Vector after(const Vector& y, Real h) const {
    Square<Real> scaled = matrix_;
    for (Real& v : scaled.values) v *= h;
    const Square<Real> e = exponential(scaled);
    Vector next{};
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) next[i] += e.at(i, j) * y[j];
    next[one] = 1;
    return next;
  }

 private:
  Square<Real> matrix_;
  Vector d_{};
};

// The shortest h in (0, high] at which `is_past`, which holds at `high`.
template <class Predicate>
Real bisected(Real high, const Predicate& is_past) {
  Real low = 0;
  for (int k = 0; k < 70; ++k) {
    const Real middle = (low + high) / 2;
    (is_past(middle) ? high : low) = middle;
  }
  return high;
}

class Solution {
 public:
  Solution(const Draft& draft, double stop)
      : draft_(draft), longest_(Real(stop) / 2000), first_(shortest()), next_(first_) {
    y_[3] = std::sin(Real(draft.phase));
    y_[4] = std::cos(Real(draft.phase));
    y_[one] = 1;
    restart();
  }

  void advance_to(Real t) {
    while (t_ < t) {
      const bool steps = step_ < draft_.step_times.size() && draft_.step_times[step_] <= t;
      const Real end = steps ? Real(draft_.step_times[step_]) : t;
      while (t_ < end) march(end);
      if (!steps) return;
      ++step_;
      restart();
    }
  }
  Real x() const { return y_[0]; }

 private:
  Real shortest() const {
    return draft_.lag > 0 ? std::min(Real(draft_.lag) / 8, longest_) : longest_;
  }
  std::size_t piece_of(Real d) const {
    const auto found = std::find_if(draft_.curve.begin(), draft_.curve.end(),
                                    [d](const Piece& piece) { return d < piece.until; });
    return static_cast<std::size_t>(std::distance(draft_.curve.begin(), found));
  }
  // The signal may have jumped, and with it d.
  void restart() {
    piece_ = piece_of(Law(draft_, 0, step_).d(y_));
    law_ = std::make_unique<Law>(draft_, piece_, step_);
    next_ = first_;
  }
  void march(Real end) {
    const Real h = std::min(next_, end - t_);
    const bool arrives = h == end - t_;
    const Real found = first_kink(h);
    y_ = law_->after(y_, found);
    t_ = arrives && found == h ? end : t_ + found;
    next_ = std::min(next_ * 1.5L, longest_);
    if (piece_of(law_->d(y_)) != piece_) restart();
  }
  // Where d leaves its piece within h, also where it comes back; h where it stays.
  Real first_kink(Real h) const {
    const auto has_left = [&](Real part) {
      return piece_of(law_->d(law_->after(y_, part))) != piece_;
    };
    if (has_left(h)) return bisected(h, has_left);
    const bool rises = law_->d_slope(y_) > 0;
    const auto has_turned = [&](Real part) {
      return (law_->d_slope(law_->after(y_, part)) > 0) != rises;
    };
    if (!has_turned(h)) return h;
    const Real extremum = bisected(h, has_turned);
    return has_left(extremum) ? bisected(extremum, has_left) : h;
  }

  const Draft draft_;
  const Real longest_, first_;
  Real t_ = 0, next_;
  Vector y_{};
  std::size_t step_ = 0, piece_ = 0;
  std::unique_ptr<Law> law_;
};

// ---- the text ----

struct Curve {
  std::string name, equation;  // of d and u
  std::vector<Piece> pieces;
};

Curve drawn_curve(Dice& dice, BentShape shape) {
  const double l = dice.between(0.1, 0.6);
  constexpr Real never = std::numeric_limits<Real>::infinity();
  const auto one_of = [&](std::vector<std::string> all) { return all[dice.below(all.size())]; };
  switch (shape) {
    case BentShape::lag: return {"", "u = d", {{never, 1, 0}}};
    case BentShape::saturation:
      return {
          "saturation",
          fmt::format(fmt::runtime(one_of(
                          {"u = if d > {0} then {0} elseif d < -{0} then -{0} else d",
                           "u = min({0}, max(-{0}, d))",
                           "u = noEvent(if d > {0} then {0} else if d < -{0} then -{0} else d)"})),
                      l),
          {{-l, 0, -l}, {l, 1, 0}, {never, 0, l}}};
    case BentShape::dead_zone:
      return {"dead zone",
              fmt::format(fmt::runtime(one_of(
                              {"u = if d > {0} then d - {0} elseif d < -{0} then d + {0} else 0",
                               "u = max(0, d - {0}) + min(0, d + {0})",
                               "u = noEvent(if abs(d) > {0} then d - {0}*sign(d) else 0)"})),
                          l),
              {{-l, 1, l}, {l, 0, 0}, {never, 1, -l}}};
    default:
      return {"diode",
              one_of({"u = if d > 0 then d else 0", "u = max(0, d)",
                      "off = q < 0;\n  d - u = if off then q else 0;\n  u = if off then 0 else q"}),
              {{0, 0, 0}, {never, 1, 0}}};
  }
}

void draw_steps(Dice& dice, Draft& draft, double stop) {
  draft.levels = {dice.in(3) ? 0.5 : 0};
  double t = 0;
  for (std::size_t n = 1 + dice.below(3); n > 0; --n) {
    t += stop * dice.between(0.1, 0.3);
    draft.step_times.push_back(t);
    draft.levels.push_back(dice.between(-1, 1));
  }
}

std::string source_of(const Draft& draft) {
  if (draft.levels.empty())
    return fmt::format("{}*sin({}*time + {})", draft.amplitude, draft.frequency, draft.phase);
  std::string source;
  for (std::size_t i = 0; i < draft.step_times.size(); ++i)
    source += fmt::format("{}if time < {} then {} ", i > 0 ? "else" : "", draft.step_times[i],
                          draft.levels[i]);
  return source + fmt::format("else {}", draft.levels.back());
}

std::string text_of(const Draft& draft, const std::string& curve) {
  const bool has_state = draft.lag > 0;
  const std::string demand = fmt::format("{}*(s - {}*x)", draft.gain, draft.feedback);
  std::string text = "model M\n  Real x(start=0, fixed=true), s, d, u;\n";
  if (draft.of_second_order) text += "  Real v(start=0, fixed=true);\n";
  if (has_state) text += "  Real z(start=0, fixed=true);\n";
  if (curve.find('q') != std::string::npos) text += "  Real q;\n  Boolean off;\n";
  text += fmt::format("equation\n  s = {};\n", source_of(draft));
  text += has_state ? fmt::format("  {}*der(z) = {} - z;\n  d = z;\n", draft.lag, demand)
                    : fmt::format("  d = {};\n", demand);
  text += "  " + curve + ";\n";
  if (!draft.of_second_order)
    return text + fmt::format("  der(x) = {}*(u - x);\nend M;\n", draft.rate);
  return text + fmt::format("  der(x) = v;\n  der(v) = {0}^2*(u - x) - 2*{1}*{0}*v;\nend M;\n",
                            draft.rate, draft.damping);
}

}  // namespace

BentModel bent_model(BentShape shape, std::uint64_t seed) {
  Dice dice(1000 * seed + static_cast<std::uint64_t>(shape));
  BentModel made;
  Draft draft;
  const bool is_lag = shape == BentShape::lag;
  made.stop = dice.in(3) ? 1 : 10;
  const Curve curve = drawn_curve(dice, shape);
  draft.curve = curve.pieces;
  draft.of_second_order = dice.in(2);
  draft.rate = draft.of_second_order ? dice.between(0.7, 3) : dice.between(0.3, 2);
  draft.damping = dice.between(0.1, 0.8);
  draft.gain = is_lag ? dice.between(0.2, 2) : dice.between(1, 5);
  draft.feedback = dice.in(3) ? 0 : 1;
  if (is_lag)
    draft.lag = made.stop * std::pow(10, -dice.between(3, 9));
  else if (dice.in(2))
    draft.lag =
        dice.in(3) ? made.stop * std::pow(10, -dice.between(3, 9)) : dice.between(0.02, 0.5);
  if (is_lag || dice.in(3)) {
    draw_steps(dice, draft, made.stop);
  } else {
    draft.amplitude = dice.between(0.1, 1);
    draft.frequency = dice.between(0.6, 2) * 10 / made.stop;
    draft.phase = dice.between(0, 1);
  }
  made.text = text_of(draft, curve.equation);
  made.kind =
      fmt::format("{} {}{}, {}{}", seed, is_lag ? "lag" : curve.name,
                  draft.lag > 0 ? fmt::format(" T = {:.1e}", draft.lag) : "",
                  draft.levels.empty() ? "sine" : "steps", draft.feedback > 0 ? ", feedback" : "");
  made.exact = [draft, stop = made.stop](std::span<const double> times) {
    Solution solution(draft, stop);
    std::vector<double> values;
    for (const double t : times) {
      solution.advance_to(t);
      values.push_back(static_cast<double>(solution.x()));
    }
    return values;
  };
  return made;
}

}  // namespace bw::test
