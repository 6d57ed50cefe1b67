#include "cosim/event_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "cosim/chain_walk.h"
#include "cosim/suspect_watch.h"

namespace bw::cosim {
namespace {

constexpr double least_jump = 0.25;  // of what a suspect changed in the step that made it one
constexpr int probe_steps = 2;
constexpr int most_crossing_steps = 50;  // until nothing more follows from a jump
constexpr int most_events_in_cell = 1000;

class EventChain final : ChainWalk {
 public:
  EventChain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
             const std::function<bool()>& wanted, Path& path)
      : ChainWalk(coupling, order, reader, wanted, path),
        tiny_(order.event_resolution),
        start_(coupling.now()),
        watch_(coupling, order.options.tolerance),
        all_parts_(coupling.order()) {}

  void run() {
    if (!read_row()) return;
    for (std::size_t cell = 0; cell < mesh().cells(); ++cell) {
      if (!pass(cell)) return;
      if (mesh().is_break(cell)) begin_anew();
      if (mesh().is_row(cell) && !read_row()) return;
    }
  }

 private:
  enum class Walked { through, jumped, told, ended };

  bool pass(std::size_t cell) {
    const double end = mesh().end(cell);
    watch_.begin_cell();
    for (int events = 0; path().time < end; ++events) {
      if (events > most_events_in_cell)
        return stop(Path::End::too_many_events, "run",
                    "signals of the coupled system jump again and again at t = " +
                        shortest(path().time) + " without time passing.");
      if (!pass_piece(cell, end)) return false;
    }
    return true;
  }

  // To the end of the cell, or over one event.
  bool pass_piece(std::size_t cell, double end) {
    begin_ = path().time;
    coupling().mark(all_parts_, at_begin_);
    copy(coupling().now(), start_);
    watch_at_begin_ = watch_.memory();
    double to = end;
    std::optional<Found> found;  // the earliest jump so far; before it there may be others
    while (true) {
      const Walked walked = walk(to, true);
      if (walked == Walked::ended) return false;
      if (walked == Walked::through) return !found || cross(cell, *found);
      if (walked == Walked::told) {
        found = {told_, {}};
        to = std::max(begin_, told_ - 2 * probe_steps * tiny_);
      } else if (const Suspect suspect = watch_.suspect();
                 !suspect.discrete && suspect.is_past(start_)) {
        watch_.leave_alone(suspect.signal);
      } else {
        const double when = bisect(suspect, begin_, to);
        if (std::isnan(when)) return false;
        if (!is_jump(suspect, when)) {
          watch_.leave_alone(suspect.signal);
        } else {
          found = {when, suspect};
          to = when;
        }
      }
      go_back();
    }
  }

  struct Found {
    double time;
    Suspect suspect;  // none: a part has told of it
  };

  // Where a signal is only steep, or catches up with its inputs, nothing happens between the two
  // times that the search has ended with; and what happened at the begin belongs to the cell
  // before, which has looked at it.
  bool is_jump(const Suspect& suspect, double when) const {
    return suspect.discrete ||
           (when > begin_ && std::abs(value_past_ - value_before_) >
                                 least_jump * std::abs(suspect.after - suspect.before));
  }

  // n steps to `to`; `probing`: with the tiny steps and the watch, and back to the begin if
  // something jumped. Else no watch.
  Walked walk(double to, bool probing, const Suspect* only = nullptr) {
    const double from = path().time;
    watching_ = probing && only == nullptr;
    nearest_ = std::numeric_limits<double>::infinity();
    for (int j = 1; j <= order().steps; ++j) {
      const double end = j == order().steps ? to : from + (to - from) * j / order().steps;
      if (!(end > path().time)) continue;  // also a walk of no length
      const Walked stepped = step(end, only);
      if (stepped != Walked::through) return stepped;
    }
    if (!probing) return Walked::through;
    return probe(to, only);
  }

