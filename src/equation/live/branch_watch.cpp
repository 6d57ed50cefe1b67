#include "equation/live/branch_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::equation {

// In a model with inputs their course between the points is unknown.
BranchWatch::BranchWatch(const Machine& machine, RunState& state)
    : machine_(machine), state_(state) {
  is_idle_ = std::all_of(machine.loops.begin(), machine.loops.end(),
                         [](const MachineLoop& loop) { return loop.is_linear; });
  const System& system = machine.system();
  for (std::uint32_t i = 0; i < system.own_variables; ++i) is_idle_ |= system.is_input(i);
  for (const MachineLoop& loop : machine.loops)
    for (std::size_t i = 0; i < loop.tears.size(); ++i)
      if (loop.tears[i].array != LoopPlace::Array::states) nominals_.push_back(loop.nominals[i]);
}

std::optional<BranchWatch::Jump> BranchWatch::check(double t, std::span<const double> x) {
  if (is_idle_) return {};
  std::optional<Jump> jump;
  const std::optional<std::size_t> stray = state_.loops().take_stray();
  now_.t = t;
  now_.x.assign(x.begin(), x.end());
  state_.read_unknowns(now_.z);
  if (stray && is_known_ && known_.t != t)
    if (const std::optional<double> time = search(known_, now_)) {
      jump = {*time, machine_.loops[*stray].names};
    }
  is_known_ = true;
  std::swap(known_, now_);
  return jump;
}

double BranchWatch::distance(const Point& a, const Point& b) const {
  double most = 0;
  for (std::size_t i = 0; i < nominals_.size(); ++i)
    most = std::max(most, std::abs(a.z[i] - b.z[i]) /
                              std::max({std::abs(a.z[i]), std::abs(b.z[i]), nominals_[i]}));
  return most;
}

std::optional<double> BranchWatch::search(Point a, Point b) {
  constexpr int halvings = 40;
  constexpr double small = 1e-6, smooth = 0.1;
  const Point end = b;
  const double all = distance(a, b);
  bool jumps = all > small;
  Point middle = a;
  for (int k = 0; k < halvings && jumps; ++k) {
    middle.t = a.t + (b.t - a.t) / 2;
    for (std::size_t i = 0; i < a.x.size(); ++i) middle.x[i] = a.x[i] + (b.x[i] - a.x[i]) / 2;
    state_.write_unknowns(a.z);
    if (!state_.algebraics(middle.t, middle.x)) break;
    state_.read_unknowns(middle.z);
    std::swap(distance(a, middle) > distance(middle, b) ? b : a, middle);
    jumps = distance(a, b) > smooth * all;
  }
  state_.write_unknowns(end.z);
  (void)state_.algebraics(end.t, end.x);  // which were found before the search
  state_.loops().take_stray();
  if (!jumps) return {};
  return b.t;
}

}  // namespace bw::equation
