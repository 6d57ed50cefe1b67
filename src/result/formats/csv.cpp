// CSV as every tool reads it (RFC 4180, with '\n'), or the same with tabs (TSV):
//
//   "time","prey.x","prey.tired","prey.mood"
//   0,20,0,"calm"
//
// The time has a unit where it is not in seconds, and all names have theirs where that was
// requested: "time [h]","prey.x [kg]".
//
// Numbers are the shortest text that reads back as the same double. Booleans are 1 and 0, so that
// they plot; strings are always quoted, which distinguishes "12" from 12; binaries are bare
// hexadecimal digits within quotes.

#include <memory>
#include <stdexcept>

#include "base/hexadecimal.h"
#include "base/value.h"
#include "result/heading.h"
#include "result/spool.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {
namespace {

class CsvWriter final : public Writer {
 public:
  CsvWriter(Spool& spool, const Heading& heading, char separator)
      : spool_(spool), separator_(separator), units_(heading.units_in_names) {}

  void time_unit(const std::string& unit) override { time_unit_ = unit; }
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override;
  void announce(const Row& row) override;
  void withdraw() override { spool_.drop_waiting_row(); }

 private:
  void put(const Row& row);
  std::string heading_of(const Column& column) const;
  void quoted(std::string_view text);
  void discrete(Type type, const Discrete& value);

  Spool& spool_;
  char separator_;
  bool units_;
  std::string time_unit_;
  std::vector<Type> types_;
  std::size_t reals_ = 0;
};

// Readers that see a unit behind the time look for one behind every name: one that ends like a unit
// gets the sign for none.
std::string CsvWriter::heading_of(const Column& column) const {
  const bool has_units = units_ || !time_unit_.empty();
  if (units_ && !column.unit.empty()) return column.name + " [" + column.unit + "]";
  const bool ends_like_one =
      column.name.ends_with(']') && column.name.rfind(" [") != std::string::npos;
  return has_units && ends_like_one ? column.name + " [---]" : column.name;
}

void CsvWriter::columns(const std::vector<Column>& columns) {
  types_.clear();
  reals_ = 0;
  const std::string unit = time_unit_.empty() && units_ ? "s" : time_unit_;
  quoted(unit.empty() ? "time" : "time [" + unit + "]");
  for (const Column& column : columns) {
    types_.push_back(column.type);
    if (is_real(column.type)) ++reals_;
    spool_.put(separator_);
    quoted(heading_of(column));
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
    spool_.put(separator_);
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

std::unique_ptr<Writer> make_csv_writer(Spool& spool, const Heading& heading) {
  return std::make_unique<CsvWriter>(spool, heading, ',');
}

std::unique_ptr<Writer> make_tsv_writer(Spool& spool, const Heading& heading) {
  return std::make_unique<CsvWriter>(spool, heading, '\t');
}

}  // namespace bw::result
