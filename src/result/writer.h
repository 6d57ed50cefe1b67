#pragma once
// A writer turns rows into the bytes of one format.

#include <cstddef>
#include <vector>

#include "result/spool.h"
#include "result/trajectory.h"

namespace bw::result {

class Writer : public RowSink {
 public:
  // After the last row, once: a trailer, or what the header could not know. Without columns there
  // is nothing to seal.
  virtual void seal() {}
};

// Of a format that takes a block of rows at a time, for instance as chunks of columns. A block is
// written when it is full, and about once a second: a run that dies loses no more rows than that.
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
  // Each ends with spool_.end_row(): what a rescue keeps is whole blocks.
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
