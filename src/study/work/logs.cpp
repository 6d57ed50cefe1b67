#include "study/work/logs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace bw::study {
namespace {

constexpr std::size_t piece_size = std::size_t{16} << 20U;

[[noreturn]] void refuse(const std::string& file) {
  throw Error(ExitCode::stopped, "'" + file + "' cannot be written: " + std::strerror(errno) +
                                     "; runs until now are kept, and the same command continues.");
}

}  // namespace

LogWriter::LogWriter(const std::filesystem::path& file)
    : file_(file.string()),
      fd_(open(file.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666)) {
  if (fd_ < 0) refuse(file_);
}

LogWriter::~LogWriter() { close(fd_); }

void LogWriter::append(const Record& record) {
  const std::string frame = frame_of(record);
  std::string_view rest = frame;
  while (!rest.empty()) {
    const ssize_t count = write(fd_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(file_);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void LogWriter::sync() {
  if (fdatasync(fd_) != 0 && errno != EINVAL) refuse(file_);
}

void LogReader::refresh(const std::function<void(std::string_view)>& take) {
  std::error_code problem;
  std::string bytes;
  for (const auto& entry : std::filesystem::directory_iterator(logs_, problem)) {
    const std::string file = entry.path().string();
    std::uint64_t& begin = read_[file];
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat now {};
    if (fd >= 0 && fstat(fd, &now) == 0)
      for (std::uint64_t size = piece_size; begin < static_cast<std::uint64_t>(now.st_size);) {
        const std::uint64_t wanted =
            std::min(static_cast<std::uint64_t>(now.st_size) - begin, size);
        bytes.resize(wanted);
        const ssize_t count = pread(fd, bytes.data(), wanted, static_cast<off_t>(begin));
        if (count <= 0) break;
        Frames frames(std::string_view(bytes).substr(0, static_cast<std::size_t>(count)));
        for (std::string_view record = frames.next(); !record.empty(); record = frames.next())
          take(record);
        const bool is_end =
            begin + static_cast<std::uint64_t>(count) >= static_cast<std::uint64_t>(now.st_size);
        if (frames.read_until() == 0 && is_end) break;  // perhaps one that is being written
        if (frames.read_until() == 0) size *= 2;
        begin += frames.read_until();
        if (is_end) break;
      }
    if (fd >= 0) close(fd);
  }
}

void DoneRuns::refresh() {
  reader_.refresh([this](std::string_view record) {
    if (const std::uint64_t run = run_of(record); run < done_.size()) add(run);
  });
}

}  // namespace bw::study
