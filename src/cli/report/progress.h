#pragma once
// The progress of a run on standard error: a bar on a terminal, for runs longer than half a second,
// or JSON lines for programs. Both are written at most some times a second.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "run/spec/run_spec.h"

namespace bw::cli {

class ProgressDisplay {
 public:
  virtual ~ProgressDisplay() = default;
  virtual void show(const run::Progress& progress) = 0;
  virtual void give_way() {}                            // to a line of text
  virtual void finish(bool complete, double time) = 0;  // complete: the run reached its end
};

std::vector<std::string> progress_kinds();

// "bar", "json" or "none"; empty: a bar, if standard error is a terminal. Null: none.
std::unique_ptr<ProgressDisplay> make_progress(const std::string& kind, bool quiet);

// One line of at most `width` columns; exposed for tests.
std::string progress_bar(const run::Progress& progress, std::size_t width);
std::string progress_json(const run::Progress& progress);
std::string time_left(double seconds);  // "12 s", "3 min", "2 h 10 min"

}  // namespace bw::cli
