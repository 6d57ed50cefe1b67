#include "equation/live/run_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "equation/code/event_times.h"
#include "equation/core/flat_model.h"

namespace bw::equation {
namespace {

constexpr const char* inconsistent =
    "no consistent values of the model's relations were found: their consequences change them "
    "again";
constexpr int most_rounds = 100;                               // of an event that does not settle
constexpr int simultaneous_rounds = 20, single_rounds = 2000;  // rounds for the truth of relations
constexpr int searched_rounds = 10;                            // of relations that are turned
constexpr std::size_t most_turned = 200, most_turned_together = 20;

double rounded(Rounding::Kind kind, double value) {
  return kind == Rounding::Kind::floor  ? std::floor(value)
         : kind == Rounding::Kind::ceil ? std::ceil(value)
                                        : std::trunc(value);
}

}  // namespace

RunState::RunState(const Machine& machine)
    : machine_(machine),
      loops_(machine),
      selection_(machine),
      w_(machine.memory_size, 0.0),
      d_(machine.system().states.size(), 0.0),
      o_(machine.results_size, 0.0),
      x_(machine.system().states.size(), 0.0) {
  const System& system = machine.system();
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (system.is_discrete[i] && system.aliases[i].kept == i) discretes_.push_back(i);
  for (Node node = 0; node < system.graph.size(); ++node) {
    const Term& term = system.graph[node];
    if (term.op == Op::pre && !system.is_discrete[term.index])
      continuous_before_.push_back(term.index);
  }
}

// Generated code writes states only where they are unknowns, at the start.
bool RunState::call(Function function, double t, double* x, double* o) {
  return function(t, x, w_.data(), d_.data(), o, loops_.host()) != 0;
}

// ---- the beginning ----

void RunState::begin(double start, const Settings& settings) {
  const System& system = machine_.system();
  const Layout layout = machine_.layout();
  ParameterValues known(system, settings.parameters, start);
  start_ = start;
  std::fill(w_.begin(), w_.end(), 0.0);
  nominals_.assign(system.variables.size(), 1.0);
  const auto start_of = [&](std::uint32_t i) {
    const auto given = settings.starts.find(i);
    if (given != settings.starts.end()) return given->second;
    return system.variables[i].start != no_node ? known.of(system.variables[i].start) : 0.0;
  };
  for (std::uint32_t i = 0; i < system.variables.size(); ++i) {
    const FlatVariable& v = system.variables[i];
    if (v.nominal != no_node)
      if (const double size = std::abs(known.of(v.nominal)); size > 0) nominals_[i] = size;
    w_[layout.variable(i)] = system.is_known(i) ? known.of_variable(i) : start_of(i);
    w_[layout.before(i)] = w_[layout.variable(i)];
    if (system.start_memory[i] != unmatched)
      memory(system.start_memory[i]) = w_[layout.variable(i)];
    if (system.state_of[i] != unmatched) x_[system.state_of[i]] = w_[layout.variable(i)];
  }
  for (const auto& [node, index] : machine_.known_before) memory(index) = known.of(node);
  selection_.begin(nominals_);
  find_matrices(start_, x_);
  (void)selection_.choose_for_start(w_);
  take_set_starts();
  loops_.remember_starts(w_, x_);
  take_limits(settings, known);
  clocks_.clear();
  for (const Sample& sample : system.samples) {
    clocks_.push_back({known.of(sample.first), known.of(sample.interval)});
    if (!(clocks_.back().interval > 0) || !std::isfinite(clocks_.back().first))
      throw InputError(fmt::format("'{}': the interval is {}; it must be above 0.", sample.text,
                                   clocks_.back().interval));
  }
}

void RunState::initialise(const std::string& name) {
  memory(machine_.system().initial_memory) = 1;
  refresh_relations(start_, x_, true, false);  // first guess from the start values
  if (!selection_.is_idle()) solve_start_of_sets();
  solve_start(name);
  next_samples_.assign(clocks_.size(), 0);
  for (std::size_t k = 0; k < clocks_.size(); ++k)
    next_samples_[k] = count_behind(k, std::nextafter(start_, -HUGE_VAL), name);
}

void RunState::solve_start(const std::string& name) {
  if (machine_.system().homotopy_memory)
    follow_homotopy(name);
  else
    settle(machine_.functions().initial, start_, x_, true, name);
}

EventOutcome RunState::start(std::span<double> x, const std::string& name) {
  initialise(name);
  look_for_other_solutions();
  EventOutcome outcome;
  act(start_, x_, outcome);
  memory(machine_.system().initial_memory) = 0;
  take_over(x_);
  set_samples(start_, name);
  iterate(start_, x_, outcome, name);
  (void)choose_states(start_, x_, true, name);
  outcome.states_changed = true;
  std::copy(x_.begin(), x_.end(), x.begin());
  return outcome;
}

// ---- events ----

EventOutcome RunState::event(double t, std::span<double> x, const std::string& name, bool at_end) {
  EventOutcome outcome;
  if (!continuous_before_.empty()) {
    (void)algebraics(t, x);  // the iteration meets a failure again, and reports it
    take_over(x);
  }
  memory(machine_.system().terminal_memory) = at_end ? 1 : 0;
  set_samples(t, name);
  iterate(t, x, outcome, name);
  outcome.states_changed = choose_states(t, x, false, name) || outcome.states_changed;
  memory(machine_.system().terminal_memory) = 0;
  return outcome;
}

void RunState::iterate(double t, std::span<double> x, EventOutcome& outcome,
                       const std::string& name) {
  bool is_patient = false, has_searched = false;
  const Saved before{w_, d_, {}};
  for (int round = 0;; ++round) {
    if (round >= most_rounds && is_patient && !std::exchange(has_searched, true)) {
      w_ = before.memory, d_ = before.derivatives;
      is_patient = !search_relations(t, x);
      round = is_patient ? most_rounds : 0;
    }
    if (round >= most_rounds)
      fail(t, name,
           is_patient
               ? inconsistent
               : fmt::format("the event iteration does not end: {} changed {} times at the same "
                             "time",
                             what_still_changes(), most_rounds));
    if (!is_patient) is_patient = !settle_at_once(t, x, name);
    const bool goes_on = is_patient && take_pass(t, x, name);
    const bool had_changed = outcome.states_changed;
    outcome.states_changed = false;
    act(t, x, outcome);
    const bool jumped = outcome.states_changed;
    outcome.states_changed = outcome.states_changed || had_changed;
    const bool differs = take_over(x);
    for (const Sample& sample : machine_.system().samples) memory(sample.memory) = 0;
    if (!differs && !jumped && !goes_on) break;
  }
  check_integers(t, name);
  outcome.next_time_event = next_time_event(t, x);
  outcome.has_other_values = std::exchange(has_other_values_, false);
}

// False: relations and what follows from them change each other without end, as long as pre() stays
// what it was before the event.
bool RunState::settle_at_once(double t, std::span<double> x, const std::string& name) {
  const std::vector<double> w = w_, d = d_;
  bool changed = false;
  const Settled settled = try_to_settle(machine_.functions().update, t, x, false, changed);
  if (settled == Settled::yes) return true;
  const std::string why_not = settled == Settled::not_solved ? why_not_solved() : "";
  w_ = w;
  d_ = d;
  if (settled == Settled::not_solved && !search_relations(t, x)) fail(t, name, why_not);
  return settled == Settled::not_solved;
}

// Where the solution that was followed ends (an amplifier with positive feedback that leaves its
// limit), another one has other relations: one of them is turned, then two. The first one is taken,
// and it is noted whether there are others, or too many relations to tell.
bool RunState::search_relations(double t, std::span<double> x) {
  std::vector<std::uint32_t> all;
  for (const Relation& relation : machine_.system().relations)
    if (relation.difference != no_node) all.push_back(relation.memory);
  const Saved begin{w_, d_, {}};
  std::optional<Saved> found;
  const auto is_other = [&](const Saved& one) {
    return std::ranges::any_of(all, [&](std::uint32_t index) {
      const std::size_t at = machine_.layout().memory(index);
      return one.memory[at] != w_[at];
    });
  };
  const auto look = [&](std::uint32_t one, std::uint32_t other) {
    w_ = begin.memory, d_ = begin.derivatives;
    memory(one) = 1 - memory(one);
    if (other != one) memory(other) = 1 - memory(other);
    if (!settles_soon(t, x)) return;
    if (!found)
      found = Saved{w_, d_, {}};
    else
      has_other_values_ = has_other_values_ || is_other(*found);
  };
  if (all.size() <= most_turned)
    for (const std::uint32_t one : all) look(one, one);
  if (all.size() <= most_turned_together)
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) look(all[i], all[j]);
  has_other_values_ = has_other_values_ || (found && all.size() > most_turned_together);
  const Saved& end = found ? *found : begin;
  w_ = end.memory, d_ = end.derivatives;
  return found.has_value();
}

