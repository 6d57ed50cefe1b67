// Writes the layout of cells.h.

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include "base/value.h"
#include "result/formats/cells.h"
#include "result/formats/cells_head.h"
#include "result/heading.h"
#include "result/spool.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {
namespace {

class CellsWriter final : public Writer {
 public:
  CellsWriter(Spool& spool, const Heading& heading) : spool_(spool), heading_(heading) {}

  void time_unit(const std::string& unit) override { unit_ = unit; }
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override {
    put(row);
    spool_.end_row();
  }
  void announce(const Row& row) override;
  void withdraw() override { spool_.drop_waiting_row(); }
  void go_on(int file) override;

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
  Heading heading_;
  std::string unit_ = "s";
  std::vector<Type> types_;
  std::size_t reals_ = 0;
  std::map<std::string, std::int64_t> texts_;
};

void CellsWriter::columns(const std::vector<Column>& columns) {
  types_.clear();
  reals_ = 0;
  for (const Column& column : columns) {
    types_.push_back(column.type);
    if (is_real(column.type)) ++reals_;
  }
  const std::string text = cells_head_text({unit_, columns, heading_.constants});
  spool_.put(cells_magic);
  cell(static_cast<std::uint64_t>(text.size()));
  spool_.put(text);
  spool_.set_row_size(cell_size * (types_.size() + 1));
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

// Texts keep their numbers.
void CellsWriter::go_on(int file) {
  texts_.clear();
  if (std::ranges::none_of(types_, is_text)) return;
  BytesOfFile bytes(file);
  CellsReader reader(bytes, "the rows before the checkpoint");
  while (reader.skip()) continue;
  for (const std::string& text : reader.texts())
    texts_.emplace(text, static_cast<std::int64_t>(texts_.size()));
}

}  // namespace

std::unique_ptr<Writer> make_cells_writer(Spool& spool, const Heading& heading) {
  return std::make_unique<CellsWriter>(spool, heading);
}

}  // namespace bw::result
