#pragma once
// A writer turns rows into the bytes of one format.

#include <cstddef>
#include <string>
#include <vector>

#include "result/spool.h"
#include "result/trajectory.h"

namespace bw::result {

class Writer : public RowSink {
 public:
  // Called once after the last row: writes a trailer, or completes the header. Does nothing before
  // columns().
  virtual void seal() {}
  // Rows go on behind those in the file, which an earlier process wrote with the same columns.
  virtual void go_on(int /*file*/) {}
  // What of the rows so far the format could not take, as sentences.
  virtual std::vector<std::string> losses() const { return {}; }
};

// For formats that take blocks of rows, for instance as chunks of columns. A block is written when
// it is full and about once a second: a killed run loses at most these rows.
class BlockWriter : public Writer {
 public:
  explicit BlockWriter(Spool& spool, std::size_t most_rows = 1024)
      : spool_(spool), most_rows_(most_rows) {}

  void columns(const std::vector<Column>& columns) final {
    block_.columns(columns);
    put_header(columns);
    begun_ = true;
  }
  void row(const Row& row) final {
    block_.row(row);
    if (block_.rows() == most_rows_ || spool_.is_due()) end_block();
  }
  void seal() final {
    if (block_.rows() > 0) end_block();
    if (begun_) put_trailer();
  }

 protected:
  // Each ends with spool_.end_row(), so that a rescue keeps whole blocks.
  virtual void put_header(const std::vector<Column>& columns) = 0;
  virtual void put_block(const Trajectory& rows) = 0;
  virtual void put_trailer() {}

  Spool& spool_;

 private:
  void end_block() {
    put_block(block_);
    block_.clear();
  }

  std::size_t most_rows_;
  bool begun_ = false;
  Trajectory block_;
};

}  // namespace bw::result
