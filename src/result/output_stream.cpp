// A result for standard output. The rows wait in a file without a name, on disk and not in memory,
// until the verdict is known.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "base/error.h"
#include "base/process/belongings.h"
#include "result/descriptor.h"
#include "result/format.h"
#include "result/heading.h"
#include "result/output_file.h"
#include "result/spool.h"

namespace bw::result {
namespace {

namespace fs = std::filesystem;

Descriptor unnamed_file() {
  std::error_code ignored;
  const fs::path folder = fs::temp_directory_path(ignored);
  std::string name = ((folder.empty() ? fs::path("/tmp") : folder) / "bellwether-XXXXXX").string();
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.is_open())
    throw InputError("No temporary file can be made as '" + name + "': " + reason(errno) +
                     "; set TMPDIR to a writable folder.");
  ::unlink(name.c_str());
  return file;
}

// The ends of rows are no longer known; lines serve to cut what a full disk could keep.
void put_lines(std::string_view text, Spool& spool) {
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    spool.put(text.substr(0, end + 1));
    spool.end_row();
    text.remove_prefix(end + 1);
  }
  spool.put(text);
}

class Stream final : public OutputFile {
 public:
  Stream(int fd, std::string stand_in, Heading heading)
      : OutputFile(unnamed_file(), "a temporary file", format_for("-"), std::move(heading)),
        fd_(fd),
        stand_in_(std::move(stand_in)) {
    spool_.set_stand_in(partial_name(stand_in_));
  }
  ~Stream() override { keep_undecided(); }

  std::string publish() override;
  std::string refuse() override { return file_as(&OutputFile::refuse); }
  std::string keep_partial() override { return file_as(&OutputFile::keep_partial); }
  bool earlier_result_exists() const override { return false; }
  bool reader_left() const override { return reader_left_; }

 private:
  template <typename Take>
  void each_block(Take take);
  std::string file_as(std::string (OutputFile::*decision)());

  int fd_;
  std::string stand_in_;
  bool reader_left_ = false;
};

std::string Stream::publish() {
  seal();
  spool_.flush();
  if (!belongings::has(fd_)) (void)belongings::restore();
  each_block([&](const char* bytes, std::size_t size) {
    const int problem = belongings::has(fd_) ? write_fully(fd_, bytes, size) : EBADF;
    // A reader such as `| head` may leave: no failure of this run, and nothing is kept for it.
    reader_left_ = problem == EPIPE;
    if (problem != 0 && !reader_left_)
      throw Error(ExitCode::stopped,
                  "The rows cannot be written to standard output: " + reason(problem) + ".");
    return problem == 0;
  });
  spool_.settle();
  file_.close();
  return "-";
}

// Copies the rows to a named file, with its locks and its errors.
std::string Stream::file_as(std::string (OutputFile::*decision)()) {
  if (!spool_.has_rows()) {
    spool_.settle();
    file_.close();
    return "";
  }
  seal();
  const auto named = open_output_file(stand_in_);
  each_block([&](const char* bytes, std::size_t size) {
    put_lines(std::string_view(bytes, size), named->spool());
    return true;
  });
  std::string name = (*named.*decision)();
  spool_.settle();
  file_.close();
  return name;
}

// Until `take` returns false.
template <typename Take>
void Stream::each_block(Take take) {
  std::array<char, 64 * 1024> block;
  for (off_t at = 0;;) {
    const ssize_t size = ::pread(file_.get(), block.data(), block.size(), at);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0)
      throw Error(ExitCode::stopped,
                  "The rows cannot be read back from the temporary file: " + reason(errno) + ".");
    if (size == 0) return;
    at += size;
    if (!take(block.data(), static_cast<std::size_t>(size))) return;
  }
}

}  // namespace

std::unique_ptr<OutputFile> open_output_stream(int fd, const std::string& stand_in,
                                               Heading heading) {
  return std::make_unique<Stream>(fd, stand_in, std::move(heading));
}

}  // namespace bw::result
