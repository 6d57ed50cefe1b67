#pragma once
// The life of a result file. Rows are written to a spool beside the requested name, and get a name
// with the verdict:
//
//   open  ->  lv.csv.partial   locked: a second run on the same name is refused
//   publish       ->  lv.csv           an older lv.rejected.csv goes
//   refuse        ->  lv.rejected.csv   an older lv.csv stays untouched
//   keep_partial  ->  lv.csv.partial   interrupted or stopped; also when none is called
//
// So a file with the name of a result was always judged. Each of the three seals the rows first.

#include <cstdint>
#include <memory>
#include <string>

#include "result/descriptor.h"
#include "result/format.h"
#include "result/heading.h"
#include "result/spool.h"
#include "result/writer.h"

namespace bw::result {

class OutputFile {
 public:
  virtual ~OutputFile() = default;

  Writer& writer() { return *writer_; }
  void restart();  // drops all rows; there is a new writer
  Spool& spool() { return spool_; }

  // Call exactly one of these, once; each returns the file of the rows ("": there were none). They
  // throw Error (stopped) on failure; then the rows stay where they are.
  virtual std::string publish() = 0;
  virtual std::string refuse() = 0;
  virtual std::string keep_partial() = 0;

  // For checkpoints. The rows so far, which are on the disk then: how many bytes, and the last of
  // them, by which the same file is recognised.
  struct Mark {
    std::uint64_t size = 0;
    std::string end{};
    std::uint64_t count_at = 0;  // where the file has the number of its rows; 0: nowhere
    // Whether these bytes before `size` are the same, but for the number of rows, which grows.
    bool ends_with(std::string bytes) const;
    bool is_whole() const { return end.size() == size; }
  };
  Mark mark();
  // Whether the file, which was opened with its old content, begins with these rows; or the mark
  // itself has all of them, because a file without rows is removed at the end of a run.
  bool begins_with(const Mark& mark) const;
  // Once the writer knows its columns: rows go on behind the mark.
  void go_on_behind(const Mark& mark);

  // A file of an earlier run exists under the requested name.
  virtual bool earlier_result_exists() const = 0;
  // Published to standard output, but its reader left before it had all rows.
  virtual bool reader_left() const { return false; }

 protected:
  OutputFile(Descriptor file, std::string name, const Format& format, Heading heading)
      : file_(std::move(file)),
        spool_(file_.get(), std::move(name)),
        format_(format),
        heading_(std::move(heading)),
        writer_(format.make_writer(spool_, heading_)) {}
  void seal();                                   // and writes everything to the file
  bool is_marked() const { return is_marked_; }  // a checkpoint refers to the rows as they are
  const Format& format() const { return format_; }
  void keep_undecided() noexcept;

  Descriptor file_;
  Spool spool_;

 private:
  Format format_;
  Heading heading_;  // of every writer
  std::unique_ptr<Writer> writer_;
  bool sealed_ = false, is_marked_ = false;
};

// Throws InputError when the name cannot be written or another run writes it now. Replaces the
// .partial of a run that was killed, or opens it as it is, to go on in it. The format, unless
// given, is that of the extension.
enum class OldRows { dropped, kept };
std::unique_ptr<OutputFile> open_output_file(const std::string& path,
                                             const Format* format = nullptr,
                                             OldRows old_rows = OldRows::dropped,
                                             Heading heading = {});

// For standard output: rows, always CSV, wait in an unnamed file and are copied to `fd` by
// publish(). `stand_in` names the file of rejected or partial rows: "lv.csv" gives
// "lv.rejected.csv".
std::unique_ptr<OutputFile> open_output_stream(int fd, const std::string& stand_in,
                                               Heading heading = {});

// Completes the rows of a run that was killed, where their format has to be completed: `partial` is
// the name of a .partial. Throws Error; then the file is as it was.
void complete_partial(const std::string& partial);

std::string rejected_name(const std::string& path);  // "a/lv.csv" -> "a/lv.rejected.csv"
std::string partial_name(const std::string& path);   // "a/lv.csv" -> "a/lv.csv.partial"
std::string sealing_name(const std::string& path);   // "a/lv.nc" -> "a/lv.nc.sealing", see Format

}  // namespace bw::result
