#include "cosim/event_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "base/text.h"
#include "cosim/chain_walk.h"
#include "cosim/holder.h"

namespace bw::cosim {
namespace {

constexpr double times_its_neighbours = 20;
constexpr double least_share = 0.1;  // of the tolerance: smaller jumps are left to extrapolation
constexpr double least_jump = 0.25;  // of what a suspect changed in the step that made it one
constexpr int probe_steps = 2;
constexpr int most_crossing_steps = 50;  // until nothing more follows from a jump
constexpr int most_events_in_cell = 1000;
constexpr int tiny_steps_to_told = 20;
constexpr int most_rounds = 20;        // until a told event is where the way to it ends
constexpr double surely = 1.0 / 1024;  // of the way: what has shrunk so far within it was no jump
constexpr std::size_t none = static_cast<std::size_t>(-1);

// What jumped, or may have.
struct Suspect {
  bool discrete = false;
  std::size_t signal = none;     // real
  double before = 0, after = 0;  // its value
  bool is_past(const Signals& y) const {
    const double value = y.reals[signal];
    return std::abs(value - after) < std::abs(value - before);
  }
};

class EventChain final : ChainWalk {
 public:
  EventChain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
             const std::function<bool()>& wanted, Path& path)
      : ChainWalk(coupling, order, reader, wanted, path),
        tiny_(order.event_resolution),
        start_(coupling.now()),
        rates_(coupling.now().reals.size()),
        all_parts_(coupling.order()) {
    for (std::size_t i = 0; i < rates_.size(); ++i)
      absolute_.push_back(order.options.tolerance.absolute_for(coupling.nominals()[i]));
  }

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
    left_alone_.clear();
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
    rates_at_begin_ = rates_;
    seen_at_begin_ = seen_;
    master().save(history_at_begin_);
    double to = end;
    while (true) {
      const Walked walked = walk(to, true);
      if (walked == Walked::ended) return false;
      if (walked == Walked::through) return true;
      if (walked == Walked::told) return pass_told(cell, told_, end);
      const Suspect suspect = suspect_;
      if (!suspect.discrete && suspect.is_past(start_)) {
        left_alone_.insert(suspect.signal);
        go_back();
        continue;
      }
      const double when = bisect(suspect, begin_, to);
      if (std::isnan(when)) return false;
      go_back();
      if (when > begin_ && walk(when, false, &suspect) == Walked::ended) return false;
      // Where it is only steep, or catches up with its inputs, nothing happens between two times
      // that are as near as these.
      // What happened at the begin belongs to the cell before, which has looked at it.
      if (suspect.discrete || (when > begin_ && is_jump(suspect)))
        return cross(cell, when, suspect);
      left_alone_.insert(suspect.signal);
      go_back();
    }
  }

  // When an event is told on the way to `to` and beyond it, with the same steps; infinity: not
  // before the end; NaN: the chain has ended.
  double told_when_walking(double to, double end) {
    go_back();
    Walked walked = walk(to, false);
    // The first step beyond is short, because it is made with signals of its own end, perhaps.
    double h = 5 * tiny_steps_to_told * tiny_;
    for (; walked == Walked::through && path().time < end; h = (to - begin_) / order().steps)
      walked = step(std::min(path().time + h, end), nullptr);
    if (walked == Walked::ended) return std::numeric_limits<double>::quiet_NaN();
    return walked == Walked::told ? told_ : std::numeric_limits<double>::infinity();
  }

  // Parts do not tell what is nearer than some tiny steps, so the way ends a gap before the event.
  bool pass_told(std::size_t cell, double when, double end) {
    const double gap = tiny_steps_to_told * tiny_;
    double to = when - gap, last = to, miss_before = 0;
    bool knows_last = false;
    for (int round = 0; round < most_rounds && to > begin_ + tiny_; ++round) {
      const double again = told_when_walking(to, end);
      if (std::isnan(again)) return false;
      if (again > end) {  // it was too near to be told
        to -= gap;
        knows_last = false;
        continue;
      }
      when = again;
      const double miss = when - gap - to;
      if (std::abs(miss) <= tiny_) break;
      const double slope = knows_last ? (miss - miss_before) / (to - last) : -1;  // of a secant
      const double next = to - miss / slope;
      last = std::exchange(to, next > begin_ && next < end ? next : when - gap);
      miss_before = miss;
      knows_last = true;
    }
    Walked walked = Walked::told;
    for (go_back(); walked == Walked::told && to > begin_ + tiny_;
         to = begin_ + (to - begin_) / 2) {
      go_back();
      walked = walk(to, false);
    }
    if (walked == Walked::ended) return false;
    if (walked == Walked::told) go_back();
    return cross(cell, when, {});
  }

  // n steps to `to`; `probing`: with the tiny steps and the watch, and back to the begin if
  // something jumped. Else no watch.
  Walked walk(double to, bool probing, const Suspect* only = nullptr) {
    const double from = path().time;
    watching_ = probing && only == nullptr;
    nearest_ = std::numeric_limits<double>::infinity();
    for (int j = 1; j <= order().steps; ++j) {
      const double end = j == order().steps ? to : from + (to - from) * j / order().steps;
      if (!(end > path().time)) continue;
      const Walked stepped = step(end, only);
      if (stepped != Walked::through) return stepped;
    }
    if (!probing) return Walked::through;
    return probe(to, only);
  }