bool RunState::settles_soon(double t, std::span<double> x) {
  for (int round = 0; round < searched_rounds; ++round) {
    if (!call(machine_.functions().update, t, x.data(), o_.data())) return false;
    if (!refresh_relations(t, x, false, false)) return true;
  }
  return false;
}

// Relations once, then the equations: what they change is pre() in the next pass, so that a
// decision that keeps itself is not taken back (an arc that is quenched). True: relations changed;
// else they are those of values that the equations give.
bool RunState::take_pass(double t, std::span<double> x, const std::string& name) {
  const Function update = machine_.functions().update;
  const bool is_solved = call(update, t, x.data(), o_.data());
  const bool changed = refresh_relations(t, x, false, false);
  if (changed ? !call(update, t, x.data(), o_.data()) : !is_solved) fail(t, name, why_not_solved());
  return changed;
}

void RunState::check_integers(double t, const std::string& name) const {
  const System& system = machine_.system();
  for (const std::uint32_t i : discretes_) {
    const double value = w_[machine_.layout().variable(i)];
    if (system.variables[i].type == ScalarType::integer && !(std::abs(value) <= largest_integer))
      fail(t, name,
           fmt::format("the Integer {} would be {}, outside of -2147483647 to 2147483647; declare "
                       "it as Real",
                       system.variables[i].name, value));
  }
}