  Walked probe(double to, const Suspect* only) {
    coupling().mark(all_parts_, at_end_);
    copy(coupling().now(), end_signals());
    for (int k = 1; k <= probe_steps; ++k) {
      if (!try_step(to + k * tiny_)) return told_or_ended();
      if (only != nullptr) note(*only);
      const bool changed =
          only != nullptr ? has_happened(*only) : watch_.after(start_, end_signals_, next());
      accept(to + k * tiny_);
      if (changed) return Walked::jumped;
    }
    if (only == nullptr && watch_.last_step()) return Walked::jumped;
    coupling().return_to(at_end_, all_parts_);
    Signals again = end_signals_;
    coupling().accept(again);
    path().time = to;
    return Walked::through;
  }

  Walked told_or_ended() {
    if (!told_event()) return Walked::ended;
    told_ = *told_event();
    return Walked::told;
  }

  Walked step(double end, const Suspect* only) {
    if (!try_step(end)) return told_or_ended();
    bool jumped = false;
    if (only != nullptr) {
      jumped = has_happened(*only);
      note(*only);
    } else if (watching_)
      jumped = watch_.see(start_, coupling().now(), next(), end - path().time);
    accept(end);
    return jumped ? Walked::jumped : Walked::through;
  }

  bool has_happened(const Suspect& suspect) const {
    return suspect.discrete ? next().discretes != start_.discretes : suspect.is_past(next());
  }

  // The latest time to which one can walk without the suspect's jump; NaN: the chain has ended.
  double bisect(const Suspect& suspect, double from, double to) {
    const double resolution =
        std::max(tiny_ / 50, 4 * std::numeric_limits<double>::epsilon() * std::abs(to));
    double low = from, high = to;
    value_before_ = suspect.before;
    value_past_ = suspect.after;
    while (high - low > resolution) {
      const double middle = low + (high - low) / 2;
      if (!(middle > low && middle < high)) break;
      go_back();
      const Walked walked = walk(middle, true, &suspect);
      if (walked == Walked::ended) return std::numeric_limits<double>::quiet_NaN();
      const bool through = walked == Walked::through;
      (through ? low : high) = middle;
      (through ? value_before_ : value_past_) = nearest_;
    }
    return low;
  }

  // How near a walk comes to what the suspect jumped to: no step of it alone, because a signal may
  // come back.
  void note(const Suspect& suspect) {
    if (suspect.discrete) return;
    const double value = next().reals[suspect.signal];
    if (!(std::abs(nearest_ - suspect.after) <= std::abs(value - suspect.after))) nearest_ = value;
  }

  void go_back() {
    coupling().return_to(at_begin_, all_parts_);
    Signals again = start_;
    coupling().accept(again);
    path().time = begin_;
    watch_.remember(watch_at_begin_);
    master().forget();
  }

  // Tiny steps from where the chain stands until it has happened and nothing more follows.
  bool cross(std::size_t cell, const Found& found) {
    const auto& [when, suspect] = found;
    const bool told = suspect.signal == Suspect::none && !suspect.discrete;
    bool happened = false;
    int calm = 0;
    for (int k = 0; k < most_crossing_steps && calm < probe_steps; ++k) {
      const double end = path().time + tiny_;
      const Signals before = coupling().now();
      if (!try_step(end)) return false;
      const bool changed = before.discretes != next().discretes || watch_.any_large(before, next());
      accept(end);
      happened = happened || (told ? end > when : changed);
      calm = happened && !changed ? calm + 1 : 0;
    }
    path().events.push_back({when, cell,
                             suspect.signal != Suspect::none ? coupling().real_name(suspect.signal)
                                                             : std::string("a discrete signal")});
    begin_anew();
    return true;
  }

  void begin_anew() {
    master().forget();
    watch_.forget();
  }

  Signals& end_signals() {
    end_signals_.reals.resize(coupling().now().reals.size());
    end_signals_.discretes.resize(coupling().now().discretes.size());
    return end_signals_;
  }

  double tiny_;
  Signals start_, end_signals_;
  double nearest_ = 0;
  double value_before_ = 0, value_past_ = 0;  // of a suspect, at both sides of the search's result
  SuspectWatch watch_;
  SuspectWatch::Memory watch_at_begin_;
  std::vector<std::size_t> all_parts_;
  Checkpoint at_begin_, at_end_;
  double begin_ = 0, told_ = 0;
  bool watching_ = false;
};

}  // namespace

void run_event_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path) {
  EventChain(coupling, order, reader, wanted, path).run();
}

}  // namespace bw::cosim
