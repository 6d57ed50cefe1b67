#include "cosim/chain/event_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "cosim/chain/chain_walk.h"
#include "cosim/chain/find_kinks.h"
#include "cosim/chain/find_spots.h"
#include "cosim/chain/recent_slopes.h"
#include "cosim/coupling/suspect_watch.h"
#include "cosim/master/holder.h"

namespace bw::cosim {
namespace {

constexpr double fractions_of_change[] = {0.5, 0.1, 0.02, 0.9};
constexpr double same_event_steps = 20;  // tiny steps
constexpr double first_fraction_of_change = 1e-8;
constexpr double least_jump = 1e-3;  // of a suspect's change in the step that raised suspicion
constexpr int probe_steps = 2;
constexpr int most_crossing_steps = 50;  // until no further reaction follows a discontinuity
constexpr double most_drift = 2;  // of a continuous change over the event, by the rate after it
constexpr int most_events_in_interval = 1000;
constexpr int tiny_steps_to_reported = 20;
constexpr int most_rounds = 20;        // until a reported event is at the end of its interval
constexpr double surely = 1.0 / 1024;  // of the interval: by then a continuous change has shrunk

class EventChain final : ChainWalk {
 public:
  EventChain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
             const std::function<bool()>& wanted, Path& path)
      : ChainWalk(coupling, order, reader, wanted, path),
        tiny_(order.event_resolution),
        start_(coupling.now()),
        watch_(coupling, order.options.tolerance),
        slopes_(coupling, order.options.tolerance),
        all_components_(coupling.order()) {}

  void run() {
    if (!read_row()) return;
    for (std::size_t interval = 0; interval < mesh().intervals(); ++interval) {
      row_before_event_.clear();
      if (!pass(interval)) return;
      if (mesh().is_row(interval)) slopes_.raise(path().rates);
      if (mesh().is_break(interval)) restart();
      if (!mesh().is_row(interval)) continue;
      if (!read_row()) return;
      if (!row_before_event_.empty() && !mend_row(interval)) return;
    }
    find_last_kinks(slopes_, path().kinks);
  }

 private:
  enum class Progress { through, jumped, reported, ended };

  bool pass(std::size_t interval) {
    const double end = mesh().end(interval);
    watch_.begin_interval();
    for (int events = 0; path().time < end; ++events) {
      if (events > most_events_in_interval)
        return stop(
            Path::End::too_many_events, "run",
            "signals jump repeatedly at t = " + brief(path().time) + " without time advancing.");
      if (!pass_piece(interval, end)) return false;
    }
    return true;
  }

  // To the end of the interval, or over one event.
  bool pass_piece(std::size_t interval, double end) {
    begin_ = path().time;
    coupling().mark(all_components_, at_begin_);
    copy(coupling().now(), start_);
    watch_at_begin_ = watch_.memory();
    slopes_at_begin_ = slopes_.memory();
    known_spots_ = path().spots.size();
    kinks_found_ = path().kinks;
    master().save(history_at_begin_);
    double to = end;
    int reports = 0;
    std::optional<Found> found;  // the earliest one so far; there may be others before it
    while (true) {
      const Progress progress = advance(to, Walk::probing);
      if (progress == Progress::ended) return false;
      if (progress == Progress::through) return !found || cross(interval, *found);
      if (progress == Progress::reported) {
        const std::optional<ReportedEvent> reported = settle(reported_, end);
        if (!reported) return false;
        found = {reported->time, {}};
        to = ++reports < most_rounds ? std::max(begin_, reported->until) : begin_;
      } else if (const std::optional<Found> jump = search(watch_.suspect(), to)) {
        if (found && found->time - jump->time <= same_event_steps * tiny_) {
          // What follows from a jump is no other one.
          roll_back();
          return advance(jump->time, Walk::plain) != Progress::ended && cross(interval, *jump);
        }
        found = jump;
        to = jump->time;
      } else if (path().end != Path::End::complete) {
        return false;
      } else {
        watch_.leave_alone(watch_.suspect().signal);
      }
      roll_back();
    }
  }

