#include "diagnose/diagnosis.h"

#include <algorithm>
#include <cmath>

namespace bw::diagnose {
namespace {

constexpr double finest = 0x1p-40;           // of a step: how well a change is located
constexpr double usual_evaluations = 1000;   // with many states
constexpr double evaluations_at_100 = 2500;  // in ten seconds; the time of one grows with n^3
constexpr double fewest_evaluations = 10;

}  // namespace

double evaluations_for(std::size_t states) {
  const double n = static_cast<double>(states) / 100;
  return std::clamp(evaluations_at_100 / (n * n * n), fewest_evaluations, usual_evaluations);
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
  between_evaluations_ = span_ / evaluations_for(n);
  next_evaluation_ = setup.start + between_evaluations_;
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
  if (!has_last_ && !(samples() && evaluations_ > 0)) {
    measure_sizes(step);
    last_ = evaluate_at(step, begin);
    report_path(last_);
  }
  has_last_ = true;
  if (samples() && end < next_evaluation_ && end < setup_.stop) return;
  while (next_evaluation_ <= end) next_evaluation_ += between_evaluations_;
  measure_sizes(step);
  const Evaluation here = evaluate_at(step, end);
  report_path(here);
  if (here.seen && here.modes > 0)
    border_->name(eigenvalues_->values(), eigenvalues_->largest_singular_value(),
                  eigenvalues_->dominating_coordinates(), end - last_.t);
  if (samples()) {
    Evaluation middle = here;
    middle.t = (last_.t + end) / 2;
    add(last_, middle);
    add(middle, here);
  } else {
    const Evaluation middle = evaluate_at(step, begin + (end - begin) / 2);
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
Diagnosis::Evaluation Diagnosis::evaluate_at(const ode::Integrator& step, double t) {
  Evaluation here = last_;
  here.t = t;
  here.seen = false;
  step.interpolate(t, x_);
  ++evaluations_;
  if (!jacobian_->evaluate(t, x_, sizes_) || !eigenvalues_->compute(jacobian_->values()))
    return here;
  here.seen = true;
  ++seen_;
  const auto& values = eigenvalues_->values();
  const double largest = eigenvalues_->largest_singular_value();
  here.unstable = count_unstable(values, zero_of(largest, jacobian_->noise()));
  here.modes = border_->count(values, largest);
  here.fastest = std::max(0.0, -values.back().real());
  const auto swinging =
      std::ranges::max_element(values, [](auto a, auto b) { return a.imag() < b.imag(); });
  here.swing = swinging->imag() > 0 ? swinging->imag() / std::abs(*swinging) : 0.0;
  return here;
}

void Diagnosis::cover(const ode::Integrator& step, const Evaluation& a, const Evaluation& b,
                      double resolution) {
  const double t = a.t + (b.t - a.t) / 2;
  if (a.is_like(b) || b.t - a.t <= resolution || t <= a.t || t >= b.t) return add(a, b);
  const Evaluation middle = evaluate_at(step, t);
  cover(step, a, middle, resolution);
  cover(step, middle, b, resolution);
}

// Eigenvalues are interpolated linearly from one evaluation to the next.
void Diagnosis::add(const Evaluation& a, const Evaluation& b) {
  const double h = b.t - a.t;
  all_ += h;
  fastest_ += h * (a.fastest + b.fastest) / 2;
  swing_ += h * (a.swing + b.swing) / 2;
  stability_.add(a.t, b.t, a.unstable > 0);
  border_->add(a.t, b.t, a.modes);
}

void Diagnosis::report_path(const Evaluation& here) {
  if (path_ && here.seen) path_(here.t, eigenvalues_->values());
}

}  // namespace bw::diagnose
