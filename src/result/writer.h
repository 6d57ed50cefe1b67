#pragma once
// A writer turns rows into the bytes of one format. A new one is a file with a make function and a
// row of the table in writers.cpp.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "result/spool.h"
#include "result/trajectory.h"

namespace bw::result {

class Writer : public RowSink {
 public:
  virtual void finish() {}  // after the last row, before the file is published or refused
};

struct WriterKind {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv", by which the user chooses
  std::string_view what;       // for the list of writers
  std::unique_ptr<Writer> (*make)(Spool& spool);
};

std::span<const WriterKind> writer_kinds();

// By the extension of the output's name; "-" (standard output) is CSV. InputError when unknown.
const WriterKind& writer_for(const std::string& output);

}  // namespace bw::result
