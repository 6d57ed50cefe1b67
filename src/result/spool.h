#pragma once
// A buffered writer of rows: one buffer, no allocation and no system call per row.
//
// Whole rows are written (only a row longer than the buffer is written in pieces), when the buffer
// is full and at least about once a second. In a supervised process the buffer is shared with the
// supervisor, which completes the file if this process dies (result/shared_spool.h). Every
// failure throws RowsNotWritten with the file and the reason; the rows that fitted stay, and the
// others stay in a shared buffer: where a component took the descriptor away or set a limit, the
// supervisor can still write them.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "result/shared_spool.h"

namespace bw::result {

struct RowsNotWritten : Error {
  RowsNotWritten(const std::string& what, bool by_component)
      : Error(ExitCode::stopped, what), is_by_component(by_component) {}
  bool is_by_component;  // which runs in this process and changed it
};

class Spool {
 public:
  static constexpr std::size_t usual_capacity = SharedSpool::capacity;

  // Does not own the descriptor; `name` is for error messages.
  Spool(int fd, std::string name, std::size_t capacity = usual_capacity);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  void put(char c) {
    need(1);
    buffer_[used_++] = c;
  }
  void put(std::string_view text);  // of any length
  void put(double value);           // shortest text that reads back equal; nan, inf, -inf
  void put(std::int64_t value) { put_number(value); }

  void end_row();
  void end_header();  // a file with nothing else holds no rows
  // What is put between the two is a row that may not be kept: it is no part of the file, and a
  // supervisor adds it only where this process dies before the next one. False: nobody would.
  [[nodiscard]] bool begin_waiting_row();
  void end_waiting_row();
  void drop_waiting_row() { ledger_->waiting_end = 0; }
  void flush();  // everything, including an unfinished row
  // For formats whose rows are all of one size and begin with their time. `count_at`: where the
  // header has the number of rows in 32 bits, which is kept right at every write; 0: nowhere.
  void set_row_size(std::uint64_t bytes, std::uint64_t count_at = 0) {
    ledger_->row_size = bytes;
    ledger_->count_at = count_at;
  }
  std::uint64_t count_at() const { return ledger_->count_at; }
  // A write that would make the file larger fails with the reason, and all rows before it stay.
  void set_most(std::uint64_t bytes, std::string reason) {
    ledger_->most = bytes;
    too_large_ = std::move(reason);
  }
  // Overwrites bytes at `at`, such as the number of rows in a header; flushes first, so that it
  // never counts missing rows.
  void rewrite(std::uint64_t at, std::string_view bytes);
  void restart();  // drops all rows: the file is empty again
  // Goes on behind the first bytes of the file, which an earlier process wrote; the rest of it and
  // what is in the buffer are dropped.
  void go_on_behind(std::uint64_t bytes);
  // Until then the rows of the earlier process are not touched, whatever happens to this one.
  void leave_alone() { ledger_->is_of_another = true; }

  // Called by a format that cannot be read without its trailer, and again when the trailer was put,
  // which is in the file then.
  void set_readable(bool readable) {
    if (readable) flush();
    ledger_->is_readable = readable_ = readable;
  }

  // Where the supervisor copies the rows of a file without a name.
  void set_stand_in(const std::string& name);
  void settle();  // the file has the name that it keeps: nothing is left to rescue

  bool is_due() const;  // the last write is about a second ago
  std::uint64_t size() const { return written_ + used_; }
  bool has_rows() const { return size() > header_; }
  bool broken() const { return problem_ != 0; }  // a write failed; it fails again when retried

 private:
  static constexpr std::size_t widest_number = 32;

  char* cursor() { return buffer_ + used_; }
  char* limit() { return buffer_ + capacity_; }
  void need(std::size_t bytes) {
    if (capacity_ - used_ < bytes) make_room(bytes);
  }
  template <class Number>
  void put_number(Number value);
  void make_room(std::size_t bytes);
  void write_first(std::size_t bytes);
  std::size_t within_most(std::size_t bytes) const;
  bool regains_file();
  int write_bytes(std::size_t bytes, std::size_t& arrived);
  void forget_first(std::size_t bytes);
  void cut_after_last_row(std::size_t arrived) noexcept;
  [[noreturn]] void fail(int error_number);

  int fd_;
  std::string name_;
  SharedSpool* shared_;  // null: nobody supervises this spool
  std::size_t capacity_;
  std::unique_ptr<char[]> own_buffer_;  // where there is none; its pages cost time when first used
  SpoolLedger own_ledger_;
  char* buffer_;
  SpoolLedger* ledger_;  // what a supervisor knows of the counts below
  std::size_t used_ = 0, row_start_ = 0;
  std::vector<std::size_t> row_ends_;      // in the buffer
  std::uint64_t written_ = 0, whole_ = 0;  // in the file: bytes, and those of whole rows
  std::uint64_t header_ = 0;               // bytes of it; 0: none
  std::int64_t last_write_;                // ns of the coarse clock
  int problem_ = 0;                        // errno of the write that failed
  std::string too_large_;                  // why the file may not become larger
  bool is_too_large_ = false;              // that is what failed
  bool readable_ = true, is_settled_ = false;
  bool is_waiting_ = false, is_too_long_ = false;  // a waiting row is being put, and does not fit
};

template <class Number>
void Spool::put_number(Number value) {
  need(widest_number);
  const char* end = std::to_chars(cursor(), limit(), value).ptr;
  used_ = static_cast<std::size_t>(end - buffer_);
}

inline void Spool::put(double value) {
  if (std::isnan(value)) return put(std::string_view("nan"));  // the sign of a nan has no meaning
  put_number(value);
}

}  // namespace bw::result
