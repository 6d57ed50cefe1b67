#pragma once
// Rows that a run holds in memory, because it is not known yet which of several integrations or
// chains will be delivered, in memory that its processes share: whoever survives writes them.
//
//   supervisor:    KeptRows rows;  fork;  ...;  rows.replay(sink)      once the run is dead
//   run, workers:  take = begin(columns), row(take), row(take), ..., end(take)
//   run:           clear()                                           once rows are delivered
//
// The take that got furthest counts; it is not overwritten before another one got further.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "result/trajectory.h"

namespace bw::result {

class KeptRows {
 public:
  KeptRows();
  ~KeptRows();
  KeptRows(const KeptRows&) = delete;
  KeptRows& operator=(const KeptRows&) = delete;

  void enter();  // in the new process, and those that it forks
  // Null: nobody supervises this process, and nothing is kept.
  static KeptRows* of_this_process();

  struct Take;
  // Null: all are in use, or the system gave no memory. The others do nothing then.
  Take* begin(const std::string& time_unit, const std::vector<Column>& columns);
  void row(Take* take, const Row& row) const;
  static void end(Take* take);
  void clear();

  long rows() const;  // of the take that got furthest
  void replay(RowSink& sink) const;
  double last_time() const;  // of its last row, in the unit of the rows

 private:
  static constexpr std::size_t takes = 32;
  Take* take(std::size_t k) const;
  char* bytes(const Take& take) const;  // of its records
  Take* best() const;
  Take* claim();
  void append(Take& take, const std::string& record) const;

  char* memory_ = nullptr;  // a page with all takes, then their bytes; null: the system gave none
  std::size_t room_ = 0;    // bytes of each take
};

}  // namespace bw::result