// Iterates the equations until no relation changes. Where simultaneous changes do not settle (ideal
// diodes), only the first inconsistent relation changes, which terminates for linear
// complementarity problems with a unique solution (K. G. Murty, Opsearch 11, 1974).
RunState::Settled RunState::try_to_settle(Function equations, double t, std::span<double> x,
                                          bool is_initial, bool& changed) {
  for (int round = 0; round < simultaneous_rounds + single_rounds; ++round) {
    // A loop may have a solution with the truths that the values before it demand only.
    if (!call(equations, t, x.data(), o_.data())) {
      if (round >= simultaneous_rounds || !refresh_relations(t, x, is_initial, false))
        return Settled::not_solved;
      changed = true;
      continue;
    }
    if (!refresh_relations(t, x, is_initial, round >= simultaneous_rounds)) return Settled::yes;
    changed = true;
  }
  return Settled::endless;
}

void RunState::settle(Function equations, double t, std::span<double> x, bool is_initial,
                      const std::string& name) {
  bool changed = false;
  const Settled settled = try_to_settle(equations, t, x, is_initial, changed);
  if (settled == Settled::not_solved) fail(t, name, why_not_solved());
  if (settled == Settled::endless) fail(t, name, inconsistent);
}

// True: some of them changed.
bool RunState::refresh_relations(double t, std::span<double> x, bool is_initial, bool one_only) {
  const System& system = machine_.system();
  bool changed = false;
  const auto set = [&](std::uint32_t index, double value) {
    changed = changed || memory(index) != value;
    memory(index) = value;
  };
  call(machine_.functions().sides, t, x.data(), o_.data());
  std::size_t at = 0;
  for (const Relation& relation : system.relations)
    if (relation.difference != no_node)
      if (const double truth = o_[at++] > 0 ? 1 : 0; !one_only || !changed)
        set(relation.memory, truth);
  at = 0;
  call(machine_.functions().arguments, t, x.data(), o_.data());
  for (const Rounding& rounding : system.roundings)
    set(rounding.memory, rounded(rounding.kind, o_[at++]));
  return refresh_event_times(t, x, is_initial) || changed;
}

// Right behind a time event everything is as after it; only the initial equations see the event
// time itself.
bool RunState::refresh_event_times(double t, std::span<double> x, bool is_initial) {
  bool changed = false;
  call(machine_.functions().event_times, t, x.data(), o_.data());
  std::size_t at = 0;
  for (const Relation& relation : machine_.system().relations) {
    if (relation.event_time == no_node) continue;
    const double event_time = bw_as_written(o_[at++]);
    const bool holds = relation.includes || !is_initial ? t >= event_time : t > event_time;
    changed = changed || (memory(relation.memory) != 0) != holds;
    memory(relation.memory) = holds ? 1 : 0;
  }
  return changed;
}

void RunState::act(double t, std::span<double> x, EventOutcome& outcome) {
  const System& system = machine_.system();
  if (system.deeds.empty()) return;
  call(machine_.functions().deeds, t, x.data(), o_.data());
  for (std::size_t k = 0; k < system.deeds.size(); ++k) {
    const Deed& deed = system.deeds[k];
    const double fires = o_[2 * k], value = o_[2 * k + 1];
    if (fires == 0) continue;
    switch (deed.kind) {
      case Deed::Kind::reinit:
        x[system.state_of[deed.variable]] = value;
        outcome.states_changed = true;
        break;
      case Deed::Kind::terminate:
        outcome.ends = true;
        outcome.said.push_back({&deed, t});
        break;
      case Deed::Kind::assertion:
        if (value == 0) {
          outcome.said.push_back({&deed, t});
          outcome.ends = outcome.ends || !deed.warning;
        }
        break;
    }
  }
}

