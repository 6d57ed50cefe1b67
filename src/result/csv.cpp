// CSV as every tool reads it (RFC 4180, with '\n'):
//
//   "time","prey.x","prey.tired","prey.mood"
//   0,20,0,"calm"
//
// Numbers are the shortest text that reads back as the same double. Booleans are 1 and 0, so that
// they plot; strings are always quoted, which distinguishes "12" from 12; binaries are bare
// hexadecimal digits within quotes.

#include <memory>
#include <stdexcept>

#include "base/hexadecimal.h"
#include "base/value.h"
#include "result/spool.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {
namespace {

class CsvWriter final : public Writer {
 public:
  explicit CsvWriter(Spool& spool) : spool_(spool) {}

  void time_unit(const std::string& unit) override { time_ = "time [" + unit + "]"; }
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override;
  void announce(const Row& row) override;
  void withdraw() override { spool_.drop_waiting_row(); }

 private:
  void put(const Row& row);
  void quoted(std::string_view text);
  void discrete(Type type, const Discrete& value);

  Spool& spool_;
  std::string time_ = "time";
  std::vector<Type> types_;
  std::size_t reals_ = 0;
};

void CsvWriter::columns(const std::vector<Column>& columns) {
  types_.clear();
  reals_ = 0;
  quoted(time_);
  for (const Column& column : columns) {
    types_.push_back(column.type);
    if (is_real(column.type)) ++reals_;
    spool_.put(',');
    quoted(column.name);
  }
  spool_.put('\n');
  spool_.end_header();
}

void CsvWriter::put(const Row& row) {
  if (row.reals.size() != reals_ || row.discretes.size() != types_.size() - reals_)
    throw std::logic_error("A row does not fit the columns of its result file.");
  auto real = row.reals.begin();
  auto other = row.discretes.begin();
  spool_.put(row.time);
  for (const Type type : types_) {
    spool_.put(',');
    if (is_real(type))
      spool_.put(*real++);
    else
      discrete(type, *other++);
  }
  spool_.put('\n');
}

void CsvWriter::row(const Row& row) {
  put(row);
  spool_.end_row();
}

void CsvWriter::announce(const Row& row) {
  if (!spool_.begin_waiting_row()) return;
  put(row);
  spool_.end_waiting_row();
}

void CsvWriter::discrete(Type type, const Discrete& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return spool_.put(*number);
  const std::string& bytes = std::get<std::string>(value);
  quoted(type == Type::binary ? hexadecimal(bytes) : bytes);
}

void CsvWriter::quoted(std::string_view text) {
  spool_.put('"');
  for (auto quote = text.find('"'); quote != text.npos; quote = text.find('"')) {
    spool_.put(text.substr(0, quote + 1));
    spool_.put('"');
    text.remove_prefix(quote + 1);
  }
  spool_.put(text);
  spool_.put('"');
}

}  // namespace

std::unique_ptr<Writer> make_csv_writer(Spool& spool) { return std::make_unique<CsvWriter>(spool); }

}  // namespace bw::result
