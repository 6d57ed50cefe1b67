#include "run/ending.h"

#include "base/text.h"

namespace bw::run {

bool Teller::initialise(cosim::Coupling& coupling, const Tolerance& tolerance) {
  for (std::size_t i = 0; i < coupling.size(); ++i)
    coupling.part(i).begin(period_.start, period_.stop);
  const auto found = cosim::find_initial_conditions(coupling, period_.start, tolerance);
  if (found.end != cosim::InitialConditions::End::found) {
    not_found(found);
    return false;
  }
  model::Signals first = coupling.now();
  for (std::size_t i = 0; i < coupling.size(); ++i) coupling.part(i).start();
  for (std::size_t i = 0; i < coupling.size(); ++i)
    if (coupling.read(i, period_.start, first) != cosim::PartStatus::ok) {
      not_finite(coupling);
      return false;
    }
  coupling.accept(first);
  return true;
}

void Teller::not_found(const cosim::InitialConditions& found) {
  if (found.end == cosim::InitialConditions::End::not_finite)
    bells_.ring(BellCode::nan, period_.start, found.subject,
                found.subject + " is not finite at the start.");
  else
    bells_.ring(BellCode::not_converged, period_.start, found.subject,
                "the initial values of the loop " + found.subject + " did not converge in " +
                    std::to_string(found.evaluations - 1) + " iterations; the last change was " +
                    shortest(found.change) + " times the tolerance.",
                found.change, 1.0);
}

Ending Teller::conclude(const cosim::MarchEnd& end, cosim::Coupling& coupling,
                        const Recorder& recorder) {
  using Reason = cosim::MarchEnd::Reason;
  const cosim::Trouble& trouble = coupling.trouble();
  const std::string& part = coupling.shape(trouble.part).name;
  if (recorder.not_finite()) {
    not_finite(*recorder.not_finite(), end.time);
  } else if (end.reason == Reason::not_finite) {
    not_finite(coupling);
  } else if (end.reason == Reason::part_discarded) {
    return discarded(trouble, part, end.time);
  } else if (end.reason == Reason::asked_to_stop) {
    return interrupted(end.time);
  } else if (end.reason == Reason::part_terminated) {
    bells_.ring(BellCode::fmu_terminated, end.time, part, trouble.reason);
  }
  for (std::size_t i = 0; i < coupling.size(); ++i) coupling.part(i).finish();
  return Ending::complete;
}

Ending Teller::discarded(const cosim::Trouble& trouble, const std::string& part, double time) {
  bells_.ring(BellCode::fmu_discard, time, part,
              trouble.reason + " A fixed step cannot be made smaller.", trouble.time);
  return Ending::could_not_go_on;
}

Ending Teller::interrupted(double time) {
  bells_.ring(BellCode::interrupted, time, "run",
              "the run was interrupted at t = " + shortest(time) + ".", time, period_.stop);
  return Ending::interrupted;
}

// A state that is not finite is no other case than an output that is not.
Ending Teller::stuck(const ode::IntegrationFailure& failure) {
  bells_.ring(failure.code, failure.time, failure.subject, failure.what());
  return failure.code == BellCode::nan ? Ending::complete : Ending::could_not_go_on;
}

void Teller::not_finite(const cosim::Coupling& coupling) {
  const cosim::Trouble& trouble = coupling.trouble();
  const std::string part = single_ ? "" : coupling.shape(trouble.part).name + ".";
  not_finite(part + trouble.reason, trouble.time);
}

void Teller::not_finite(const std::string& variable, double time) {
  bells_.ring(BellCode::nan, time, variable,
              variable + " is not a finite number at t = " + shortest(time) + ".");
}

}  // namespace bw::run
