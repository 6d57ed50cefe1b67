#pragma once
// Rows that a run holds in memory, because it is not known yet which of several integrations will
// be delivered, in memory that the supervisor shares: it writes them if the run dies before.
//
//   supervisor: KeptRows rows;  fork;  ...;  rows.replay(sink)    once the run is dead
//   run:        begin(columns), row(), row(), ...                  for every integration
//               clear()                                            once they are delivered
//
// Two integrations are kept, so that one that has just begun does not replace one that got further.

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

  void enter();  // in the new process: from now on it is the one of the process

  // Of this process; null: nobody supervises it, and nothing is kept.
  static KeptRows* of_this_process();

  void begin(const std::string& time_unit, const std::vector<Column>& columns);
  void row(const Row& row);
  void clear();

  long rows() const;  // of the integration that got further
  void replay(RowSink& sink) const;
  double last_time() const;  // of its last row, in the unit of the rows

 private:
  struct Take;
  const Take* best() const;
  void append(Take& take, const std::string& bytes) const;

  std::array<Take*, 2> takes_{};  // null: the system gave no memory
  std::size_t room_ = 0;          // bytes of each
  std::size_t current_ = 0;
};

}  // namespace bw::result
