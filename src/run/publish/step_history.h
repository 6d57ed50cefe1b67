#pragma once
// Every communication step that was tried, as a table: for plots of step sizes and error norms, and
// to see which signal makes the steps short.
//
//   time, h, iterations, error, slope_error, accepted, critical
//
// `error` and `slope_error` are the norms of the error test (see cosim/march/stepper.h), `critical`
// is the output with the largest error, empty without a test.

#include <memory>
#include <string>
#include <vector>

#include "base/value.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/stepper.h"
#include "result/history/step_log.h"
#include "result/output_file.h"

namespace bw::run {

class StepHistory {
 public:
  // Empty: no file, for spans() only. Throws InputError when the file cannot be written.
  explicit StepHistory(const std::string& path);

  void add(const cosim::Tried& step, bool accepted, const cosim::Coupling& coupling);
  void rolled_back();  // drops the last step that was added
  // Also for a rejected run, whose history is valid.
  void publish();
  std::vector<result::StepSpan> spans() const { return log_.spans(); }

 private:
  void write_waiting();
  const std::string& name_of(std::size_t real, const cosim::Coupling& coupling);

  std::unique_ptr<result::OutputFile> file_;  // null: none
  std::vector<std::string> names_;            // of real signals; filled on first use
  bool is_waiting_ = false;
  double time_ = 0;
  std::vector<double> reals_;
  std::vector<Discrete> discretes_;
  result::StepLog log_{};
};

}  // namespace bw::run