// pre := value; true: a discrete variable changed.
bool RunState::take_over(std::span<const double> x) {
  const Layout layout = machine_.layout();
  changed_ = unmatched;
  for (const std::uint32_t i : discretes_) {
    double& before = w_[layout.before(i)];
    const double now = w_[layout.variable(i)];
    if (before != now) changed_ = i;
    before = now;
  }
  for (const std::uint32_t i : continuous_before_) w_[layout.before(i)] = value(i, x);
  return changed_ != unmatched;
}

double RunState::sample_time(std::size_t k, double count) const {
  return bw_sample_time(clocks_[k].first, clocks_[k].interval, count);
}

// Of the first sample time after t.
double RunState::count_behind(std::size_t k, double t, const std::string& name) const {
  const double count = bw_count_behind(clocks_[k].first, clocks_[k].interval, t);
  if (count >= 0) return count;
  fail(
      t, name,
      fmt::format("the interval {1} of '{0}' is too short: its event times cannot be distinguished",
                  machine_.system().samples[k].text, clocks_[k].interval));
}

void RunState::set_samples(double t, const std::string& name) {
  const System& system = machine_.system();
  for (std::size_t k = 0; k < clocks_.size(); ++k) {
    const bool fires = t >= sample_time(k, next_samples_[k]);
    memory(system.samples[k].memory) = fires ? 1 : 0;
    if (fires) next_samples_[k] = count_behind(k, t, name);
  }
}

double RunState::next_time_event(double t, std::span<double> x) {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < clocks_.size(); ++k)
    next = std::min(next, sample_time(k, next_samples_[k]));
  call(machine_.functions().event_times, t, x.data(), o_.data());
  std::size_t at = 0;
  for (const Relation& relation : machine_.system().relations)
    if (relation.event_time != no_node)
      if (const double event_time = bw_as_written(o_[at++]); event_time > t)
        next = std::min(next, event_time);
  return next;
}

// ---- evaluation ----

// Loops start from the last solution, so that derivatives among their unknowns are stored
// separately.
bool RunState::derivatives(double t, std::span<const double> x, std::span<double> dx) {
  constexpr long between_reports = 256;
  double* const states = const_cast<double*>(x.data());
  if (++calls_ == between_reports) {
    machine_.code->add_calls(calls_);
    calls_ = 0;
  }
  if (machine_.loops.empty())
    return machine_.functions().derivatives(t, states, w_.data(), dx.data(), o_.data(),
                                            loops_.host()) != 0;
  const bool good = call(machine_.functions().derivatives, t, states, o_.data());
  std::copy(d_.begin(), d_.end(), dx.begin());
  return good;
}

bool RunState::indicators(double t, std::span<const double> x, std::span<double> z) {
  return call(machine_.functions().crossings, t, const_cast<double*>(x.data()), z.data());
}

bool RunState::jacobian(double t, std::span<const double> x, std::span<double> entries) {
  return call(machine_.functions().jacobian, t, const_cast<double*>(x.data()), entries.data());
}

bool RunState::ports(double t, std::span<const double> x, std::span<double> entries) {
  return call(machine_.functions().ports, t, const_cast<double*>(x.data()), entries.data());
}

bool RunState::algebraics(double t, std::span<const double> x) {
  return call(machine_.functions().algebraics, t, const_cast<double*>(x.data()), o_.data());
}

double RunState::value(std::uint32_t variable, std::span<const double> x) const {
  const System& system = machine_.system();
  const Alias alias = system.aliases[variable];
  const std::uint32_t state = system.state_of[alias.kept];
  const double value = state != unmatched ? x[state] : w_[machine_.layout().variable(alias.kept)];
  return alias.opposite ? -value : value;
}

void RunState::check_assertions(double t, std::span<const double> x, std::vector<Said>& said) {
  const System& system = machine_.system();
  call(machine_.functions().deeds, t, const_cast<double*>(x.data()), o_.data());
  for (std::size_t k = 0; k < system.deeds.size(); ++k) {
    const Deed& deed = system.deeds[k];
    if (deed.kind == Deed::Kind::assertion && deed.fires == no_node && o_[2 * k + 1] == 0)
      said.push_back({&deed, t});
  }
}

// ---- sentences ----

void RunState::fail(double t, const std::string& name, const std::string& what) const {
  throw ComponentFailure(name, fmt::format("{}: at t = {} {}.", name, brief(t), what));
}

std::string RunState::why_not_solved() const {
  const std::size_t k = loops_.failed().value_or(0);
  return fmt::format(
      "the equations for {} have no solution that Newton's method finds; give start values closer "
      "to it",
      machine_.loops[k].names);
}

std::string RunState::what_still_changes() const {
  return changed_ == unmatched ? "a state" : machine_.system().variables[changed_].name;
}

}  // namespace bw::equation
