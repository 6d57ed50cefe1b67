#include "python/recording.h"

#include <cmath>
#include <numbers>

namespace bw::python {
namespace {

constexpr std::size_t kept = 3;  // two are compared; the last may not have reached its end

}  // namespace

std::array<double, Recorder::points + 1> Recorder::places() {
  std::array<double, points + 1> places{};
  for (std::size_t k = 0; k <= points; ++k)
    places[k] = (1 - std::cos(std::numbers::pi * static_cast<double>(k) / points)) / 2;
  return places;
}

void Recorder::begin(const model::ModelShape& /*shape*/, ode::Equations& /*equations*/,
                     std::span<const double> /*nominals*/, const ode::Setup& setup) {
  if (recordings_.size() >= kept) {
    Recording& old = recordings_[recordings_.size() - kept];
    old = {.number = old.number, .factorisations = old.factorisations};
  }
  recordings_.push_back(
      {.relative = setup.tolerance.relative, .number = begun_() - 1, .times = {setup.start}});
}

void Recorder::accepted(const ode::Integrator& step) {
  Recording& now = recordings_.back();
  const double from = step.previous_time(), to = step.time();
  const std::size_t n = step.state().size();
  now.factorisations = step.counts().factorisations;
  if (to <= now.times.back()) return;
  std::vector<double> x(n);
  if (now.first.empty()) {
    now.first.resize(n);
    step.interpolate(from, now.first);
  }
  static const auto at = places();
  for (std::size_t k = 1; k < points; ++k) {
    step.interpolate(from + at[k] * (to - from), x);
    now.inside.insert(now.inside.end(), x.begin(), x.end());
  }
  now.inside.insert(now.inside.end(), step.state().begin(), step.state().end());
  now.times.push_back(to);
}

}  // namespace bw::python
