#pragma once
// Where the rows of a run go: a file that gets its name with the verdict, standard output that gets
// nothing before it, or the result itself.

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "result/heading.h"
#include "result/output_file.h"
#include "result/trajectory.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class Rows {
 public:
  // Opens the output before anything runs, so that a missing folder does not cost a run. Throws
  // InputError. Old rows of the file are kept for go_on_behind().
  explicit Rows(const RunSpec& spec, result::OldRows old_rows = result::OldRows::dropped,
                result::Heading heading = {});

  result::RowSink& sink();
  void restart();  // without rows; sink() is another one

  // For checkpoints, where rows go to a named file. check() throws InputError where the rows of the
  // mark are not in it.
  using Mark = result::OutputFile::Mark;
  Mark mark() { return file_->mark(); }
  void check(const Mark& mark) const;
  void go_on_behind(const Mark& mark) { file_->go_on_behind(mark); }

  // Publishes, rejects or keeps the rows, as the exit code says. Returns their file; empty: in
  // memory.
  std::string settle(ExitCode code);
  bool earlier_result() const;  // exists under the requested name; valid before settle()
  result::Trajectory take_trajectory() { return std::move(memory_); }  // where there is no file
  std::vector<std::string> losses() const;                             // of the format; sentences
  bool reader_left() const;  // of standard output, too early; valid after settle()

 private:
  result::Trajectory memory_;
  std::unique_ptr<result::OutputFile> file_;  // null: memory
  std::string output_;
};

}  // namespace bw::run
