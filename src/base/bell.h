#pragma once
// A bell is a note, warning or error about a result that may be wrong (F. E. Cellier, P. J. Moebius
// 1979, I.b). Modules report; only run/ judges. Reporting never throws and never stops a run by
// itself.

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bw {

enum class Severity { note, warning, error };  // error: the result is rejected

enum class BellCode {
#define BW_BELL(name, severity, when) name,
#include "base/bell_table.h"
#undef BW_BELL
};

// One row of the table of all bells (bell_table.h): its name and when it is reported.
struct BellKind {
  BellCode code;
  std::string_view name;  // stable key, e.g. "not-converged"
  Severity severity;
  std::string_view when;
  // False: a warning of this kind is listed and never changes the verdict.
  bool concerns_numbers = true;
};

std::span<const BellKind> bell_kinds();
const BellKind& kind(BellCode code);
std::string_view name(Severity severity);

struct Bell {
  BellCode code{};
  Severity severity{};
  double time = 0;      // simulated time of the first report
  std::string subject;  // a component, a variable, a connection
  double measured = 0;  // the value that broke the limit ...
  double limit = 0;     // ... and the limit
  std::string message;  // a sentence
  long count = 1;       // number of reports for this subject
};

// Components that run in parallel report in any order. Their reports are sorted by turn, as if they
// had run one after the other. Turns never decrease; 0: in the order of the reports.
class RingTurn {
 public:
  explicit RingTurn(long turn) { of_this_thread = turn; }
  ~RingTurn() { of_this_thread = 0; }
  RingTurn(const RingTurn&) = delete;
  RingTurn& operator=(const RingTurn&) = delete;

 private:
  friend class Bells;
  static thread_local long of_this_thread;  // NOLINT: who rings does not know that others do, too
};

// ring() is thread-safe; readers wait until all threads have been joined.
class Bells {
 public:
  // A repeated code and subject is counted, not stored again: a component may warn at every step.
  void ring(Bell bell);
  // Severity from the table.
  void ring(BellCode code, double time, std::string subject, std::string message,
            double measured = 0, double limit = 0);

  const std::vector<Bell>& rung() const { return rung_; }
  bool has(Severity severity) const;

 private:
  std::mutex mutex_;
  std::vector<Bell> rung_;
  std::vector<long> turns_;                              // of each
  std::unordered_map<std::string, std::size_t> places_;  // by code and subject
};

}  // namespace bw
