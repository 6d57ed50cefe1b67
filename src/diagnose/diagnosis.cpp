#include "diagnose/diagnosis.h"

#include <algorithm>
#include <cmath>

namespace bw::diagnose {
namespace {

constexpr double finest = 0x1p-40;     // of a step: how well a change is located
constexpr double usual_looks = 1000;   // with many states
constexpr double looks_at_100 = 2500;  // in ten seconds; the time of one grows with n^3
constexpr double fewest_looks = 10;

}  // namespace

double looks_for(std::size_t states) {
  const double n = static_cast<double>(states) / 100;
  return std::clamp(looks_at_100 / (n * n * n), fewest_looks, usual_looks);
}

Diagnosis::Diagnosis(double data_accuracy, Path path)
    : data_accuracy_(data_accuracy), path_(std::move(path)), border_(Border(0, data_accuracy)) {}

void Diagnosis::begin(const model::ModelShape& shape, ode::Equations& equations,
                      std::span<const double> nominals, const ode::Setup& setup) {
  const std::size_t n = shape.states.size();
  states_ = shape.states;
  nominals_ = nominals;
  setup_ = setup;
  span_ = setup.stop - setup.start;
  between_looks_ = span_ / looks_for(n);
  next_look_ = setup.start + between_looks_;
  jacobian_.emplace(equations);
  eigenvalues_.emplace(n);
  border_.emplace(n, data_accuracy_);
  critical_ = CriticalStates(n);
  x_.resize(n);
  sizes_.resize(n);
  has_last_ = false;
}

void Diagnosis::accepted(const ode::Integrator& step) {
  if (states_.empty()) return;
  const double begin = step.previous_time(), end = step.time();
  if (!has_last_ && !(samples() && looks_ > 0)) {
    measure_sizes(step);
    last_ = look(step, begin);
    tell_path(last_);
  }
  has_last_ = true;
  if (samples() && end < next_look_ && end < setup_.stop) return;
  while (next_look_ <= end) next_look_ += between_looks_;
  measure_sizes(step);
  const Look here = look(step, end);
  tell_path(here);
  if (here.seen && here.modes > 0)
    border_->name(eigenvalues_->values(), eigenvalues_->largest_singular_value(),
                  eigenvalues_->dominating_coordinates(), end - last_.t);
  if (samples()) {
    Look middle = here;
    middle.t = (last_.t + end) / 2;
    add(last_, middle);
    add(middle, here);
  } else {
    const Look middle = look(step, begin + (end - begin) / 2);
    cover(step, last_, middle, finest * (end - begin));
    cover(step, middle, here, finest * (end - begin));
  }
  last_ = here;
}

// The change of a state over a step bounds its size from below where it crosses zero.
void Diagnosis::measure_sizes(const ode::Integrator& step) {
  step.interpolate(step.previous_time(), x_);
  for (std::size_t i = 0; i < x_.size(); ++i)
    sizes_[i] = std::max(
        {std::abs(x_[i]), std::abs(step.state()[i]), setup_.tolerance.absolute_for(nominals_[i])});
}

// Where df/dx cannot be computed, the previous value is used.
Diagnosis::Look Diagnosis::look(const ode::Integrator& step, double t) {
  Look here = last_;
  here.t = t;
  here.seen = false;
  step.interpolate(t, x_);
  ++looks_;
  if (!jacobian_->evaluate(t, x_, sizes_) || !eigenvalues_->compute(jacobian_->values()))
    return here;
  here.seen = true;
  ++seen_;
  const auto& values = eigenvalues_->values();
  const double largest = eigenvalues_->largest_singular_value();
  here.unstable = count_unstable(values, zero_of(largest, jacobian_->noise()));
  here.modes = border_->count(values, largest);
  here.fastest = std::max(0.0, -values.back().real());
  const auto swinging = std::max_element(values.begin(), values.end(),
                                         [](auto a, auto b) { return a.imag() < b.imag(); });
  here.swing = swinging->imag() > 0 ? swinging->imag() / std::abs(*swinging) : 0.0;
  return here;
}

void Diagnosis::cover(const ode::Integrator& step, const Look& a, const Look& b,
                      double resolution) {
  const double t = a.t + (b.t - a.t) / 2;
  if (a.is_like(b) || b.t - a.t <= resolution || t <= a.t || t >= b.t) return add(a, b);
  const Look middle = look(step, t);
  cover(step, a, middle, resolution);
  cover(step, middle, b, resolution);
}

// Eigenvalues are interpolated linearly from one evaluation to the next.
void Diagnosis::add(const Look& a, const Look& b) {
  const double h = b.t - a.t;
  all_ += h;
  fastest_ += h * (a.fastest + b.fastest) / 2;
  swing_ += h * (a.swing + b.swing) / 2;
  stability_.add(a.t, b.t, a.unstable > 0);
  border_->add(a.t, b.t, a.modes);
}

void Diagnosis::tell_path(const Look& here) {
  if (path_ && here.seen) path_(here.t, eigenvalues_->values());
}

}  // namespace bw::diagnose
