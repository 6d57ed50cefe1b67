#pragma once
// One integration of a single model and how it went: a value that may come from a checkpoint.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "model/event_mark.h"
#include "model/method_choice.h"
#include "model/solver_report.h"
#include "ode/global_error.h"
#include "ode/integrate.h"
#include "result/history/step_log.h"
#include "run/execute/event_rows.h"

namespace bw::run {

struct MadeIntegration {
  enum class End { complete, interrupted, terminated, failed };
  ode::Solution solution{};
  End end = End::complete;
  double time = 0;
  std::string subject{}, reason{};  // of an early end
  BellCode code = BellCode::fmu_error;
  std::size_t rows = 0;
  bool has_end_row = false;     // the last row is where the model ended the simulation
  double finer = 1;             // see ode::Setup
  double accuracy = 0;          // likewise
  std::vector<double> jumps{};  // discontinuities without an event: times
  std::optional<model::VanishedEvent> vanished{};
  bool is_discrete = false;  // no continuous states
  std::vector<model::MethodChoice> choices{};
  model::Work work{};
  ode::Effort effort{};
  std::vector<Bell> bells{};
  EventRows event_rows{};
  std::optional<model::Unresolved> unresolved{};
  long hidden_features = 0, bounded_intervals = 0;
  std::vector<result::StepSpan> steps{};  // only if requested

  bool complete() const { return end == End::complete; }
  // It reached the stop, or the end that the model chose.
  bool usable() const { return complete() || (end == End::terminated && has_end_row); }
};

// Without the time that it took.
std::string to_bytes(const MadeIntegration& made);
// Nothing: they are not those of an integration.
[[nodiscard]] std::optional<MadeIntegration> made_integration_from(std::string_view bytes);

}  // namespace bw::run
