#include "fmi/check/check_drive.h"

#include <algorithm>
#include <cmath>

#include "fmi/instance/clocks.h"

namespace bw::fmi {
namespace {

constexpr int most_steps = 200;
constexpr std::size_t most_watched = 500;

}  // namespace

// Outputs first; clocked variables exist only while the clock ticks and cannot be compared.
std::vector<std::size_t> watched_scalars(const Layout& layout) {
  std::vector<std::size_t> reals, others;
  const auto add = [&](std::size_t i) {
    const model::Variable& v = layout.scalars()[i];
    if (v.type == Type::string || v.type == Type::binary || v.type == Type::clock) return;
    if (!layout.variable_of(i).clocks.empty() || reals.size() + others.size() >= most_watched)
      return;
    if (v.variability == model::Variability::continuous ||
        v.variability == model::Variability::discrete)
      (is_real(v.type) ? reals : others).push_back(i);
  };
  for (const bool outputs : {true, false})
    for (std::size_t i = 0; i < layout.scalars().size(); ++i)
      if ((layout.scalars()[i].causality == model::Causality::output) == outputs) add(i);
  reals.insert(reals.end(), others.begin(), others.end());
  return reals;
}

Course course_of(const Description& description, Interface interface) {
  const model::Experiment& defaults = description.experiment;
  Course course;
  course.start = defaults.start.value_or(0.0);
  course.stop = defaults.stop.value_or(course.start + 1);
  if (!(course.stop > course.start)) course.stop = course.start + 1;
  const double length = course.stop - course.start;
  const InterfaceDescription& offered = *description.at(interface);
  double step = defaults.step.value_or(length / 100);
  const bool may_choose = interface != Interface::co_simulation || offered.variable_steps;
  if (offered.fixed_internal_step)
    step = std::max(1.0, std::round(step / *offered.fixed_internal_step)) *
           *offered.fixed_internal_step;
  else if (may_choose)
    step = std::clamp(step, length / most_steps, length);
  // A fixed step is kept, and the end comes earlier.
  course.steps = static_cast<int>(std::clamp(std::round(length / step), 1.0, 1.0 * most_steps));
  if (!may_choose || offered.fixed_internal_step) course.stop = course.start + course.steps * step;
  return course;
}

Drive::Drive(const Layout& layout, const Instance::Setup& setup, const Course& course,
             bool set_starts)
    : layout_(layout),
      setup_(setup),
      course_(course),
      set_starts_(set_starts),
      is_model_(setup.interface == Interface::model_exchange),
      watched_(watched_scalars(layout)),
      group_(layout, watched_),
      instance_(Instance::make(setup)),
      t_(course.start),
      deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(course.seconds))) {
  for (const std::size_t scalar : watched_)
    if (is_real(layout.scalars()[scalar].type))
      values_.reals.push_back(0);
    else
      values_.discretes.emplace_back(std::int64_t{0});
}

Drive::~Drive() {
  events_.reset();
  instance_.reset();
}

void Drive::initialise() {
  t_ = course_.start;
  ended_ = false;
  if (set_starts_) set_described_starts(*instance_, layout_);
  instance_->enter_initialisation(layout_.description().experiment.tolerance, course_.start,
                                  course_.stop);
  instance_->exit_initialisation();
  if (is_model_ || instance_->has_event_mode()) begin();
  instance_->settle();
}

void Drive::begin() {
  events_.emplace(layout_, *instance_, std::span<const std::size_t>());
  ended_ = events_->begin(course_.start, {}).ends;
  if (!is_model_) return instance_->enter_step_mode();
  instance_->enter_continuous_time_mode();
  x_.assign(layout_.description().continuous_states, 0.0);
  dx_ = sizes_ = x_;
  z_.assign(layout_.description().event_indicators, 0.0);
  if (x_.empty()) return;
  instance_->get_states(x_);
  instance_->get_nominals(sizes_);
}

void Drive::take_time(double seconds) {
  deadline_ = Clock::now() +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool Drive::is_late() {
  if (Clock::now() < deadline_) return false;
  is_cut_ = true;
  return true;
}

bool Drive::step(int i) {
  const double end = course_.point(i + 1);
  reason_.clear();
  if (ended_) {
    reason_ = "it ends the simulation in its first event.";
    return false;
  }
  if (is_late()) return false;
  const bool goes_on = is_model_ ? integrate(end)
                       : events_ ? step_with_events(end)
                                 : step_by_itself(end);
  instance_->settle();
  return goes_on;
}

bool Drive::step_by_itself(double end) {
  for (int calm = 0; end - t_ > same_time * (std::abs(end) + 1) && calm < most_simultaneous_events;
       ++calm) {
    const StepAnswer moved = instance_->do_step(t_, end - t_, false);
    if (moved.status != model::Advance::Status::completed) {
      reason_ = instance_->reason();
      return false;
    }
    if (moved.reached > t_) calm = 0;
    t_ = moved.reached;
  }
  t_ = end;
  return true;
}

bool Drive::step_with_events(double end) {
  const double slack = same_time * (std::abs(end) + 1);
  bool event = false;
  for (int calm = 0; calm < most_simultaneous_events; ++calm) {
    const bool due = events_->next() <= t_ + slack;
    if (event || due) {
      const bool ends = events_->handle(due ? std::max(t_, events_->next()) : t_, {}).ends;
      instance_->enter_step_mode();
      event = false;
      if (ends) return false;
      continue;
    }
    if (end - t_ <= slack) break;
    const double target =
        instance_->offered().variable_steps ? std::min(end, events_->next()) : end;
    const StepAnswer moved = instance_->do_step(t_, target - t_, false);
    if (moved.status != model::Advance::Status::completed) {
      reason_ = instance_->reason();
      return false;
    }
    if (moved.reached > t_) calm = 0;
    t_ = moved.reached < target - slack ? moved.reached : target;
    event = moved.event;
  }
  t_ = end;
  return true;
}

}  // namespace bw::fmi
