#include "result/spool.h"

#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "result/descriptor.h"

namespace bw::result {
namespace {

constexpr std::int64_t second = 1'000'000'000;

// Reads a page that the kernel shares with us, a few ns and no system call: cheap enough for every
// row, which counting rows between looks is not for a run that gives one row a minute.
std::int64_t coarse_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * second + now.tv_nsec;
}

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for signal handlers
std::atomic<Spool*> newest{nullptr};

}  // namespace

Spool::Spool(int fd, std::string name, std::size_t capacity)
    : fd_(fd),
      name_(std::move(name)),
      buffer_(std::max(capacity, 2 * widest_number)),
      last_write_(coarse_clock()) {
  newest = this;
}

Spool::~Spool() {
  Spool* self = this;
  newest.compare_exchange_strong(self, nullptr);
}

const char* Spool::rescue() noexcept {
  Spool* spool = newest.exchange(nullptr);
  struct stat file {};
  if (spool == nullptr || spool->problem_ != 0) return nullptr;
  if (::fstat(spool->fd_, &file) != 0 || file.st_nlink == 0) return nullptr;
  std::size_t done = 0;
  while (done < spool->row_start_) {
    const auto count = ::write(spool->fd_, spool->buffer_.data() + done, spool->row_start_ - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return spool->name_.c_str();
}

void Spool::put(std::string_view text) {
  while (!text.empty()) {
    need(1);
    const std::size_t part = std::min(text.size(), buffer_.size() - used_);
    std::memcpy(cursor(), text.data(), part);
    used_ += part;
    text.remove_prefix(part);
  }
}

void Spool::end_row() {
  row_start_ = used_;
  if (coarse_clock() - last_write_ >= second) flush();
}

void Spool::flush() { write_first(used_); }

void Spool::restart() {
  if (problem_ != 0) fail(problem_);
  if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) != 0) fail(errno);
  used_ = row_start_ = 0;
  written_ = 0;
}

// Whole rows first; the begun row only when it alone fills the buffer.
void Spool::make_room(std::size_t bytes) {
  if (row_start_ > 0) write_first(row_start_);
  if (buffer_.size() - used_ < bytes) write_first(used_);
}

void Spool::write_first(std::size_t bytes) {
  if (problem_ != 0) fail(problem_);
  if (const int problem = write_fully(fd_, buffer_.data(), bytes); problem != 0) fail(problem);
  written_ += bytes;
  used_ -= bytes;
  row_start_ -= std::min(bytes, row_start_);
  std::memmove(buffer_.data(), buffer_.data() + bytes, used_);
  last_write_ = coarse_clock();
}

void Spool::fail(int error_number) {
  // A full disk cuts a row in the middle: take the broken tail off, so that what stays can be read.
  if (problem_ == 0 && ::ftruncate(fd_, static_cast<off_t>(written_)) != 0) errno = 0;
  problem_ = error_number;
  throw Error(ExitCode::stopped,
              "The rows cannot be written to '" + name_ + "': " + reason(error_number) + ".");
}

}  // namespace bw::result
