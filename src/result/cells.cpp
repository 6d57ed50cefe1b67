// Rows as cells of eight bytes, which another program maps and uses as they are: a column is every
// n-th cell. `import bellwether` reads it (python/bellwether/_cells.py).
//
//   "bwcells1"; length of what follows in bytes; {"time_unit", "columns": [{"name", "type",
//   "unit"}]} time, a cell for each column                                    as often as there are
//   rows
//
// A cell is a double, or a whole number of 64 bits. A text is a number, too: texts are counted from
// 0, and a new one comes before its row, in records of the size of a row. The first of these has a
// mark in place of the time and the length of the text behind it; the text follows.

#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/units.h"
#include "base/value.h"
#include "result/format.h"
#include "result/read_csv.h"
#include "result/spool.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {
namespace {

constexpr std::string_view cells_magic = "bwcells1";
constexpr std::uint64_t text_mark = 0x7ff8'7465'7874'7321;  // a nan that no computation makes
constexpr std::size_t cell_size = 8;

bool is_text(Type type) { return type == Type::string || type == Type::binary; }

class CellsWriter final : public Writer {
 public:
  explicit CellsWriter(Spool& spool) : spool_(spool) {}

  void time_unit(const std::string& unit) override { unit_ = unit; }
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override {
    put(row);
    spool_.end_row();
  }
  void announce(const Row& row) override;
  void withdraw() override { spool_.drop_waiting_row(); }

 private:
  template <class Number>
  void cell(Number number) {
    static_assert(sizeof number == cell_size);
    spool_.put(std::string_view(reinterpret_cast<const char*>(&number), cell_size));
  }
  void put(const Row& row);
  void put_new_texts(const Row& row);
  void put_text(const std::string& text);

