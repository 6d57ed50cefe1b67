#include "result/spool.h"

#include <fcntl.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/process/belongings.h"
#include "base/process/shared_memory.h"
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

}  // namespace

Spool::Spool(int fd, std::string name, std::size_t capacity)
    : fd_(fd),
      name_(std::move(name)),
      shared_(capacity == usual_capacity ? take_shared_spool(fd, name_) : nullptr),
      capacity_(shared_ != nullptr ? usual_capacity : std::max(capacity, 2 * widest_number)),
      own_buffer_(shared_ != nullptr ? nullptr : std::make_unique_for_overwrite<char[]>(capacity_)),
      buffer_(shared_ != nullptr ? shared_->buffer.data() : own_buffer_.get()),
      ledger_(shared_ != nullptr ? &shared_->ledger : &own_ledger_),
      last_write_(coarse_clock()) {
  if (shared_ != nullptr) belongings::keep_file(fd, name_);
}

Spool::~Spool() { settle(); }

void Spool::settle() {
  if (shared_ == nullptr || std::exchange(is_settled_, true)) return;
  belongings::let_go(fd_);
  if (problem_ == 0) shared_->is_taken = false;
}

void Spool::set_stand_in(const std::string& name) {
  if (shared_ == nullptr || name.size() >= shared_->stand_in.size()) return;
  std::memcpy(shared_->stand_in.data(), name.c_str(), name.size() + 1);
}

void Spool::put(std::string_view text) {
  while (!text.empty()) {
    need(1);
    const std::size_t part = std::min(text.size(), capacity_ - used_);
    std::memcpy(cursor(), text.data(), part);
    used_ += part;
    text.remove_prefix(part);
  }
}

void Spool::end_row() {
  row_start_ = used_;
  row_ends_.push_back(used_);
  // First the count: with whole rows in the file or in the buffer it is never too small.
  ledger_->rows.store(ledger_->rows.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  ledger_->rows_end.store(written_ + used_, std::memory_order_release);
  if (coarse_clock() - last_write_ >= second) flush();  // is_due(), without a call per row
}

bool Spool::begin_waiting_row() {
  is_waiting_ = shared_ != nullptr;
  is_too_long_ = false;
  ledger_->waiting_end = 0;
  return is_waiting_;
}

// The same bytes will be put in the same place when it is a row for good.
void Spool::end_waiting_row() {
  if (!is_too_long_) ledger_->waiting_end.store(size(), std::memory_order_release);
  is_waiting_ = false;
  used_ = row_start_;
}

void Spool::end_header() {
  header_ = size();
  ledger_->header_end = header_;
  end_row();
  ledger_->rows = 0;
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
  if (!regains_file()) fail(EBADF);
  ledger_->is_of_another = false;
  // Before the file is empty.
  ledger_->rows_end = ledger_->header_end = ledger_->waiting_end = 0;
  ledger_->rows = ledger_->rows_in_file = 0;
  ledger_->row_size = ledger_->count_at = ledger_->most = 0;
  if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) != 0) fail(errno);
  used_ = row_start_ = 0;
  row_ends_.clear();
  written_ = whole_ = header_ = 0;
  ledger_->buffer_begin = 0;
}

void Spool::go_on_behind(std::uint64_t bytes) {
  if (problem_ != 0) fail(problem_);
  if (!regains_file()) fail(EBADF);
  const auto end = static_cast<off_t>(bytes);
  if (::ftruncate(fd_, end) != 0 || ::lseek(fd_, end, SEEK_SET) != end) fail(errno);
  used_ = row_start_ = 0;
  row_ends_.clear();
  written_ = whole_ = bytes;
  ledger_->buffer_begin = bytes;
  ledger_->waiting_end = 0;
  ledger_->rows_end = bytes;
  ledger_->is_of_another = false;
}

// Whole rows first; the begun row only when it alone fills the buffer.
void Spool::make_room(std::size_t bytes) {
  if (row_start_ > 0) write_first(row_start_);
  if (capacity_ - used_ >= bytes) return;
  if (!is_waiting_) return write_first(used_);
  is_too_long_ = true;
  used_ = 0;
}

// A component in this process may have closed the descriptor, or put another file in its place.
bool Spool::regains_file() {
  if (belongings::has(fd_)) return true;
  (void)belongings::restore();
  return belongings::has(fd_) && ::lseek(fd_, static_cast<off_t>(written_), SEEK_SET) >= 0;
}

// It may also have set a limit.
int Spool::write_bytes(std::size_t bytes, std::size_t& arrived) {
  if (is_foreign_copy()) ::_exit(0);  // the rows are those of the process that it was copied from
  if (!regains_file()) return EBADF;
  const int problem = write_fully(fd_, buffer_, bytes, &arrived);
  if (problem == 0 || belongings::restore().empty()) return problem;
  std::size_t more = 0;
  const int again = write_fully(fd_, buffer_ + arrived, bytes - arrived, &more);
  arrived += more;
  return again;
}

void Spool::write_first(std::size_t bytes) {
  if (problem_ != 0) fail(problem_);
  std::size_t arrived = 0;
  const std::size_t allowed = within_most(bytes);
  int problem = write_bytes(allowed, arrived);
  is_too_large_ = problem == 0 && allowed < bytes;
  if (is_too_large_) problem = EFBIG;
  if (problem == 0) {
    forget_first(bytes);
    problem = write_count(fd_, *ledger_, whole_);
  }
  if (problem != 0) {
    cut_after_last_row(arrived);
    fail(problem);
  }
  last_write_ = coarse_clock();
}

std::size_t Spool::within_most(std::size_t bytes) const {
  const std::uint64_t most = ledger_->most;
  if (most == 0 || written_ + bytes <= most) return bytes;
  return most > written_ ? static_cast<std::size_t>(most - written_) : 0;
}

// Without the begun row, only data before row_start_ is written, so it contains all row ends.
void Spool::forget_first(std::size_t bytes) {
  if (!row_ends_.empty()) whole_ = written_ + row_ends_.back();
  row_ends_.clear();
  ledger_->rows_in_file = ledger_->rows.load();
  ledger_->waiting_end = 0;
  written_ += bytes;
  used_ -= bytes;
  row_start_ -= std::min(bytes, row_start_);
  std::memmove(buffer_, buffer_ + bytes, used_);
  ledger_->buffer_begin.store(written_, std::memory_order_release);
}

// A full disk cuts a row in the middle: remove the incomplete row, so that the file can be read.
// What is in a shared buffer stays there.
void Spool::cut_after_last_row(std::size_t arrived) noexcept {
  const auto beyond = std::ranges::upper_bound(row_ends_, arrived);
  if (beyond != row_ends_.begin()) whole_ = written_ + *(beyond - 1);
  ledger_->rows_in_file += beyond - row_ends_.begin();
  if (belongings::has(fd_) && ::ftruncate(fd_, static_cast<off_t>(whole_)) != 0)
    errno = 0;                               // a pipe cannot be cut
  (void)write_count(fd_, *ledger_, whole_);  // the failure that is reported came first
  if (shared_ != nullptr) return;
  written_ = whole_;
  used_ = row_start_ = 0;
  row_ends_.clear();
}

void Spool::fail(int error_number) {
  problem_ = error_number;
  const std::string why = is_too_large_          ? too_large_
                          : belongings::has(fd_) ? reason(error_number)
                                                 : "its descriptor was closed or replaced";
  throw RowsNotWritten("The rows cannot be written to '" + name_ + "': " + why + "." +
                           (readable_ ? "" : " The file cannot be read without its end."),
                       !belongings::are_complete());
}

}  // namespace bw::result
