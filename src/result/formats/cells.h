#pragma once
// Rows as cells of eight bytes, which another program maps and uses as they are: a column is every
// n-th cell. `import bellwether` reads it (python/bellwether/_cells.py), and formats that cannot be
// appended to are made from it.
//
//   "bwcells1"; length of what follows in bytes; {"time_unit", "columns": [{"name", "type", "unit",
//   "description", "alias_of", "error_of"}], "constants": [the same with "value"]}
//   time, a cell for each column                                    as often as there are rows
//
// A cell is a double, or a whole number of 64 bits. A text is a number, too: texts are counted from
// 0, and a new one comes before its row, in records of the size of a row. The first of these has a
// mark in place of the time and the length of the text behind it; the text follows.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "result/heading.h"
#include "result/read_csv.h"
#include "result/trajectory.h"

namespace bw::result {

inline constexpr std::string_view cells_magic = "bwcells1";
constexpr std::uint64_t text_mark = 0x7ff8'7465'7874'7321;  // a nan that no computation makes
constexpr std::size_t cell_size = 8;

bool are_cells(std::string_view bytes);
inline bool is_text(Type type) { return type == Type::string || type == Type::binary; }

// The bytes of a file in their order.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Valid until the next call; fewer at the end of the file.
  virtual std::string_view take(std::uint64_t count) = 0;
};

class BytesInMemory final : public ByteSource {
 public:
  explicit BytesInMemory(std::string_view bytes) : bytes_(bytes) {}
  std::string_view take(std::uint64_t count) override;

 private:
  std::string_view bytes_;
};

// With a buffer of constant size.
class BytesOfFile final : public ByteSource {
 public:
  explicit BytesOfFile(int fd) : fd_(fd) {}
  std::string_view take(std::uint64_t count) override;

 private:
  int fd_;
  std::uint64_t at_ = 0;  // in the file, of the end of the buffer
  std::string buffer_{};
  std::size_t used_ = 0;  // of the buffer
};

struct CellsHead {
  std::string time_unit{};
  std::vector<Column> columns{};
  std::vector<Constant> constants{};
};

// Throws InputError where the file is damaged. A row that a killed run could not end is none.
class CellsReader {
 public:
  CellsReader(ByteSource& source, std::string file);

  const CellsHead& head() const { return head_; }
  const std::vector<std::string>& texts() const { return texts_; }  // so far
  bool skip();          // over a row; false: there is none
  bool next(Row& row);  // the same and reads it; valid until the next call

 private:
  [[noreturn]] void fail(const std::string& why) const;
  std::string_view take(std::uint64_t count);
  std::uint64_t number();
  void read_head(std::string_view text);
  bool take_row();
  bool take_text(std::uint64_t length);
  bool end_within_row() const;
  void read_values(std::string_view cells);

  ByteSource& source_;
  std::string file_;
  CellsHead head_;
  std::size_t record_size_ = cell_size;
  std::vector<std::string> texts_;
  std::string_view record_{};
  std::vector<double> reals_;
  std::vector<Discrete> discretes_;
};

// A column of a file and what it says about itself.
TableColumn table_column(const Column& column);

}  // namespace bw::result
