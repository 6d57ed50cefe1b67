#include "result/spool.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "result/descriptor.h"

namespace bw::result {
namespace {

constexpr std::int64_t second = 1'000'000'000;

// No system call and only a few ns (vDSO), so it can be read at every row. Counting rows between
// readings would fail for a run that writes one row a minute.
std::int64_t coarse_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * second + now.tv_nsec;
}

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for signal handlers
std::atomic<Spool*> newest{nullptr};

void wait_briefly() {
  const timespec pause{0, second / 1000};
  ::nanosleep(&pause, nullptr);
}

// With a limit: the holder may be the very thread that the signal interrupted.
bool taken_in_time(std::atomic_flag& flag) {
  for (int pauses = 0; flag.test_and_set(std::memory_order_acquire); ++pauses) {
    if (pauses == 200) return false;
    wait_briefly();
  }
  return true;
}

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

Spool::Rescued Spool::rescue() noexcept {
  Spool* spool = newest.exchange(nullptr);
  struct stat file {};
  if (spool == nullptr || spool->problem_ != 0) return {};
  if (::fstat(spool->fd_, &file) != 0) return {};
  const bool is_unnamed = file.st_nlink == 0;
  if (is_unnamed && spool->stand_in_ == nullptr) return {};
  const Rescued rescued{is_unnamed ? spool->stand_in_ : spool->name_.c_str(), spool->readable_};
  // Never released: the program is about to end, and nobody else may write to the file.
  if (!taken_in_time(spool->busy_)) return is_unnamed ? Rescued{} : rescued;
  if (spool->written_ + spool->row_start_ <= spool->header_) {
    if (!is_unnamed) spool->remove_file();
    return {};
  }
  std::size_t done = 0;
  const int problem = write_fully(spool->fd_, spool->buffer_.data(), spool->row_start_, &done);
  // The file may end with the first piece of a row longer than the buffer.
  if (problem != 0 || spool->written_ > spool->whole_) spool->cut_after_last_row(done);
  return !is_unnamed || spool->copy_to_stand_in() ? rescued : Rescued{};
}

// With the locks of a named file. No signal, the guard's timer above all, may cut it short.
bool Spool::copy_to_stand_in() const noexcept {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const int to = ::open(stand_in_, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (to < 0) return false;
  const bool is_taken = ::flock(to, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  bool done = !is_taken && ::ftruncate(to, 0) == 0;
  std::array<char, 16 * 1024> block;
  for (off_t at = 0; done;) {
    const ssize_t size = ::pread(fd_, block.data(), block.size(), at);
    if (size == 0) break;
    done = size > 0 && write_fully(to, block.data(), static_cast<std::size_t>(size)) == 0;
    at += size;
  }
  ::close(to);
  return done;
}

// Unless the name is of another file by now.
void Spool::remove_file() const noexcept {
  struct stat open_file {
  }, named_file{};
  if (::fstat(fd_, &open_file) == 0 && ::stat(name_.c_str(), &named_file) == 0 &&
      open_file.st_ino == named_file.st_ino && open_file.st_dev == named_file.st_dev)
    ::unlink(name_.c_str());
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
  row_ends_.push_back(used_);
  if (coarse_clock() - last_write_ >= second) flush();  // is_due(), without a call per row
}

void Spool::end_header() {
  header_ = size();
  end_row();
}

bool Spool::is_due() const { return coarse_clock() - last_write_ >= second; }

void Spool::flush() { write_first(used_); }

void Spool::rewrite(std::uint64_t at, std::string_view bytes) {
  flush();
  const ssize_t done = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(at));
  if (done != static_cast<ssize_t>(bytes.size())) fail(done < 0 ? errno : ENOSPC);
}

void Spool::restart() {
  if (problem_ != 0) fail(problem_);
  if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) != 0) fail(errno);
  used_ = row_start_ = 0;
  row_ends_.clear();
  written_ = whole_ = header_ = 0;
}

void Spool::go_on_behind(std::uint64_t bytes) {
  if (problem_ != 0) fail(problem_);
  const auto end = static_cast<off_t>(bytes);
  if (::ftruncate(fd_, end) != 0 || ::lseek(fd_, end, SEEK_SET) != end) fail(errno);
  used_ = row_start_ = 0;
  row_ends_.clear();
  written_ = whole_ = bytes;
}

// Whole rows first; the begun row only when it alone fills the buffer.
void Spool::make_room(std::size_t bytes) {
  if (row_start_ > 0) write_first(row_start_);
  if (buffer_.size() - used_ < bytes) write_first(used_);
}

void Spool::write_first(std::size_t bytes) {
  if (problem_ != 0) fail(problem_);
  while (busy_.test_and_set(std::memory_order_acquire)) wait_briefly();
  std::size_t arrived = 0;
  const int problem = write_fully(fd_, buffer_.data(), bytes, &arrived);
  if (problem == 0)
    forget_first(bytes);
  else
    cut_after_last_row(arrived);
  busy_.clear(std::memory_order_release);
  if (problem != 0) fail(problem);
  last_write_ = coarse_clock();
}

// Without the begun row, only data before row_start_ is written, so it contains all row ends.
void Spool::forget_first(std::size_t bytes) {
  if (!row_ends_.empty()) whole_ = written_ + row_ends_.back();
  row_ends_.clear();
  written_ += bytes;
  used_ -= bytes;
  row_start_ -= std::min(bytes, row_start_);
  std::memmove(buffer_.data(), buffer_.data() + bytes, used_);
}

// A full disk cuts a row in the middle: remove the incomplete row, so that the file can be read.
void Spool::cut_after_last_row(std::size_t arrived) noexcept {
  const auto beyond = std::ranges::upper_bound(row_ends_, arrived);
  if (beyond != row_ends_.begin()) whole_ = written_ + *(beyond - 1);
  if (::ftruncate(fd_, static_cast<off_t>(whole_)) != 0) errno = 0;  // a pipe cannot be cut
  written_ = whole_;
  used_ = row_start_ = 0;
  row_ends_.clear();
}

void Spool::fail(int error_number) {
  problem_ = error_number;
  throw Error(ExitCode::stopped,
              "The rows cannot be written to '" + name_ + "': " + reason(error_number) + "." +
                  (readable_ ? "" : " The file cannot be read without its end."));
}

}  // namespace bw::result
