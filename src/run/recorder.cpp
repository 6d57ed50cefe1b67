#include "run/recorder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "math/norms.h"

namespace bw::run {
namespace {

// The first point that is a row by its time; where the grid makes the rows, none is.
double first_row_time(const RowRule& rule) {
  if (rule.kind == RowRule::Kind::grid) return std::numeric_limits<double>::infinity();
  return rule.start;
}

}  // namespace

Recorder::Recorder(cosim::Coupling& coupling, const std::vector<Recorded>& recorded,
                   const RowRule& rule, const RunSpec& spec, result::RowSink& sink)
    : coupling_(coupling),
      recorded_(recorded),
      rule_(rule),
      spec_(spec),
      sink_(sink),
      next_row_time_(first_row_time(rule)),
      grid_rows_(rule.kind == RowRule::Kind::grid) {
  std::vector<result::Column> columns;
  std::vector<PartRecords> by_part(coupling.size());
  std::vector<std::vector<std::size_t>> outputs, records;
  for (std::size_t i = 0; i < coupling.size(); ++i) {
    const model::PartShape& shape = coupling.shape(i);
    outputs.push_back(model::lane_positions(shape.outputs));
    records.push_back(model::lane_positions(shape.records));
    const std::size_t reals = model::count_reals(shape.records);
    by_part[i].part = i;
    by_part[i].values.reals.resize(reals);
    by_part[i].values.discretes.resize(shape.records.size() - reals);
  }
  std::size_t reals = 0, discretes = 0;
  for (const Recorded& r : recorded) {
    columns.push_back(r.column);
    const bool real = is_real(r.column.type);
    const std::size_t to = real ? reals++ : discretes++;
    const cosim::Coupling::Place& place = coupling.place(r.part);
    if (r.from_outputs)
      (real ? reals_ : discretes_)
          .push_back({(real ? place.real : place.discrete) + outputs[r.part][r.place], to});
    else
      (real ? by_part[r.part].reals : by_part[r.part].discretes)
          .push_back({records[r.part][r.place], to});
  }
  row_reals_.resize(reals);
  row_discretes_.resize(discretes);
  last_reals_ = row_reals_;
  last_discretes_ = row_discretes_;
  for (PartRecords& part : by_part)
    if (!part.reals.empty() || !part.discretes.empty()) records_.push_back(std::move(part));
  sink_.columns(columns);
}

bool Recorder::accepted(double t, bool at_grid) {
  ++steps_;
  if (t >= next_row_time_ || (at_grid && grid_rows_)) {
    watch_.time([&] { record(t); });
    if (not_finite_) return false;
    plan_next_row(t);
  }
  time_ = t;
  if (--until_look_ <= 0) show_progress(t);
  return spec_.interrupt == nullptr || !spec_.interrupt->load(std::memory_order_relaxed);
}

void Recorder::plan_next_row(double t) {
  if (rule_.kind != RowRule::Kind::at_or_after) return;
  // Times are products of different numbers: 30 * 0.01 is below 3 * 0.1 by one rounding.
  const double slack = 1e-9 * rule_.step;
  while (next_row_time_ <= t && t < rule_.stop)
    next_row_time_ = std::min(
        rule_.stop, rule_.start + static_cast<double>(++next_row_) * rule_.interval - slack);
}

void Recorder::record(double t) {
  const model::Signals& now = coupling_.now();
  for (const Copy& c : reals_) row_reals_[c.to] = now.reals[c.from];
  for (const Copy& c : discretes_) row_discretes_[c.to] = now.discretes[c.from];
  for (PartRecords& part : records_) {
    coupling_.part(part.part).get_records({part.values.reals, part.values.discretes});
    for (const Copy& c : part.reals) row_reals_[c.to] = part.values.reals[c.from];
    for (const Copy& c : part.discretes) row_discretes_[c.to] = part.values.discretes[c.from];
  }
  if (!records_.empty() && !math::all_finite(row_reals_)) {
    find_not_finite();
    return;
  }
  sink_.row({t, row_reals_, row_discretes_});
  std::swap(row_reals_, last_reals_);
  std::swap(row_discretes_, last_discretes_);
  ++rows_;
  last_row_time_ = t;
}

void Recorder::find_not_finite() {
  std::size_t lane = 0;
  for (const Recorded& r : recorded_) {
    if (!is_real(r.column.type)) continue;
    if (!math::all_finite(std::span(row_reals_).subspan(lane++, 1)) && !not_finite_)
      not_finite_ = r.column.name;
  }
}

// A look at the clock costs as much as a short step, so looks are spaced by steps, and the spacing
// follows the time that the steps take.
void Recorder::show_progress(double t) {
  constexpr auto too_often = std::chrono::milliseconds(20),
                 too_rare = std::chrono::milliseconds(200);
  constexpr int most_patience = 1 << 16;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_look_ < too_often) patience_ = std::min(patience_ * 2, most_patience);
  if (now - last_look_ > too_rare) patience_ = std::max(patience_ / 8, 1);
  last_look_ = now;
  until_look_ = patience_;
  if (spec_.on_progress) spec_.on_progress({t, rule_.start, rule_.stop});
}

std::vector<std::pair<std::string, result::Cell>> Recorder::last_row() const {
  std::vector<std::pair<std::string, result::Cell>> cells;
  std::size_t real = 0, discrete = 0;
  for (const Recorded& r : recorded_) {
    if (is_real(r.column.type))
      cells.emplace_back(r.column.name, last_reals_[real++]);
    else
      cells.emplace_back(r.column.name, last_discretes_[discrete++]);
  }
  return cells;
}

}  // namespace bw::run
