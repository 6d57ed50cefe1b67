#pragma once
// Rows on both sides of each event of an integration (--event-rows), and their place among the
// other rows.

#include <cstddef>
#include <span>
#include <vector>

#include "base/value.h"
#include "model/component.h"
#include "ode/global_error.h"
#include "ode/kernel/event_observer.h"
#include "run/execute/columns.h"

namespace bw::run {

// One row per time; times stand twice.
struct EventRows {
  std::vector<double> times{}, reals{};
  std::vector<Discrete> discretes{};
};

// Reads them, or only those behind events. `model` is set when it exists.
class EventRowReader final : public ode::EventObserver {
 public:
  EventRowReader(const Columns& columns, bool reads_both_sides)
      : columns_(columns), reads_both_sides_(reads_both_sides) {}
  void at_event(double t, Limit limit) override;

  model::Component* model = nullptr;
  EventRows rows;

 private:
  const Columns& columns_;
  bool reads_both_sides_;
};

// Takes the difference of the rows at events into account.
void add_event_rows(const EventRows& coarse, const EventRows& fine, const ode::Wanted& wanted,
                    ode::Difference& difference);

// Rows with those at events between them, each with its errors (or none). A row of the grid at the
// time of an event is its right side.
struct RowTable {
  std::vector<double> times{}, values{}, errors{};
  std::vector<Discrete> discretes{};
};
RowTable merged(const RowTable& rows, const EventRows& coarse, const EventRows& fine,
                std::size_t reals, std::size_t discretes);

}  // namespace bw::run
