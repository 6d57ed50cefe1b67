#include "run/execute/march_bells.h"

#include "base/text.h"
#include "cosim/coupling/loop_signals.h"
#include "run/execute/early_end.h"
#include "run/publish/shortfall.h"

namespace bw::run {

using result::RunEnding;

bool MarchBells::initialise(cosim::Coupling& coupling, const Tolerance& tolerance) {
  using End = cosim::InitialConditions::End;
  const auto found = cosim::initialise(coupling, period_.start, period_.stop, tolerance);
  if (found.end == End::not_finite)
    bells_.ring(BellCode::nan, period_.start, found.subject, found.sentence());
  if (found.end == End::not_converged)
    bells_.ring(BellCode::not_converged, period_.start, found.subject, found.sentence(),
                found.change, 1.0);
  return found.end == End::found;
}

RunEnding MarchBells::conclude(const cosim::MarchEnd& end, cosim::Coupling& coupling,
                               const Recorder& recorder) {
  using Reason = cosim::MarchEnd::Reason;
  const cosim::Trouble& trouble = coupling.trouble();
  const std::string& component = coupling.shape(trouble.component).name;
  if (recorder.not_finite()) {
    not_finite(*recorder.not_finite(), end.time);
  } else if (end.reason == Reason::not_finite) {
    not_finite(coupling);
  } else if (end.reason == Reason::component_discarded) {
    return discarded(trouble, component, end.time);
  } else if (end.reason == Reason::stop_requested) {
    return interrupted(end.time);
  } else if (end.reason == Reason::component_terminated) {
    ring_terminated({end.time, component, trouble.reason}, bells_);
  } else if (end.reason == Reason::not_converged) {
    not_converged(end, coupling);
    return RunEnding::could_not_go_on;
  } else if (end.reason == Reason::tolerance_unreachable) {
    unreachable(end, coupling);
    return RunEnding::could_not_go_on;
  } else if (end.reason == Reason::too_many_events) {
    bells_.ring(BellCode::too_many_events, end.time, "run",
                "signals jump repeatedly at t = " + brief(end.time) +
                    " without time advancing; step over these events with --events ignore.");
    return RunEnding::could_not_go_on;
  }
  for (std::size_t i = 0; i < coupling.size(); ++i) coupling.component(i).finish();
  return RunEnding::complete;
}

RunEnding MarchBells::discarded(const cosim::Trouble& trouble, const std::string& component,
                                double time) {
  bells_.ring(
      BellCode::fmu_discard, time, component,
      trouble.reason + (chooses_steps_ ? " The step size is at its minimum already (--min-step)."
                                       : " The step size is fixed and cannot be reduced."),
      trouble.time);
  return RunEnding::could_not_go_on;
}

RunEnding MarchBells::interrupted(double time) {
  return ring_interrupted({.time = time}, period_, bells_);
}

void MarchBells::not_converged(const cosim::MarchEnd& end, const cosim::Coupling& coupling) {
  const std::string loop = name_of(coupling, coupling.loops()[end.last.loop]);
  bells_.ring(BellCode::not_converged, end.time, loop,
              "the loop " + loop + " did not converge at t = " + brief(end.time) +
                  " with the smallest step " + rough(end.last.h) + ": after " +
                  std::to_string(end.last.iterations) + " iterations it still changes by " +
                  rough(end.last.change) + " times the tolerance.",
              end.last.change, 1.0);
}

void MarchBells::unreachable(const cosim::MarchEnd& end, const cosim::Coupling& coupling) {
  const bool named = end.last.critical != cosim::Tried::none;
  const std::string subject = named ? coupling.real_name(end.last.critical) : "run";
  bells_.ring(
      BellCode::tolerance_unreachable, end.time, subject,
      "the error of " + (named ? subject : std::string("the step")) + " is " +
          rough(end.last.norm()) + " times the tolerance at t = " + brief(end.time) +
          (chooses_steps_ ? " with the smallest step " + rough(end.last.h) + " (--min-step)."
                          : " with the fixed step " + rough(end.last.h) + " (--step)."),
      end.last.norm(), 1.0);
}

void MarchBells::report(const cosim::Tally& tally, const cosim::Coupling& coupling) {
  const auto times = [](const cosim::Tally::First& what) {
    return what.count == 1 ? std::string("once") : grouped(what.count) + " times";
  };
  const auto loop_of = [&](const cosim::Tally::First& what) {
    return name_of(coupling, coupling.loops()[what.place]);
  };
  const auto called = [&](const cosim::Tally::First& what) {
    const bool several = coupling.loops()[what.place].components.size() > 1;
    return (several ? "the loop " : "component ") + loop_of(what);
  };
  if (const auto& what = tally.not_converged; what.count > 0)
    bells_.ring(BellCode::not_converged, what.time, loop_of(what),
                "the loop " + loop_of(what) + " did not converge " + times(what) +
                    ", first at t = " + brief(what.time) + ", where it still changed by " +
                    rough(what.measured) +
                    " times the tolerance; the step size is fixed and was not reduced.",
                what.measured, 1.0);
  if (const auto& what = tally.discontinuities; what.count > 0)
    bells_.ring(BellCode::discontinuity, what.time, loop_of(what),
                called(what) + " jumped " + times(what) + ", first at t = " + brief(what.time) +
                    "; short steps without iteration or error test crossed it.",
                what.measured, 1.0);
  if (const auto& what = tally.missed_events; what.count > 0) {
    const bool real = what.place != cosim::Tried::none;
    const std::string subject = real ? coupling.real_name(what.place) : "run";
    bells_.ring(BellCode::event_not_located, what.time, subject,
                (real ? subject : std::string("a discrete signal")) + " jumps " +
                    (what.count > 1 ? std::to_string(what.count) + " times, first between "
                                    : std::string("once, between ")) +
                    brief(what.time) + " and " + brief(what.time + what.measured) +
                    "; connected components react up to one step late.",
                what.measured, 0.0);
  }
}

void MarchBells::not_finite(const cosim::Coupling& coupling) {
  const cosim::Trouble& trouble = coupling.trouble();
  const std::string component = single_ ? "" : coupling.shape(trouble.component).name + ".";
  not_finite(component + trouble.reason, trouble.time);
}

void MarchBells::not_finite(const std::string& variable, double time) {
  bells_.ring(BellCode::nan, time, variable,
              variable + " is not a finite number at t = " + brief(time) + ".");
}

}  // namespace bw::run
