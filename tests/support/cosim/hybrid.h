#pragma once
// Solves a Block with its input held, to all digits, events located:
//
//   until t = end:
//     step to the end, to the next tick, or as far as extrapolation converges
//     a margin is below 0 then: find where it becomes so, step there instead, update the memory
//     at the time of a tick: tick

#include <stdexcept>

#include "support/cosim/block.h"
#include "support/cosim/extrapolation.h"

namespace bw::test {

// What a reference or a component cannot go on with: a solution that is not finite, endless events.
class HopelessSystem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Real>
struct HybridState {
  Real t = 0;
  std::vector<Real> x{}, m{};
};

template <class Real>
class Hybrid {
 public:
  using State = HybridState<Real>;

  // `longest` limits steps where margins are watched: one that dips below 0 and comes back within a
  // step is not seen.
  explicit Hybrid(const Block& block, Real longest = std::numeric_limits<Real>::infinity())
      : block_(block), longest_(longest), margins_(block.margins) {}

  static State start(const Block& block, Real t = 0) {
    return {t, {block.x.begin(), block.x.end()}, {block.m.begin(), block.m.end()}};
  }

  // A tick at the end itself belongs to this step or to the next one.
  void advance(State& s, std::span<const Real> u, Real end, bool ticks_at_end = true) {
    settle(s, u);
    for (long steps = 0; s.t < end || (ticks_at_end && is_due(s, u)); ++steps) {
      if (steps > 4'000'000) throw HopelessSystem("too many steps");
      if (is_due(s, u)) {
        change(block_.tick, s, u);
        settle(s, u);
        continue;
      }
      const Real tick = next_time(s, u);
      const bool to_tick = tick < end;
      if (step(s, u, to_tick ? tick : end) && block_.margins > 0) settle(s, u);
    }
    s.t = std::max(s.t, end);
  }

  // Updates the memory until it is right for these inputs.
  void settle(State& s, std::span<const Real> u) {
    if (block_.margins == 0) return;
    for (int rounds = 0; margin(s, u) < 0; ++rounds) {
      if (rounds > 100) throw HopelessSystem("events without end");
      change(block_.update, s, u);
      note(s.t);
    }
  }

  std::vector<double> events;  // so far, in the order of time

 private:
  using Vector = std::vector<Real>;

  View<Real> view(const State& s, std::span<const Real> u) const { return {s.t, s.x, s.m, u}; }

  Real next_time(const State& s, std::span<const Real> u) const {
    Real t = std::numeric_limits<Real>::infinity();
    if (block_.next_time) block_.next_time(view(s, u), {&t, 1});
    return t;
  }
  // Communication times are sums and products of others: a tick is not missed by a rounding.
  bool is_due(const State& s, std::span<const Real> u) const {
    constexpr Real rounding = 16 * std::numeric_limits<double>::epsilon();
    return block_.next_time && next_time(s, u) <= s.t + rounding * std::abs(s.t);
  }
  void change(const Formula& formula, State& s, std::span<const Real> u) {
    Vector m = s.m;
    formula(view(s, u), m);
    if (&formula == &block_.tick) note(s.t);
    s.m = std::move(m);
  }
  void note(Real t) {
    if (events.empty() || static_cast<double>(t) > events.back())
      events.push_back(static_cast<double>(t));
  }

  // The smallest.
  Real margin(const State& s, std::span<const Real> u) {
    block_.margin(view(s, u), margins_);
    return *std::min_element(margins_.begin(), margins_.end());
  }

  // True: it ended at an event.
  bool step(State& s, std::span<const Real> u, Real end) {
    Real h = std::min(end - s.t, h_);
    if (block_.margins > 0) h = std::min(h, longest_);
    if (end - s.t < h * Real(1.0001)) h = end - s.t;
    int columns = 0;
    bool shortened = false;
    while ((columns = move(s, u, h, next_)) == 0) {
      h /= 2;
      shortened = true;
      if (!(h > std::numeric_limits<Real>::epsilon() * std::abs(s.t)) || !(h > 1e-300L))
        throw HopelessSystem("not finite, or too fast");
    }
    if (shortened || columns == Extrapolation<Real>::most)
      h_ = h;
    else if (columns < Extrapolation<Real>::most - 2 && h >= h_)
      h_ = 2 * h;
    const bool whole = h == end - s.t;
    if (block_.margins > 0 && !(margin(next_, u) >= 0)) {
      locate(s, u, h);
      std::swap(s, next_);
      return true;
    }
    if (whole) next_.t = end;
    std::swap(s, next_);
    return false;
  }

  int move(const State& s, std::span<const Real> u, Real h, State& to) {
    const auto f = [&](Real t, const Vector& x, Vector& dx) {
      if (!x.empty()) block_.slope({t, x, s.m, u}, dx);
    };
    to.t = s.t + h;
    to.m = s.m;
    try {
      return extrapolation_.step(f, s.t, h, s.x, to.x);
    } catch (const HopelessSystem&) {  // loops may have no solution where a long step leads
      return 0;
    }
  }

  // next_ becomes the first state, to rounding, whose margin is below 0: Illinois, with bisections.
  void locate(const State& s, std::span<const Real> u, Real h) {
    Real low = 0, high = h, at_low = margin(s, u), at_high = margin(next_, u);
    const Real least =
        2 * std::numeric_limits<Real>::epsilon() * std::max(std::abs(s.t) + h, Real(1e-3L));
    State trial = next_;
    int same = 0;
    for (int k = 0; high - low > 2 * least && k < 200; ++k) {
      Real guess = low + (high - low) * at_low / (at_low - at_high);
      if (k % 4 == 3 || !(guess > low && guess < high)) guess = (low + high) / 2;
      guess = std::clamp(guess, low + least, high - least);
      if (move(s, u, guess, trial) == 0) throw HopelessSystem("an event that cannot be located");
      const Real z = margin(trial, u);
      if (z < 0) {
        high = guess, at_high = z, std::swap(next_, trial);
        if (same < 0) at_low /= 2;
        same = -1;
      } else {
        low = guess, at_low = z;
        if (same > 0) at_high /= 2;
        same = 1;
      }
    }
  }

  const Block& block_;
  Real longest_, h_ = std::numeric_limits<Real>::infinity();
  Vector margins_;
  State next_{};
  Extrapolation<Real> extrapolation_;
};

}  // namespace bw::test
