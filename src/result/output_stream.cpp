// A result for standard output. The rows wait in a file without a name, on disk and not in memory,
// until the verdict is known.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/output_file.h"

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

class Stream final : public OutputFile {
 public:
  Stream(int fd, std::string stand_in)
      : fd_(fd),
        stand_in_(std::move(stand_in)),
        file_(unnamed_file()),
        spool_(file_.get(), "a temporary file") {}
  ~Stream() override;

  Spool& spool() override { return spool_; }
  std::string publish() override;
  std::string refuse() override { return file_as(&OutputFile::refuse); }
  std::string keep_partial() override { return file_as(&OutputFile::keep_partial); }
  bool earlier_result_exists() const override { return false; }

 private:
  template <typename Take>
  void each_block(Take take);
  std::string file_as(std::string (OutputFile::*decision)());

  int fd_;
  std::string stand_in_;
  Descriptor file_;
  Spool spool_;
};

Stream::~Stream() {
  if (!file_.is_open()) return;
  try {
    keep_partial();
  } catch (const Error&) {  // nobody is left to tell
  }
}

std::string Stream::publish() {
  spool_.flush();
  each_block([&](const char* bytes, std::size_t size) {
    const int problem = write_fully(fd_, bytes, size);
    if (problem == 0) return;
    if (problem == EPIPE) file_.close();  // the reader left of its own will: nothing to keep for it
    throw Error(ExitCode::stopped,
                "The rows cannot be written to standard output: " + reason(problem) + ".");
  });
  file_.close();
  return "-";
}

// The rows become a named file after all, with its locks and its errors.
std::string Stream::file_as(std::string (OutputFile::*decision)()) {
  if (spool_.size() == 0) {
    file_.close();
    return "";
  }
  if (!spool_.broken()) spool_.flush();
  const auto named = open_output_file(stand_in_);
  each_block([&](const char* bytes, std::size_t size) {
    named->spool().put(std::string_view(bytes, size));
  });
  std::string name = (*named.*decision)();
  file_.close();
  return name;
}

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
    take(block.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

std::unique_ptr<OutputFile> open_output_stream(int fd, const std::string& stand_in) {
  return std::make_unique<Stream>(fd, stand_in);
}

}  // namespace bw::result