  Spool& spool_;
  std::string unit_ = "s";
  std::vector<Type> types_;
  std::size_t reals_ = 0;
  std::map<std::string, std::int64_t> texts_;
};

void CellsWriter::columns(const std::vector<Column>& columns) {
  nlohmann::ordered_json header = {{"time_unit", unit_}, {"columns", nlohmann::json::array()}};
  types_.clear();
  reals_ = 0;
  for (const Column& column : columns) {
    types_.push_back(column.type);
    if (is_real(column.type)) ++reals_;
    header["columns"].push_back(
        {{"name", column.name}, {"type", name(column.type)}, {"unit", column.unit}});
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.resize((text.size() + cell_size - 1) / cell_size * cell_size, ' ');
  spool_.put(cells_magic);
  cell(static_cast<std::uint64_t>(text.size()));
  spool_.put(text);
  spool_.end_header();
}

void CellsWriter::put(const Row& row) {
  if (row.reals.size() != reals_ || row.discretes.size() != types_.size() - reals_)
    throw std::logic_error("A row does not fit the columns of its result file.");
  put_new_texts(row);
  auto real = row.reals.begin();
  auto other = row.discretes.begin();
  cell(row.time);
  for (const Type type : types_) {
    if (is_real(type)) {
      cell(*real++);
      continue;
    }
    const Discrete& value = *other++;
    const auto* number = std::get_if<std::int64_t>(&value);
    cell(number != nullptr ? *number : texts_.at(std::get<std::string>(value)));
  }
}

void CellsWriter::put_new_texts(const Row& row) {
  for (const Discrete& value : row.discretes)
    if (const auto* text = std::get_if<std::string>(&value))
      if (texts_.emplace(*text, static_cast<std::int64_t>(texts_.size())).second) put_text(*text);
}

void CellsWriter::put_text(const std::string& text) {
  const std::size_t size = cell_size * (types_.size() + 1);
  cell(text_mark);
  cell(static_cast<std::uint64_t>(text.size()));
  spool_.put(std::string(size - 2 * cell_size, '\0'));
  spool_.put(text);
  spool_.put(std::string((size - text.size() % size) % size, '\0'));
}

void CellsWriter::announce(const Row& row) {
  if (!spool_.begin_waiting_row()) return;
  const auto known = texts_;  // its texts come once more, with the row itself
  put(row);
  texts_ = known;
  spool_.end_waiting_row();
}

class CellsReader {
 public:
  CellsReader(std::string_view bytes, const std::string& file) : bytes_(bytes) {
    table_.file = file;
  }

  Table read() {
    if (take(cells_magic.size()) != cells_magic) fail("it begins with other bytes");
    read_header(take(number()));
    const std::size_t size = cell_size * (types_.size() + 1);
    if (bytes_.size() % size != 0) fail("its last row is not complete");
    while (!bytes_.empty()) read_record(size);
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError("'" + table_.file + "' is damaged: " + why + ".");
  }
  std::string_view take(std::uint64_t count) {
    if (bytes_.size() < count) fail("it is not complete");
    const std::string_view first = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return first;
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    std::memcpy(&n, take(cell_size).data(), cell_size);
    return n;
  }
  void read_header(std::string_view text);
  void read_column(const nlohmann::json& column);
  void read_record(std::size_t size);
  void read_text(std::string_view record, std::size_t size);
  void read_cell(Type type, TableColumn& column);

  std::string_view bytes_;
  Table table_;
  double seconds_ = 1;
  std::vector<Type> types_;
  std::vector<std::string> texts_;
};

void CellsReader::read_header(std::string_view text) {
  const auto header = nlohmann::json::parse(text, nullptr, false);
  if (!header.is_object() || !header.contains("columns") || !header["columns"].is_array() ||
      !header.contains("time_unit") || !header["time_unit"].is_string())
    fail("its header cannot be read");
  const auto seconds = seconds_in(header["time_unit"].get<std::string>());
  if (!seconds) fail("its unit of time is unknown");
  seconds_ = *seconds;
  for (const auto& column : header["columns"]) read_column(column);
}

void CellsReader::read_column(const nlohmann::json& column) {
  const auto word = [&](const char* key) {
    if (!column.is_object() || !column.contains(key) || !column[key].is_string())
      fail("a column has no " + std::string(key));
    return column[key].get<std::string>();
  };
  constexpr int known = static_cast<int>(Type::clock) + 1;
  int type = 0;
  while (type < known && name(static_cast<Type>(type)) != word("type")) ++type;
  if (type == known) fail("a type is unknown");
  types_.push_back(static_cast<Type>(type));
  table_.columns.push_back({word("name"), word("unit"), is_text(types_.back()), {}, {}, {}});
}

void CellsReader::read_record(std::size_t size) {
  std::uint64_t first = 0;
  std::memcpy(&first, bytes_.data(), cell_size);
  if (first == text_mark && !types_.empty()) return read_text(take(size), size);
  table_.times.push_back(std::bit_cast<double>(number()) * seconds_);
  for (std::size_t c = 0; c < types_.size(); ++c) read_cell(types_[c], table_.columns[c]);
}

void CellsReader::read_text(std::string_view record, std::size_t size) {
  std::uint64_t length = 0;
  std::memcpy(&length, record.data() + cell_size, cell_size);
  if (length > bytes_.size()) fail("a text is not complete");
  const std::string_view padded = take((length + size - 1) / size * size);
  texts_.emplace_back(padded.substr(0, length));
}

void CellsReader::read_cell(Type type, TableColumn& column) {
  const std::uint64_t bits = number();
  if (is_real(type)) return column.numbers.push_back(std::bit_cast<double>(bits));
  if (!is_text(type)) {
    const auto whole = static_cast<std::int64_t>(bits);
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (whole >= exact || whole <= -exact) column.exact.emplace_back(column.numbers.size(), whole);
    return column.numbers.push_back(static_cast<double>(whole));
  }
  if (bits >= texts_.size()) fail("a text is missing");
  const std::string& text = texts_[bits];
  column.texts.push_back(type == Type::binary ? hexadecimal(text) : text);
}

}  // namespace

std::unique_ptr<Writer> make_cells_writer(Spool& spool) {
  return std::make_unique<CellsWriter>(spool);
}
Table read_cells(std::string_view bytes, const std::string& name) {
  return CellsReader(bytes, name).read();
}
bool are_cells(std::string_view bytes) { return bytes.starts_with(cells_magic); }

}  // namespace bw::result
