#include "run/execute/conserved.h"

#include "base/error.h"
#include "base/text.h"
#include "run/publish/shortfall.h"

namespace bw::run {
ConservedWatch::ConservedWatch(const RunSpec& spec, const Components& components,
                               const Tolerance& tolerance) {
  if (spec.conserved.empty()) return;
  std::vector<std::string> names;
  std::vector<double> nominals;
  for (const Recorded& recorded : components.recorded) {
    if (!is_real(recorded.column.type)) continue;
    names.push_back(recorded.column.name);
    nominals.push_back(components.nominal(recorded));
  }
  reals_ = names.size();
  for (const std::string& text : spec.conserved) try {
      watched_.push_back({text, {math::Formula(text, names), tolerance, nominals}});
    } catch (const UsageError& error) {
      throw UsageError(std::string("conserved: ") + error.what() +
                       " A formula can use recorded real variables only.");
    }
  unused_ = watched_;
}

void ConservedWatch::forget() { watched_ = unused_; }

result::RowSink& ConservedWatch::before(result::RowSink& sink, double time_unit) {
  if (watched_.empty()) return sink;
  sink_ = &sink;
  seconds_ = time_unit;
  return *this;
}

void ConservedWatch::row(const result::Row& row) {
  for (Watched& watched : watched_) watched.drift.see(row.time * seconds_, row.reals.first(reals_));
  sink_->row(row);
}

void ConservedWatch::report(Bells& bells, result::Outcome& outcome) const {
  for (const auto& [text, drift] : watched_) {
    outcome.conserved.push_back(
        {text, drift.first(), drift.largest(), drift.relative(), drift.excess(), drift.time()});
    const std::string when = " at t = " + brief(drift.time());
    if (!drift.is_computable())
      bells.ring(BellCode::drift, drift.time(), text,
                 "the conserved quantity " + text + " is not a finite number" + when + ".");
    else if (drift.excess() > 1)
      bells.ring(BellCode::drift, drift.time(), text,
                 "the conserved quantity " + text + " drifts by " + rough(drift.excess()) +
                     " times the tolerance" + when + " (" + rough(100 * drift.relative()) +
                     " % of its value over the simulated time); the result is less accurate than "
                     "requested, or the model does not conserve it.",
                 drift.excess(), 1.0);
  }
}

}  // namespace bw::run
