#pragma once
// The supervised run. The program forks before it opens anything foreign:
//
//   parent  never loads a library of a component; waits, watches, tidies up, reports a death
//   child   does everything as it always was done, and exits with the code of the run
//
// Both share the positions of all threads (base/process/heartbeat.h), the rows that have not
// reached their file (result/shared_spool.h, result/kept_rows.h), what the run said about itself
// before it began (result/briefing.h), and the request to end. So whatever a component does, the
// parent names component, call and time, completes the rows and ends with the right exit code:
//
//   the child dies without having said that it ends   component-crashed, -exited, -out-of-memory: 4
//   a call has not returned for --call-timeout        killed, component-hung: 4
//   a signal, or --time-limit                         passed on; killed after 1.2 s or at the
//   second
//                                                     signal, with the rows until then: 130
//   the parent is killed                              all its processes die with it

#include <functional>
#include <optional>
#include <string>

#include "base/process/death.h"
#include "cli/report/page.h"
#include "cli/supervise/guard.h"
#include "result/briefing.h"

namespace bw::cli {

struct Supervision {
  std::optional<double> time_limit{};  // seconds of a clock
  double call_timeout = 600;           // seconds without a return from a call
  bool quiet = false, verbose = false;
  std::string progress{};
  PageOrder page{};
  // For work that goes on behind a death: called some times a second, and instead of the report of
  // a death, for the exit code.
  std::function<void()> meanwhile{};
  std::function<int(const Death&)> on_death{};
};

// What the work says to its supervisor; nobody listens where there is none.
class Line {
 public:
  virtual ~Line() = default;
  virtual void brief(const result::Briefing& /*briefing*/) {}  // before anything is computed
  virtual void progressed(double /*fraction*/) {}
  // Rows, summary and report are delivered. What happens from now on changes no exit code.
  virtual void delivered(int /*exit_code*/) {}
};

using Work = std::function<int(const Guard& guard, Line& line)>;

int supervise(const Supervision& how, const Work& work);       // returns the exit code
int run_in_process(const Supervision& how, const Work& work);  // a crash is a crash

}  // namespace bw::cli