  // A component reports its event for the steps it was given. Dividing the interval before the
  // event into other steps moves the event: the interval that ends at its own event is found by
  // secants. Components do not report events closer than some tiny steps, so it ends a gap before.
  struct ReportedEvent {
    double time, until;
  };
  std::optional<ReportedEvent> settle(double when, double end) {
    const double gap = tiny_steps_to_reported * tiny_;
    double to = when - gap, last = to, miss_before = 0;
    bool knows_last = false;
    for (int round = 0; round < most_rounds && to > begin_ + tiny_; ++round) {
      const double again = time_reported_beyond(to, end);
      if (std::isnan(again)) return {};
      if (again > end) {  // too close to be reported
        to -= gap;
        knows_last = false;
        continue;
      }
      when = again;
      const double miss = when - gap - to;
      if (std::abs(miss) <= tiny_) break;
      const double slope = knows_last ? (miss - miss_before) / (to - last) : -1;
      const double next = to - miss / slope;
      last = std::exchange(to, next > begin_ && next < end ? next : when - gap);
      miss_before = miss;
      knows_last = true;
    }
    return ReportedEvent{when, to};
  }

  // Up to `to` and beyond it, with the same steps; infinity: not before the end; NaN: the
  // chain has ended.
  double time_reported_beyond(double to, double end) {
    roll_back();
    Progress progress = advance(to, Walk::plain);
    // The first step beyond is short, because it is made with signals of its own end, perhaps.
    double h = 5 * tiny_steps_to_reported * tiny_;
    for (; progress == Progress::through && path().time < end; h = (to - begin_) / order().steps)
      progress = step(std::min(path().time + h, end), nullptr);
    if (progress == Progress::ended) return std::numeric_limits<double>::quiet_NaN();
    return progress == Progress::reported ? reported_ : std::numeric_limits<double>::infinity();
  }

  struct Found {
    double time;
    Suspect suspect;  // none: reported by a component
  };

  // A signal may jump and move on, or approach the jump on a slope: the jump is at one of some
  // fractions of its change.
  std::optional<Found> search(Suspect suspect, double to) {
    for (const double fraction : fractions_of_change) {
      suspect.fraction = fraction;
      if (!suspect.discrete && suspect.is_past(start_)) continue;
      const double when = bisect(suspect, begin_, to);
      if (path().end != Path::End::complete) return {};
      if (is_jump(suspect, when)) return Found{when, suspect};
    }
    // A signal that was constant before it changed, as that of a sampled controller, may change by
    // almost nothing at the right time, and by more at any later one.
    if (!suspect.stood_still || start_.reals[suspect.signal] != suspect.before) return {};
    suspect.fraction = first_fraction_of_change;
    const double when = bisect(suspect, begin_, to);
    if (path().end != Path::End::complete || !(when > begin_)) return {};
    if (!stands_still_after(when, suspect, surely * (to - begin_))) return {};
    return Found{when, suspect};
  }

  // A continuous change goes on.
  bool stands_still_after(double when, const Suspect& suspect, double h) {
    roll_back();
    if (advance(when, Walk::plain) != Progress::through) return false;
    for (int k = 0; k <= probe_steps; ++k)
      if (step(path().time + tiny_, nullptr) != Progress::through) return false;
    const double held = coupling().now().reals[suspect.signal];
    return step(path().time + h, nullptr) == Progress::through &&
           coupling().now().reals[suspect.signal] == held;
  }

  // A signal that is only steep, or catches up with its inputs, hardly changes between the two
  // final times of the bisection; and a discontinuity at the begin belongs to the previous
  // interval, which has examined it.
  bool is_jump(const Suspect& suspect, double when) const {
    return suspect.discrete ||
           (when > begin_ &&
            change_past_ - change_before_ > least_jump * std::abs(suspect.after - suspect.before));
  }

