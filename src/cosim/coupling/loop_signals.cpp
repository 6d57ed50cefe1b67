#include "cosim/coupling/loop_signals.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {

LoopSignals::LoopSignals(const Coupling& coupling, const Loop& loop, const Tolerance& tolerance)
    : relative_(tolerance.relative) {
  for (const std::size_t component : loop.components) {
    const Coupling::Place& place = coupling.place(component);
    places_.push_back(place);
    for (std::size_t i = place.real; i < place.real + place.reals; ++i) {
      reals_.push_back(i);
      absolute_.push_back(tolerance.absolute_for(coupling.nominals()[i]));
    }
  }
}

double LoopSignals::weight(std::size_t i, const Signals& y) const {
  return relative_ * std::abs(y.reals[reals_[i]]) + absolute_[i];
}

void LoopSignals::copy(const Signals& from, Signals& to) const {
  for (const std::size_t i : reals_) to.reals[i] = from.reals[i];
  copy_discretes(from, to);
}

void LoopSignals::copy_discretes(const Signals& from, Signals& to) const {
  for (const Coupling::Place& place : places_)
    for (std::size_t i = place.discrete; i < place.discrete + place.discretes; ++i)
      to.discretes[i] = from.discretes[i];
}

double LoopSignals::distance(const Signals& a, const Signals& b) const {
  if (reals_.empty()) return 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < reals_.size(); ++i) {
    const double scaled = (a.reals[reals_[i]] - b.reals[reals_[i]]) / weight(i, a);
    sum += scaled * scaled;
  }
  return std::sqrt(sum / static_cast<double>(reals_.size()));
}

bool LoopSignals::same_discretes(const Signals& a, const Signals& b) const {
  return std::ranges::all_of(places_, [&](const Coupling::Place& p) {
    const auto first = static_cast<std::ptrdiff_t>(p.discrete);
    const auto last = first + static_cast<std::ptrdiff_t>(p.discretes);
    return std::equal(a.discretes.begin() + first, a.discretes.begin() + last,
                      b.discretes.begin() + first);
  });
}

std::vector<LoopSignals> signals_of_loops(const Coupling& coupling, const Tolerance& tolerance) {
  std::vector<LoopSignals> all;
  for (const Loop& loop : coupling.loops()) all.emplace_back(coupling, loop, tolerance);
  return all;
}

std::string name_of(const Coupling& coupling, const Loop& loop) {
  constexpr std::size_t most = 8;
  std::string names;
  for (std::size_t k = 0; k < std::min(most, loop.components.size()); ++k)
    names += (k == 0 ? "" : " - ") + coupling.shape(loop.components[k]).name;
  return loop.components.size() > most ? names + " - ..." : names;
}

}  // namespace bw::cosim
