#pragma once
// Writes the checkpoints of a run: every so many seconds of the wall clock, when the execution says
// that it stands where it can go on.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "run/checkpoint/checkpoint.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class Checkpointer {
 public:
  // `spec`: the completed options, with a checkpoint and a result file; `given`: as the user gave
  // them; `read`: the files that the run reads. Hashes them. Throws InputError.
  Checkpointer(const RunSpec& spec, const RunSpec& given, const std::vector<std::string>& read);

  // Reads a clock that costs a few ns.
  bool is_due() const;
  // Replaces the checkpoint. Where it cannot be written the run goes on without, and says so once.
  void write(std::string progress);
  // What the run that is resumed left; empty: it begins.
  const std::string& earlier() const { return earlier_; }
  // After the verdict: an accepted or rejected run needs none. Returns the file that can be
  // resumed; empty: there is none.
  std::string settle(ExitCode code) const;

 private:
  Checkpoint content_;
  std::string name_, earlier_;
  std::int64_t interval_, last_;  // ns
  std::function<void(const std::string&)> announce_;
  bool complained_ = false;
};

}  // namespace bw::run
