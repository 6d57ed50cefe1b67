#pragma once
// Rows that are in memory only, because it is not known yet which of several integrations will be
// delivered. A program that must end at once, with an FMU that does not return, writes them.

#include <functional>
#include <utility>

namespace bw::run {

// `write` sends the rows to their sink. Registered from construction to destruction; the newest of
// the process counts.
class UnwrittenRows {
 public:
  explicit UnwrittenRows(std::function<void()> write);
  ~UnwrittenRows();
  UnwrittenRows(const UnwrittenRows&) = delete;
  UnwrittenRows& operator=(const UnwrittenRows&) = delete;

  void write() const { write_(); }

 private:
  std::function<void()> write_;
};

// Once. It allocates, so that a signal handler which calls it must be ready to be called again.
void write_unwritten_rows() noexcept;

}  // namespace bw::run
