#include "run/integrated.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cosim/master/master.h"
#include "model/solver_report.h"

namespace bw::run {
namespace {

using cosim::Path;
using Clock = std::chrono::steady_clock;

constexpr int most_tightenings = 3;
constexpr double least_more_steps = 1.15;  // in the finer pass
constexpr double shorter = 2.4;            // its longest step
// The coarse pass meets events so many roundings too late: that two passes agree to the last digit
// on the time of an event does not mean that the digit is right, and f may jump by much there.
constexpr double late_events = 16;

}  // namespace

IntegratedRun::IntegratedRun(const RunSpec& spec, const Period& period, const Itinerary& itinerary,
                             Assembly& assembly, Bells& bells)
    : spec_(spec),
      period_(period),
      itinerary_(itinerary),
      tolerance_(choose_tolerance(spec)),
      assembly_(assembly),
      bells_(bells),
      columns_(types_of(assembly), assembly.recorded),
      maker_(assembly, columns_, period, tolerance_),
      row_times_(times_of_rows(period, itinerary.integrated->interval)),
      wanted_(ode::wanted_at(row_times_)) {
  wanted_.relative = tolerance_.relative;
  for (const Columns::Source& source : columns_.real_sources()) {
    const model::ComponentRequest& request = assembly_.requests[source.component];
    const std::size_t index =
        (source.from_outputs ? request.outputs : request.records)[source.place];
    const model::Variable& variable = assembly_.blueprints[source.component]->variables()[index];
    wanted_.absolute.push_back(tolerance_.absolute_for(variable.nominal));
  }
}

bool IntegratedRun::is_wanted() {
  if (looks_.is_time() && spec_.on_progress)
    spec_.on_progress({.time = period_.start, .start = period_.start, .stop = period_.stop});
  return spec_.interrupt == nullptr || !spec_.interrupt->load(std::memory_order_relaxed);
}

void IntegratedRun::make(double relative, double event_delay, double finer, Made& made) {
  assembly_.integration.event_delay = event_delay;
  assembly_.integration.measures_cost = true;
  assembly_.integration.finer = finer;
  Tolerance& tolerance = assembly_.integration.tolerance;
  tolerance.relative = relative;
  if (tolerance_.absolute)
    tolerance.absolute = *tolerance_.absolute * relative / tolerance_.relative;
  const cosim::Mesh mesh = cosim::Mesh::through(wanted_.times);
  cosim::ChainOrder order;
  order.base = cosim::find_master("gauss-seidel");
  order.options.tolerance = tolerance;
  order.mesh = &mesh;
  made = {};
  made.finer = finer;
  made.path = maker_.make(
      order, [this] { return is_wanted(); },
      [&](cosim::Coupling& coupling, const Path& path) {
        using model::Probing;
        model::SolverReport report =
            coupling.component(0).report(path.complete() ? Probing::allowed : Probing::forbidden);
        made.work = report.work;
        for (const model::EventMark& mark : report.events)
          if (mark.kind == model::EventMark::Kind::discontinuity)
            made.jumps.push_back(mark.time);  // one that may be overlooked
          else
            made.pass.events.push_back(mark);
        made.choices = std::move(report.methods);
        if (path.complete()) made.pass.near_event = report.near_event;
      });
  made.pass.relative = relative;
  made.pass.reals.swap(made.path.reals);
  made.pass.discretes.swap(made.path.discretes);
  ++passes_;
  work_.rejected += made.work.rejected;
  work_.rhs_evaluations += made.work.rhs_evaluations;
  work_.jacobian_evaluations += made.work.jacobian_evaluations;
}

// The next two passes; false: one of them did not get to the end.
bool IntegratedRun::replace(const ode::NextPasses& next) {
  if (passes_ > 0 && next.coarse == fine_.pass.relative && fine_.pass.events.empty())
    std::swap(coarse_, fine_);
  else
    make(next.coarse, late_events, coarse_.finer, coarse_);
  // What fails with long steps may be right with shorter ones.
  if (coarse_.path.end == Path::End::interrupted ||
      coarse_.path.end == Path::End::component_terminated) {
    fine_ = coarse_;
    return false;
  }
  make(ode::finer_tolerance(next, coarse_.work.steps, assembly_.integration.method->order), 0,
       shorter * coarse_.finer, fine_);
  return coarse_.path.complete() && fine_.path.complete();
}

// Methods of high order make few steps, and a tolerance a little smaller may change hardly any of
// them: then both passes have the same error.
bool IntegratedRun::differ_enough() const {
  return fine_.pass.relative <= ode::least_relative ||
         static_cast<double>(fine_.work.steps) >=
             least_more_steps * static_cast<double>(coarse_.work.steps) + 1;
}

// False: it could not be.
bool IntegratedRun::refine() {
  const ode::NextPasses first = ode::first_passes(tolerance_.relative);
  compared_ = replace(first);
  if (!compared_ && fine_.path.complete())  // too long steps made the coarse one fail
    compared_ = replace({fine_.pass.relative, fine_.pass.relative * first.fine / first.coarse});
  for (int tightenings = 0; compared_; ++tightenings) {
    difference_ = compare(coarse_.pass, fine_.pass, wanted_);
    undecided_ = undecided_event(coarse_.pass, difference_, tolerance_.relative);
    met_ = difference_.is_small() && !undecided_;
    if (met_ && !differ_enough()) {
      Made finer;
      make(std::max(fine_.pass.relative / 100, ode::least_relative), 0, shorter * fine_.finer,
           finer);
      met_ = finer.path.complete();
      compared_ = finer.path.end != Path::End::interrupted;
      if (met_ || !compared_) fine_ = std::move(finer);
      if (!met_) return false;
      difference_ = compare(coarse_.pass, fine_.pass, wanted_);
      met_ = difference_.is_small();
    }
    if (met_) return true;
    const auto next = next_passes(coarse_.pass, fine_.pass, difference_, undecided_.has_value());
    at_the_limit_ = !next;
    if (!next || tightenings == most_tightenings) return false;
    const Made before = coarse_, better = fine_;
    if (replace(*next)) continue;
    if (fine_.path.end == Path::End::interrupted) {
      compared_ = false;
      break;
    }
    coarse_ = before;  // tighter ones fail: what there is is the best
    fine_ = better;
    at_the_limit_ = true;
    return false;
  }
  return false;
}

// The delivered pass once more: which one it is was not known before, and what a watcher computes
// may cost more than the pass itself.
void IntegratedRun::show_to_watcher() {
  if (watcher_ == nullptr || delivered().path.rows == 0) return;
  const int passes = passes_;
  const model::Work work = work_;
  Made again;
  assembly_.integration.watcher = watcher_;
  make(delivered().pass.relative, &delivered() == &fine_ ? 0 : late_events, delivered().finer,
       again);
  assembly_.integration.watcher = nullptr;
  passes_ = passes;
  work_ = work;
}

RunEnding IntegratedRun::run(result::RowSink& sink, result::RunResult& result) {
  refine();
  show_to_watcher();
  const RunEnding ending = tell();
  const auto begin = Clock::now();
  write(sink, result);
  result.statistics.seconds.output = std::chrono::duration<double>(Clock::now() - begin).count();
  count(result);
  return ending;
}

}  // namespace bw::run
