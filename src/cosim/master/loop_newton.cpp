#include "cosim/master/loop_newton.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"

namespace bw::cosim {
namespace {

using math::epsilon;

constexpr double least_increment = 0.01;  // of the absolute tolerance, of an increment

}  // namespace

LoopNewton::LoopNewton(const Coupling& coupling, const Loop& loop, const Tolerance& tolerance,
                       std::optional<double> increment, const Holder* holder)
    : loop_(loop),
      holder_(holder),
      signals_(coupling, loop, tolerance),
      relative_increment_(increment.value_or(tolerance.relative)),
      jacobian_(0) {
  find_unknowns(coupling, increment);
  jacobian_ = math::Matrix(unknowns_.size());
  change_.resize(unknowns_.size());
  for (const std::size_t component : loop.components)
    has_partials_ = has_partials_ && coupling.shape(component).gives_partials;
}

void LoopNewton::find_unknowns(const Coupling& coupling, std::optional<double> increment) {
  row_.assign(coupling.now().reals.size(), none);
  std::vector<std::vector<std::size_t>> readers(row_.size());
  for (const std::size_t component : loop_.components)
    for (const Coupling::RealConnection& connection : coupling.real_connections(component))
      if (readers[connection.signal].empty() || readers[connection.signal].back() != component)
        readers[connection.signal].push_back(component);
  for (std::size_t i = 0; i < signals_.reals().size(); ++i) {
    const std::size_t real = signals_.reals()[i];
    if (readers[real].empty()) continue;
    row_[real] = unknowns_.size();
    const double least = increment ? *increment * std::abs(coupling.nominals()[real])
                                   : least_increment * signals_.absolute(i);
    unknowns_.push_back({real, signals_.absolute(i), readers[real], least});
  }
}

ComponentStatus LoopNewton::advance(Coupling& coupling, std::size_t component, double t, double h,
                                    const Signals& y, Signals& target) const {
  if (holder_ != nullptr) return holder_->advance(coupling, component, t, h, y, target);
  return coupling.advance(component, y, t, h, target);
}

ComponentStatus LoopNewton::evaluate(Coupling& coupling, double t, double h, const Signals& y,
                                     Signals& answer) {
  for (const std::size_t component : loop_.components)
    if (const ComponentStatus status = advance(coupling, component, t, h, y, answer);
        status != ComponentStatus::ok)
      return status;
  return ComponentStatus::ok;
}

void LoopNewton::sweep_once(Coupling& coupling, std::size_t k, double t, double h, Signals& y,
                            CommunicationStep& result) const {
  signals_.copy(coupling.now(), y);
  result.component = sweep(coupling, loop_, t, h, y);
  if (result.component != ComponentStatus::ok) return;
  const double change = signals_.distance(coupling.now(), y);
  if (change <= 1.0 && signals_.same_discretes(coupling.now(), y)) return;
  result.fell_back = true;
  result.loop = k;
  result.change = change;
}

void LoopNewton::begin_matrix(const Signals& y) {
  for (Unknown& u : unknowns_)
    u.increment = relative_increment_ * std::abs(y.reals[u.real]) + u.least_increment;
  std::fill(jacobian_.values.begin(), jacobian_.values.end(), 0.0);
  for (std::size_t i = 0; i < unknowns_.size(); ++i) jacobian_.at(i, i) = 1.0;
}

ComponentStatus LoopNewton::differentiate(Coupling& coupling, const Checkpoint& begin, double t,
                                          double h, Signals& y, const Signals& answer,
                                          Signals& moved) {
  begin_matrix(y);
  double noise = 0.0;  // of the differences, by rounding
  for (std::size_t c = 0; c < unknowns_.size(); ++c) {
    const Unknown& u = unknowns_[c];
    noise = std::max(noise, 4.0 * epsilon * std::abs(answer.reals[u.real]) / u.increment);
    const double old = y.reals[u.real];
    y.reals[u.real] = old + u.increment;
    coupling.return_to(begin, u.readers);
    ComponentStatus status = ComponentStatus::ok;
    for (const std::size_t component : u.readers) {
      status = advance(coupling, component, t, h, y, moved);
      if (status != ComponentStatus::ok) break;
      add_column(coupling, component, c, answer, moved);
    }
    y.reals[u.real] = old;
    if (status != ComponentStatus::ok) return status;
  }
  noise_ = noise;
  regular_ = factors_.compute(scaled(), noise);
  return ComponentStatus::ok;
}

void LoopNewton::add_column(const Coupling& coupling, std::size_t component, std::size_t c,
                            const Signals& answer, const Signals& moved) {
  const Coupling::Place& place = coupling.place(component);
  for (std::size_t real = place.real; real < place.real + place.reals; ++real)
    if (row_[real] != none)
      jacobian_.at(row_[real], c) -=
          (moved.reals[real] - answer.reals[real]) / unknowns_[c].increment;
}

bool LoopNewton::take_partials(Coupling& coupling, const Signals& y) {
  begin_matrix(y);
  bool says_something = false;
  for (const std::size_t component : loop_.components) {
    const Coupling::Place& place = coupling.place(component);
    partials_.resize(place.reals * model::count_reals(coupling.shape(component).inputs));
    coupling.component(component).get_partials(partials_);
    says_something =
        says_something || std::ranges::any_of(partials_, [](double d) { return d != 0.0; });
    for (const Coupling::RealConnection& connection : coupling.real_connections(component)) {
      const std::size_t c = row_[connection.signal];
      if (c == none) continue;
      for (std::size_t k = 0; k < place.reals; ++k)
        if (const std::size_t r = row_[place.real + k]; r != none)
          jacobian_.at(r, c) -= partials_[connection.input * place.reals + k] * connection.gain;
    }
  }
  noise_ = 0;
  regular_ = factors_.compute(scaled(), 0.0);
  return says_something;
}

const math::Matrix& LoopNewton::scaled() {
  for (std::size_t c = 0; c < unknowns_.size(); ++c)
    for (std::size_t r = 0; r < unknowns_.size(); ++r)
      jacobian_.at(r, c) *= unknowns_[c].increment / unknowns_[r].increment;
  return jacobian_;
}

LoopNewton::Memory LoopNewton::memory() const {
  Memory memory{jacobian_.values, {}, noise_, regular_};
  for (const Unknown& u : unknowns_) memory.increments.push_back(u.increment);
  return memory;
}

void LoopNewton::remember(const Memory& memory) {
  if (memory.increments.size() != unknowns_.size() ||
      memory.scaled.size() != jacobian_.values.size())
    return;  // of another system
  for (std::size_t c = 0; c < unknowns_.size(); ++c) unknowns_[c].increment = memory.increments[c];
  jacobian_.values = memory.scaled;
  noise_ = memory.noise;
  regular_ = factors_.compute(jacobian_, noise_) && memory.regular;
}

double LoopNewton::correct(const Signals& answer, Signals& y) {
  const std::size_t n = unknowns_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Unknown& u = unknowns_[i];
    change_[i] = (answer.reals[u.real] - y.reals[u.real]) / u.increment;
  }
  plain_ = change_;
  if (!regular_ || !factors_.solve(change_)) change_ = plain_;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Unknown& u = unknowns_[i];
    double& value = y.reals[u.real];
    const double weight = signals_.relative() * std::abs(value) + u.absolute;
    const double change = change_[i] * u.increment;
    value += change;
    sum += change / weight * (change / weight);
  }
  return n == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(n));
}

}  // namespace bw::cosim