  // n steps to `to`; probing: with the tiny steps and the watch, and back to the begin if something
  // jumped.
  enum class Walk { plain, probing };
  Progress advance(double to, Walk kind, const Suspect* only = nullptr) {
    const double from = path().time;
    watching_ = kind == Walk::probing && only == nullptr;
    furthest_ = 0;
    for (int j = 1; j <= order().steps; ++j) {
      const double end = j == order().steps ? to : from + (to - from) * j / order().steps;
      if (!(end > path().time)) continue;  // also when `to` is the current time
      const Progress stepped = step(end, only);
      if (stepped != Progress::through) return stepped;
    }
    return kind == Walk::plain ? Progress::through : probe(to, only);
  }

  // Without `only` it ends at `to`; with it where the walk is, because a bisection rolls back
  // anyway and a snapshot may be the copy of a process.
  Progress probe(double to, const Suspect* only) {
    if (only == nullptr) coupling().mark(all_components_, at_end_);
    copy(coupling().now(), end_signals());
    for (int k = 1; k <= probe_steps; ++k) {
      if (!try_step(to + k * tiny_)) return reported_or_ended();
      if (only != nullptr) note(*only);
      const bool changed =
          only != nullptr ? has_happened(*only) : watch_.after(start_, end_signals_, next());
      accept(to + k * tiny_);
      if (changed) return Progress::jumped;
    }
    if (only != nullptr) return Progress::through;
    if (watch_.last_step(end_signals_, next())) return Progress::jumped;
    coupling().return_to(at_end_, all_components_);
    Signals again = end_signals_;
    coupling().accept(again);
    path().time = to;
    return Progress::through;
  }

  Progress reported_or_ended() {
    if (!reported_event()) return Progress::ended;
    reported_ = *reported_event();
    return Progress::reported;
  }

  Progress step(double end, const Suspect* only) {
    if (!try_step(end)) return reported_or_ended();
    bool jumped = false;
    if (only != nullptr) {
      jumped = has_happened(*only);
      note(*only);
    } else if (watching_)
      jumped = watch_.see(start_, coupling().now(), next(), end - path().time);
    if (only == nullptr) {
      slopes_.see(path().time, end - path().time, next());
      find_spots(slopes_, path().spots);
      find_kinks(slopes_, path().kinks);
    }
    accept(end);
    return jumped ? Progress::jumped : Progress::through;
  }

  bool has_happened(const Suspect& suspect) const {
    return suspect.discrete ? next().discretes != start_.discretes : suspect.is_past(next());
  }

  // The latest time that can be reached without the suspect's jump; the chain may end before it.
  double bisect(const Suspect& suspect, double from, double to) {
    const double resolution =
        std::max(tiny_ / 50, 4 * std::numeric_limits<double>::epsilon() * std::abs(to));
    double low = from, high = to;
    change_before_ = 0;
    change_past_ = std::abs(suspect.after - suspect.before);
    while (high - low > resolution) {
      const double middle = low + (high - low) / 2;
      if (!(middle > low && middle < high)) break;
      roll_back();
      const Progress progress = advance(middle, Walk::probing, &suspect);
      if (progress == Progress::ended) return low;
      const bool through = progress == Progress::through;
      (through ? low : high) = middle;
      (through ? change_before_ : change_past_) = furthest_;
      if (high - low < surely * (to - from) && low > from && !is_jump(suspect, low)) break;
    }
    return low;
  }

  // The largest distance from the value before the change, over all steps, because a signal may
  // come back.
  void note(const Suspect& suspect) {
    if (suspect.discrete) return;
    furthest_ = std::max(furthest_, std::abs(next().reals[suspect.signal] - suspect.before));
  }

  void roll_back() {
    coupling().return_to(at_begin_, all_components_);
    Signals again = start_;
    coupling().accept(again);
    path().time = begin_;
    watch_.remember(watch_at_begin_);
    slopes_.remember(slopes_at_begin_);
    path().spots.resize(known_spots_);
    path().kinks = kinks_found_;
    master().restore(history_at_begin_);
  }