  Walked probe(double to, const Suspect* only) {
    coupling().mark(all_parts_, at_end_);
    copy(coupling().now(), end_signals());
    const auto rates = rates_;
    const int seen = seen_;
    for (int k = 1; k <= probe_steps; ++k) {
      if (!try_step(to + k * tiny_)) return told_or_ended();
      if (only != nullptr) note(*only);
      const bool changed = only != nullptr ? has_happened(*only) : jumped_in_probe();
      accept(to + k * tiny_);
      if (changed) return Walked::jumped;
    }
    rates_ = rates;
    seen_ = seen;
    if (only == nullptr && suspect_of_last_step()) return Walked::jumped;
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
      jumped = watch(end - path().time);
    accept(end);
    return jumped ? Walked::jumped : Walked::through;
  }

  bool has_happened(const Suspect& suspect) const {
    return suspect.discrete ? next().discretes != start_.discretes : suspect.is_past(next());
  }

  // --- the watch ---
  struct Rate {
    double last = 0, before = 0;  // of the signal in the last two steps
    double from = 0, to = 0;      // its values in the last one
  };

  bool watch(double h) {
    if (next().discretes != start_.discretes) {
      suspect_ = {.discrete = true};
      return true;
    }
    bool found = false;
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      Rate& rate = rates_[i];
      const double from = coupling().now().reals[i], to = next().reals[i];
      const double now = std::abs(to - from) / h;
      // The step before was a jump: fast between two slow ones.
      const double before = seen_ >= 2 ? rate.before : 0;
      if (!found && seen_ >= 1 && rate.last > times_its_neighbours * std::max(before, now) &&
          is_large(i, rate.from, rate.to) && !left_alone_.contains(i)) {
        suspect_ = {false, i, rate.from, rate.to};
        found = true;
      }
      rate = {now, rate.last, from, to};
    }
    ++seen_;
    return found;
  }

  bool is_large(std::size_t i, double from, double to) const {
    const double weight =
        order().options.tolerance.relative * std::max(std::abs(from), std::abs(to)) + absolute_[i];
    return std::abs(to - from) > least_share * weight;
  }

  // In the last step of a walk, with nothing after it to compare with.
  bool suspect_of_last_step() {
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      const Rate& rate = rates_[i];
      const double before = seen_ >= 2 ? rate.before : 0;
      if (seen_ < 1 || !(rate.last > times_its_neighbours * before) ||
          !is_large(i, rate.from, rate.to) || left_alone_.contains(i))
        continue;
      suspect_ = {false, i, rate.from, rate.to};
      return true;
    }
    return false;
  }

  bool jumped_in_probe() {
    if (next().discretes != start_.discretes) {
      suspect_ = {.discrete = true};
      return true;
    }
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      const double from = end_signals_.reals[i], to = next().reals[i];
      if (!is_large(i, from, to) || left_alone_.contains(i)) continue;
      // What follows its input at once catches up in a tiny step with what was held in the last
      // one: by about as much as it changed in that.
      if (std::abs(to - from) <= times_its_neighbours * std::abs(rates_[i].to - rates_[i].from))
        continue;
      suspect_ = {false, i, from, to};
      return true;
    }
    return false;
  }

  // --- the search ---
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
      if (high - low < surely * (to - from) && !is_jump(suspect)) break;
    }
    return low;
  }

  // As far as the search has got.
  bool is_jump(const Suspect& suspect) const {
    return suspect.discrete || std::abs(value_past_ - value_before_) >
                                   least_jump * std::abs(suspect.after - suspect.before);
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
    rates_ = rates_at_begin_;
    seen_ = seen_at_begin_;
    master().restore(history_at_begin_);
  }

  // Tiny steps from where the chain stands until it has happened and nothing more follows.
  bool cross(std::size_t cell, double when, const Suspect& suspect) {
    std::string name = suspect.signal != none ? coupling().real_name(suspect.signal) : "";
    bool happened = false;
    int calm = 0;
    for (int k = 0; k < most_crossing_steps && calm < probe_steps; ++k) {
      const double end = path().time + tiny_;
      Signals before = coupling().now();
      if (!try_step(end)) return false;
      const bool changed = before.discretes != next().discretes || any_large(before, next());
      accept(end);
      happened = happened || changed || (suspect.signal == none && !suspect.discrete);
      calm = happened && !changed && end > when ? calm + 1 : 0;
    }
    path().events.push_back({when, cell, name.empty() ? "a discrete signal" : name});
    begin_anew();
    return true;
  }

  bool any_large(const Signals& a, const Signals& b) const {
    for (std::size_t i = 0; i < a.reals.size(); ++i)
      if (is_large(i, a.reals[i], b.reals[i])) return true;
    return false;
  }

  void begin_anew() {
    master().forget();
    seen_ = 0;
    left_alone_.clear();
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
  std::vector<Rate> rates_, rates_at_begin_;
  int seen_ = 0, seen_at_begin_ = 0;  // steps since the last event
  std::vector<double> absolute_;      // tolerances
  std::vector<std::size_t> all_parts_;
  Checkpoint at_begin_, at_end_;
  SignalHistory history_at_begin_;
  double begin_ = 0, told_ = 0;
  bool watching_ = false;
  Suspect suspect_;
  std::set<std::size_t> left_alone_;  // suspects of this cell that were none
};

}  // namespace

void run_event_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path) {
  EventChain(coupling, order, reader, wanted, path).run();
}

}  // namespace bw::cosim
