#include "ode/methods/multirev/ordinary_steps.h"

#include <algorithm>

#include "ode/methods/tight_tolerance.h"

namespace bw::ode::multirevolution {
namespace {

// Of step sizes without it: as the order says, with the safety of dop853.
constexpr double tight_growth = 2.4;
constexpr double first_part = 1.0 / 120, first_part_of_limit = 1.0 / 20;  // of the time left
constexpr long steps_of_restart = 50;  // more often than that: no tight steps after it

}  // namespace

OrdinarySteps::OrdinarySteps(Equations& equations, const Setup& setup)
    : equations_(equations), setup_(setup), plain_(equations, setup) {}

void OrdinarySteps::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  nominals_.assign(nominals.begin(), nominals.end());
  plain_.restart(t, x, nominals);
  is_tight_ = false;
  is_first_ = !setup_.steps_are_searched && !x.empty() && steps_of_restart * restarts_ <= count_;
  ++restarts_;
  proposed_ = 0;
}

void OrdinarySteps::propose(double h) {
  plain_.propose(h);
  proposed_ = h;
}

Trouble OrdinarySteps::step(double limit) {
  if (is_first_) {
    const double t = plain_.time();
    tight_until_ = t + std::min(first_part * (setup_.stop - t), first_part_of_limit * (limit - t));
  }
  if (is_first_ || is_tight_) change(current().time() < tight_until_);
  is_first_ = false;
  ++count_;
  return current().step(limit);
}

void OrdinarySteps::make_tight() {
  if (tight_) return;
  Setup setup = setup_;
  setup.tolerance.relative = tight_tolerance(setup_.tolerance.relative);
  if (setup.tolerance.absolute)
    *setup.tolerance.absolute *= setup.tolerance.relative / setup_.tolerance.relative;
  tight_.emplace(equations_, setup);
}

// Continues with the other tolerance.
void OrdinarySteps::change(bool tight) {
  if (tight == is_tight_) return;
  const MicroSteps& from = current();
  const double h = from.time() - from.previous_time();
  if (tight) make_tight();
  MicroSteps& to = tight ? *tight_ : plain_;
  to.restart(from.time(), from.state(), nominals_);
  const double size = h > 0 ? h : proposed_;
  if (size > 0) to.propose(tight ? size / tight_growth : size * tight_growth);
  is_tight_ = tight;
}

void OrdinarySteps::continue_from(double t, std::span<const double> x, double h) {
  make_tight();
  is_tight_ = true;
  is_first_ = false;
  tight_->restart(t, x, nominals_);
  if (h > 0) tight_->propose(h);
}

Counts OrdinarySteps::take_counts() {
  Counts now = plain_.counts();
  if (tight_) {
    now.steps += tight_->counts().steps;
    now.rejected += tight_->counts().rejected;
  }
  Counts since;
  since.steps = now.steps - counted_.steps;
  since.rejected = now.rejected - counted_.rejected;
  counted_ = now;
  return since;
}

void OrdinarySteps::assign(const OrdinarySteps& other) {
  plain_.assign(other.plain_);
  is_tight_ = other.is_tight_;
  is_first_ = other.is_first_;
  tight_until_ = other.tight_until_;
  proposed_ = other.proposed_;
  restarts_ = other.restarts_;
  count_ = other.count_;
  nominals_ = other.nominals_;
  if (!is_tight_) return;
  make_tight();
  tight_->assign(*other.tight_);
}

}  // namespace bw::ode::multirevolution