  // Tiny steps from the current time until the discontinuity has occurred and no reaction follows.
  // What a fast component does after it goes on from step to step and is no reaction.
  bool cross(std::size_t interval, const Found& found) {
    const auto& [when, suspect] = found;
    const bool reported = suspect.signal == Suspect::none && !suspect.discrete;
    bool happened = false;
    int calm = 0;
    row_before_event_.clear();
    if (mesh().is_row(interval) &&
        path().time + most_crossing_steps * tiny_ >= mesh().end(interval)) {
      row_before_event_ = peek_row();
      left_at_ = path().time;
    }
    Signals earlier = coupling().now();
    for (int k = 0; k < most_crossing_steps && calm < probe_steps; ++k) {
      const double end = path().time + tiny_;
      Signals before = coupling().now();
      if (!try_step(end)) return false;
      const bool changed =
          before.discretes != next().discretes || watch_.any_sudden(earlier, before, next());
      earlier = std::move(before);
      accept(end);
      happened = happened || (reported ? end > when : changed);
      calm = happened && !changed ? calm + 1 : 0;
    }
    path().events.push_back({when, interval,
                             suspect.signal != Suspect::none ? coupling().real_name(suspect.signal)
                                                             : std::string("a discrete signal")});
    if (path().time < mesh().end(interval)) row_before_event_.clear();
    restart();
    return true;
  }

  // A row at an event has been read some tiny steps after it, in which a fast component moves far.
  // A continuous value is the one before the event; one that jumped is followed back to the row.
  bool mend_row(std::size_t interval) {
    const std::vector<double> after = peek_row();
    const double time = path().time;
    coupling().mark(all_components_, at_end_);
    copy(coupling().now(), end_signals());
    if (!try_step(time + tiny_)) {
      if (!reported_event()) return false;  // the chain has ended
      return_to_row(time);                  // another event: the row stays as it is
      return true;
    }
    accept(time + tiny_);
    const std::vector<double> later = peek_row();
    return_to_row(time);
    const std::span<double> row = std::span(path().reals).last(after.size());
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double rate = (later[c] - after[c]) / tiny_;
      const bool jumped = std::abs(after[c] - row_before_event_[c]) >
                          most_drift * std::abs(rate) * (time - left_at_);
      row[c] = jumped ? after[c] - rate * (time - mesh().end(interval)) : row_before_event_[c];
    }
    return true;
  }

  void return_to_row(double time) {
    coupling().return_to(at_end_, all_components_);
    Signals again = end_signals_;
    coupling().accept(again);
    path().time = time;
    restart();
  }

  void restart() {
    master().forget();
    watch_.forget();
    slopes_.forget(coupling().now());
  }

  Signals& end_signals() {
    end_signals_.reals.resize(coupling().now().reals.size());
    end_signals_.discretes.resize(coupling().now().discretes.size());
    return end_signals_;
  }

  double tiny_;
  Signals start_, end_signals_;
  double furthest_ = 0;
  double change_before_ = 0,
         change_past_ = 0;  // of a suspect, on both sides of the result
  SuspectWatch watch_;
  SuspectWatch::Memory watch_at_begin_;
  RecentSlopes slopes_;
  RecentSlopes::Memory slopes_at_begin_;
  std::size_t known_spots_ = 0;    // at the begin
  std::vector<Kink> kinks_found_;  // before the piece
  std::vector<std::size_t> all_components_;
  Checkpoint at_begin_, at_end_;
  SignalHistory history_at_begin_;
  double begin_ = 0, reported_ = 0;
  std::vector<double> row_before_event_;  // empty: the row of this interval is not at an event
  double left_at_ = 0;                    // when it was read
  bool watching_ = false;
};

}  // namespace

void run_event_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path) {
  EventChain(coupling, order, reader, wanted, path).run();
}

}  // namespace bw::cosim
