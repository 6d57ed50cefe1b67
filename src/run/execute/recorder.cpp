#include "run/execute/recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "math/finite.h"
#include "run/spec/times.h"

namespace bw::run {
namespace {

// The first point that is a row because of its time; none where rows follow the grid.
double first_row_time(const RowRule& rule) {
  if (rule.kind == RowRule::Kind::grid) return std::numeric_limits<double>::infinity();
  return rule.start;
}

std::vector<model::ComponentShape> shapes_of(const cosim::Coupling& coupling) {
  std::vector<model::ComponentShape> shapes;
  for (std::size_t i = 0; i < coupling.size(); ++i) shapes.push_back(coupling.shape(i));
  return shapes;
}

}  // namespace

Recorder::Recorder(cosim::Coupling& coupling, const std::vector<Recorded>& recorded,
                   const RowRule& rule, const RunSpec& spec, result::RowSink& sink,
                   StepHistory* history)
    : Recorder({shapes_of(coupling), recorded}, recorded, rule, spec, sink) {
  coupling_ = &coupling;
  history_ = history;
}

Recorder::Recorder(model::Component& model, const std::vector<Recorded>& recorded,
                   const RowRule& rule, const RunSpec& spec, result::RowSink& sink)
    : Recorder(Columns({model.shape()}, recorded), recorded, rule, spec, sink) {
  model_ = &model;
}

Recorder::Recorder(Columns columns, const std::vector<Recorded>& recorded, const RowRule& rule,
                   const RunSpec& spec, result::RowSink& sink)
    : recorded_(recorded),
      rule_(rule),
      spec_(spec),
      sink_(sink),
      grid_(rule.start, rule.interval),
      next_row_time_(first_row_time(rule)),
      grid_rows_(rule.kind == RowRule::Kind::grid),
      columns_(std::move(columns)),
      meter_(spec.on_progress) {
  meter_.expect(rule.stop - rule.start);
  std::vector<result::Column> head;
  for (const Recorded& r : recorded) head.push_back(r.column);
  row_.reals.resize(columns_.reals());
  row_.discretes.resize(columns_.discretes());
  waiting_ = last_ = row_;
  time_ = rule.start;
  if (spec.time_unit) sink_.time_unit(*spec.time_unit);
  sink_.columns(head);
}

// In the loop of every plain run: what a step seldom needs is not inlined.
bool Recorder::accepted(double t, bool at_grid) {
  ++steps_;
  if (divergence_ != nullptr) divergence_->see(coupling_->now());
  if ((t >= next_row_time_ || (at_grid && grid_rows_)) && !reached_row(t)) return false;
  time_before_ = std::exchange(time_, t);
  if (clock_check_.is_time()) [[unlikely]]
    look_around(t);
  return is_wanted() && !is_due_;
}

bool Recorder::reached_row(double t) {
  if (behind_event_ != t) watch_.time([&] { record(t); });
  if (not_finite_) return false;
  row_before_ = next_row_;
  due_before_ = next_row_time_;
  plan_next_row(t);
  return true;
}

void Recorder::look_around(double t) {
  meter_.report(t - rule_.start, t);
  is_due_ = is_due_now_ && is_due_now_();
}

void Recorder::event_row(double t, bool is_behind) {
  watch_.time([&] { record(t); });
  if (is_behind) behind_event_ = t;
}

void Recorder::plan_next_row(double t) {
  if (rule_.kind != RowRule::Kind::at_or_after) return;
  // Allows for rounding: 30 * 0.01 is below 3 * 0.1. No more: a step that ends just before a jump
  // is not the row at the jump.
  const double rounding = 4 * std::numeric_limits<double>::epsilon();
  while (next_row_time_ <= t && t < rule_.stop) {
    const double due = grid_.at(++next_row_);
    next_row_time_ = std::min(rule_.stop, due - rounding * std::abs(due));
  }
}

void Recorder::record(double t) {
  if (coupling_ != nullptr)
    columns_.read(*coupling_, row_.reals, row_.discretes);
  else
    columns_.read(*model_, row_.reals, row_.discretes);
  // Of two results of first order, with steps h and h/2, twice the second less the first is of
  // second order (L. F. Richardson 1911).
  if (whole_time_ == t)
    for (std::size_t i = 0; i < whole_reals_.size(); ++i)
      row_.reals[i] = 2 * row_.reals[i] - whole_reals_[i];
  whole_time_.reset();
  if ((columns_.reads_records() || !whole_reals_.empty()) && !math::all_finite(row_.reals)) {
    find_not_finite();
    return;
  }
  row_.time = t;
  ++rows_;
  write_waiting();
  std::swap(row_, waiting_);
  is_waiting_ = true;
  if (rule_.rolled_back)
    sink_.announce({in_unit(waiting_.time, rule_.time_unit), waiting_.reals, waiting_.discretes});
  else
    write_waiting();
}

void Recorder::write_waiting() {
  if (!is_waiting_) return;
  is_waiting_ = false;
  sink_.row({in_unit(waiting_.time, rule_.time_unit), waiting_.reals, waiting_.discretes});
  std::swap(waiting_, last_);
}

void Recorder::rolled_back() {
  --steps_;
  if (history_ != nullptr) history_->rolled_back();
  const double taken = std::exchange(time_, time_before_);
  if (!is_waiting_ || waiting_.time != taken) return;
  is_waiting_ = false;
  sink_.withdraw();
  --rows_;
  next_row_ = row_before_;
  next_row_time_ = due_before_;
}

void Recorder::whole_step(double t, const model::Signals& y) {
  whole_time_.reset();
  if (t < next_row_time_ && !grid_rows_) return;
  columns_.read(*coupling_, y, row_.reals, row_.discretes);
  whole_reals_ = row_.reals;
  whole_time_ = t;
}

void Recorder::tried(const cosim::Tried& step, bool accepted) {
  if (history_ != nullptr) watch_.time([&] { history_->add(step, accepted, *coupling_); });
}

void Recorder::finish() { write_waiting(); }

void Recorder::report(result::Outcome& outcome) const {
  outcome.statistics.rows = rows();
  outcome.statistics.last_row_time = last_row_time();
  outcome.statistics.seconds.output = seconds();
  if (rows() > 0) outcome.final_values = last_row();
}

void Recorder::find_not_finite() {
  std::size_t lane = 0;
  for (const Recorded& r : recorded_) {
    if (!is_real(r.column.type)) continue;
    if (!math::all_finite(std::span(row_.reals).subspan(lane++, 1)) && !not_finite_)
      not_finite_ = r.column.name;
  }
}

std::vector<std::pair<std::string, result::Cell>> Recorder::last_row() const {
  std::vector<std::pair<std::string, result::Cell>> cells;
  const Values& values = is_waiting_ ? waiting_ : last_;
  std::size_t real = 0, discrete = 0;
  for (const Recorded& r : recorded_) {
    if (is_real(r.column.type))
      cells.emplace_back(r.column.name, values.reals[real++]);
    else
      cells.emplace_back(r.column.name, values.discretes[discrete++]);
  }
  return cells;
}

// ---- checkpoints ----

void Recorder::pause_when(std::function<bool()> is_due,
                          std::function<void(const cosim::MarchMemory&)> on_pause) {
  is_due_now_ = std::move(is_due);
  on_pause_ = std::move(on_pause);
}

bool Recorder::pauses() {
  if (!on_pause_ || not_finite_) return false;
  if (is_wanted()) return is_due_;
  return !std::exchange(paused_for_end_, true);
}

void Recorder::paused(const cosim::MarchMemory& memory) {
  is_due_ = false;
  watch_.time([&] { on_pause_(memory); });
}

Recorder::Memory Recorder::memory() const {
  return {waiting_,    last_,          is_waiting_, whole_reals_, next_row_, row_before_,
          due_before_, next_row_time_, time_,       time_before_, steps_,    rows_};
}

void Recorder::remember(const Memory& memory) {
  const auto fits = [this](const Values& values) {
    return values.reals.size() == row_.reals.size() &&
           values.discretes.size() == row_.discretes.size();
  };
  if (!fits(memory.waiting) || !fits(memory.last) ||
      (!memory.whole_reals.empty() && memory.whole_reals.size() != row_.reals.size()))
    throw InputError("The checkpoint is of another system; start the run again.");
  waiting_ = memory.waiting;
  last_ = memory.last;
  is_waiting_ = memory.is_waiting;
  whole_reals_ = memory.whole_reals;
  next_row_ = memory.next_row;
  row_before_ = memory.row_before;
  due_before_ = memory.due_before;
  next_row_time_ = memory.next_row_time;
  time_ = memory.time;
  time_before_ = memory.time_before;
  steps_ = memory.steps;
  rows_ = memory.rows;
}

}  // namespace bw::run
