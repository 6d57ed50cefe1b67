#pragma once
// What a component says besides its signals, as bytes: diagnostics, lines of the log, exceptions
// and the report of its solver.

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "model/solver_report.h"

namespace bw::model {

// In a host: collects what is new since the last answer.
class Outbox {
 public:
  Bells& bells() { return bells_; }
  void add_line(std::string_view line) { lines_.emplace_back(line); }
  std::string take();  // empty: nothing is new

 private:
  Bells bells_;
  std::vector<long> sent_;  // of each bell: how many of its reports
  std::vector<std::string> lines_;
};

// At the other end. Throws Garbled.
void deliver_news(std::string_view bytes, Bells& bells, const Log& log);

// The exception that is being handled, and back: throws the same, of the same type.
std::string exception_bytes();
[[noreturn]] void rethrow(std::string_view bytes);

std::string report_bytes(const SolverReport& report);
SolverReport report_from(std::string_view bytes);

// A log that works from a host as well: there its lines travel with the next answer.
Log make_relayed(Log log);
// In a host: from now on lines go there.
void relay_lines_to(Outbox& outbox);

}  // namespace bw::model
