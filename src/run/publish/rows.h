#pragma once
// Where the rows of a run go, and what becomes of them with the verdict: a file that takes its name
// with it, standard output that sees nothing before it, or the result itself.

#include <memory>
#include <string>

#include "base/error.h"
#include "result/output_file.h"
#include "result/trajectory.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class Rows {
 public:
  // Opens the output before anything runs: a folder that does not exist must not cost a run.
  explicit Rows(const RunSpec& spec);

  result::RowSink& sink();
  // Files the rows as the exit code says and returns where they are; empty: in memory.
  std::string settle(ExitCode code);
  bool earlier_result() const;  // stands under the asked name; ask before settling
  result::Trajectory take_trajectory() { return std::move(memory_); }  // where there is no file
  bool reader_left() const;  // of standard output, before it had all rows; ask after settling

 private:
  result::Trajectory memory_;
  std::unique_ptr<result::OutputFile> file_;  // null: memory
};

}  // namespace bw::run
