#include "ode/methods/multirev/multirev.h"

#include <algorithm>

#include "ode/kernel/blame.h"

namespace bw::ode::multirevolution {
namespace {

constexpr double tight_accuracy = 1.01e-7;  // from there on more nodes
constexpr std::size_t usual_nodes = 6;
constexpr double least_left = 600;   // revolutions: fewer are not worth it
constexpr double least_ahead = 100;  // ... before the next limit

// The same in all integrations of a run, whose tolerances are 0.3 of the user's and less.
double accuracy_of(const Setup& setup) {
  return setup.accuracy > 0 ? 0.1 * setup.accuracy : setup.tolerance.relative;
}

}  // namespace

Multirev::Multirev(Equations& equations, const Setup& setup)
    : equations_(equations),
      setup_(setup),
      nodes_(accuracy_of(setup) < tight_accuracy ? most_nodes : usual_nodes),
      ordinary_(equations, setup),
      weights_(equations.size() + 1) {
  now_.x.resize(equations.size());
}

void Multirev::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  nominals_.assign(nominals.begin(), nominals.end());
  ordinary_.restart(t, x, nominals);
  now_.is_long = now_.passes = now_.is_vain = now_.has_polynomial = false;
  now_.ordinary_until = t;
  watch_.begin(nominals_);
}

void Multirev::refresh() {
  leave_long_step();
  ordinary_.refresh();
  now_.has_polynomial = false;
  watch_.begin(nominals_);
}

Trouble Multirev::step(double limit) {
  if (now_.is_vain) end_passing();
  if (now_.passes && may_pass(limit) && pass(limit)) return {};
  return ordinary_step(limit);
}

void Multirev::leave_long_step() {
  if (!now_.is_long) return;
  now_.is_long = false;
  ordinary_.continue_from(now_.end, now_.x, revolution_->first_step());
  ordinary_.tighten_until(setup_.stop);
}

Trouble Multirev::ordinary_step(double limit) {
  leave_long_step();
  Trouble trouble = ordinary_.step(limit);
  count();
  now_.has_polynomial = false;
  if (trouble || now_.passes || setup_.steps_are_searched || now_.x.empty()) return trouble;
  if (ordinary_.count() >= now_.wait_until &&
      watch_.see(ordinary_.current(), setup_.tolerance.relative) &&
      (limit - time()) / watch_.period() >= least_ahead &&
      (setup_.stop - time()) / watch_.period() >= least_left)
    begin_passing();
  return trouble;
}

void Multirev::count() {
  const Counts ordinary = ordinary_.take_counts();
  counts_.steps += ordinary.steps;
  counts_.rejected += ordinary.rejected;
  if (revolution_ == nullptr) return;
  const long micro = revolution_->counts().steps;
  counts_.steps += micro - micro_counted_;
  micro_counted_ = micro;
}

// ---- within a step ----

// From the last whole revolution of the long step before t.
bool Multirev::follow_to(double t, std::span<double> x) const {
  const double since = t - now_.begin;
  const long k = step_.revolutions_until(since);
  const double whole = step_.time_after(k);
  std::vector<double> z(now_.x.size());
  step_.state_after(k, z);
  return revolution_->reach({now_.begin + whole, z, now_.latest}, since - whole, x);
}

Trouble Multirev::shorten(double t) {
  if (!now_.is_long) return ordinary_.current().shorten(t);
  if (!follow_to(t, now_.x)) return not_finite(now_.begin, t - now_.begin, now_.x);
  now_.end = t;
  now_.has_polynomial = false;
  count();
  return {};
}

void Multirev::interpolate(double t, std::span<double> x) const {
  if (!now_.is_long) return ordinary_.current().interpolate(t, x);
  if (t == now_.end)
    std::copy(now_.x.begin(), now_.x.end(), x.begin());
  else if (step_.knows_dense() || step_.make_dense(*revolution_, now_.latest))
    step_.interpolate(t - now_.begin, x);
  else if (!follow_to(t, x))  // nothing can be reported here
    step_.state_after(step_.revolutions_until(t - now_.begin), x);
}

// ---- rollback ----

std::unique_ptr<Integrator> Multirev::clone() const {
  auto copy = std::make_unique<Multirev>(equations_, setup_);
  copy->assign(*this);
  copy->counts_ = counts_;
  return copy;
}

void Multirev::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Multirev&>(from);
  count();
  ordinary_.assign(other.ordinary_);
  nominals_ = other.nominals_;
  watch_ = other.watch_;
  now_ = other.now_;
  step_ = other.step_;
  revolution_.reset();
  if (other.revolution_ == nullptr) return;
  make_revolution();
  revolution_->assign(*other.revolution_);
}

}  // namespace bw::ode::multirevolution

namespace bw::ode {

extern const MethodKind multirev = {
    .name = "multirev",
    .summary =
        "multirevolution collocation, explicit, for one fast oscillation of a thousand "
        "periods or more; else dop853",
    .source = "L. R. Petzold 1981; M. Calvo, L. O. Jay, J. I. Montijano, L. Randez 2004",
    .order = 8,  // of the ordinary steps
    .passes_over = true,
    .stability = 6.39,
    .dense_order = 7,
    .make = make_method<multirevolution::Multirev>};

}  // namespace bw::ode
