#include "study/statistics/collection.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace bw::study {
namespace {

std::string_view mapped(const std::filesystem::path& file) {
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat found {};
  void* memory = MAP_FAILED;
  if (fstat(fd, &found) == 0 && found.st_size > 0)
    memory = mmap(nullptr, static_cast<std::size_t>(found.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return {};
  return {static_cast<const char*>(memory), static_cast<std::size_t>(found.st_size)};
}

// The clock's time is the last thing in a record, and the only one that may differ.
std::string_view without_time(std::string_view record) {
  return record.substr(0, record.size() - std::min(record.size(), sizeof(double)));
}

bool is_failed(std::string_view record) {
  return record.size() <= sizeof(std::uint64_t) ||
         record[sizeof(std::uint64_t)] == static_cast<char>(RowVerdict::failed);
}

}  // namespace

Collection::Collection(const std::filesystem::path& logs, std::uint64_t runs) : records_(runs) {
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(logs, problem))
    files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    const std::string_view log = mapped(file);
    if (log.empty()) continue;
    logs_.push_back(log);
    Frames frames(log);
    for (std::string_view record = frames.next(); !record.empty(); record = frames.next())
      add(record);
    torn_ += frames.torn() + (frames.read_until() < log.size() ? 1 : 0);
  }
}

Collection::~Collection() {
  for (const std::string_view log : logs_)
    munmap(const_cast<char*>(log.data()),
           log.size());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

// A run that failed on one machine only counts as the other one says.
void Collection::add(std::string_view bytes) {
  const std::uint64_t run = run_of(bytes);
  if (run >= records_.size()) return;
  std::string_view& known = records_[run];
  if (known.empty()) {
    known = bytes;
    ++recorded_;
    return;
  }
  ++twice_;
  if (without_time(known) == without_time(bytes)) return;
  ++different_;
  if (is_failed(known) && !is_failed(bytes)) known = bytes;
}

}  // namespace bw::study
