#pragma once
// The buffer of a spool in memory that another process shares, so that rows which have not reached
// the file survive every death of the process that writes them.
//
//   supervisor: SharedRows rows;  fork;  ...;  rows.rescue()      once the writer is dead
//   writer:     rows.enter();     the next Spool writes through it
//
// Rows are in the file up to its size and in the buffer from there to rows_end. That holds at every
// instruction, in whatever order a spool writes: what it moves in the buffer is in the file
// already, or belongs to a row that has not ended. Behind them may be one that waits: it is a row
// only if its process dies. A write that failed changes nothing of this, so that the supervisor
// writes what the writer could not.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "result/descriptor.h"

namespace bw::result {

// What of a file is where, in bytes from its begin.
struct SpoolLedger {
  std::atomic<std::uint64_t> buffer_begin{0};  // of the first byte in the buffer
  std::atomic<std::uint64_t> rows_end{0};      // of the last whole row
  std::atomic<std::uint64_t> header_end{0};
  std::atomic<long> rows{0};
  std::atomic<bool> is_readable{true};  // without its trailer
  std::atomic<long> rows_in_file{0};
  // Of a format whose rows are all of one size: that size, and where the header has their number in
  // 32 bits; 0: there is none. The file may not become larger than `most`; 0: as large as it likes.
  std::atomic<std::uint64_t> row_size{0}, count_at{0}, most{0};
  std::atomic<std::uint64_t> waiting_end{0};  // of a row behind these; 0: there is none
  // The file has rows of an earlier process, in which this one does not go on yet.
  std::atomic<bool> is_of_another{false};
};

// The end of the last whole row within `end` bytes and within what the file may have.
std::uint64_t last_row_end(const SpoolLedger& ledger, std::uint64_t end);
// Writes the number of rows in a file with this many bytes of whole rows into its header, where the
// format has it there. Returns errno; 0: done.
int write_count(int file, const SpoolLedger& ledger, std::uint64_t whole);

struct SharedSpool {
  static constexpr std::size_t capacity = std::size_t{256} * 1024;
  std::atomic<bool> is_taken;  // by a spool whose file has no name of its own yet
  SpoolLedger ledger;
  std::array<char, 4096> name;      // of the file
  std::array<char, 4096> stand_in;  // where rows of a file without a name go
  std::array<char, capacity> buffer;
};

class SharedRows {
 public:
  SharedRows();
  ~SharedRows();
  SharedRows(const SharedRows&) = delete;
  SharedRows& operator=(const SharedRows&) = delete;

  void enter() const;  // in the new process

  struct Rescued {
    std::string file{};  // empty: there are no rows, and no file is left
    bool is_readable = true;
    long rows = 0;
    std::string last_row{};             // its text, if it is one line
    std::optional<double> last_time{};  // of formats whose rows begin with it as a double
  };
  // Nothing: no file is open, the rows have the name that their verdict gave them.
  std::optional<Rescued> rescue();
  // The same where foreign code has written over the shared memory: what reached the file, which
  // has this name.
  std::optional<Rescued> rescue_file(const std::string& name);
  // The name that was given to the file, with which it can be opened again; empty: none is open.
  std::string requested_name() const;

 private:
  Descriptor receive_file() const;
  Descriptor take_file() const;
  void end_waiting() const;
  [[nodiscard]] bool append(int file) const;
  [[nodiscard]] bool append_rows(int file) const;

  SharedSpool* spool_;
  std::array<int, 2> sockets_{-1, -1};  // the descriptor of the file comes this way
};

// For a spool that is being made: null, or a buffer that is its own until settle().
SharedSpool* take_shared_spool(int fd, const std::string& name);

}  // namespace bw::result
