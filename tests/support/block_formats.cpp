//   "bwcounted" or "bwclosed."; number of rows, 0 where a trailer has it; time unit; columns
//   'B', number of rows, times, values of each column          as often as there are blocks
//   'E', number of rows                                        closed only

#include "support/block_formats.h"

#include <bit>
#include <cstring>

#include "base/error.h"
#include "base/units.h"
#include "base/value.h"

namespace bw::test {
namespace {

using namespace result;  // NOLINT(google-build-using-namespace)

constexpr std::string_view counted_magic = "bwcounted", closed_magic = "bwclosed.";

class BlocksWriter final : public BlockWriter {
 public:
  BlocksWriter(Spool& spool, std::string_view magic) : BlockWriter(spool, 100), magic_(magic) {}

  void time_unit(const std::string& unit) override { unit_ = unit; }

 private:
  void number(std::uint64_t n) { spool_.put(bytes(n)); }
  static std::string bytes(std::uint64_t n) {
    return {reinterpret_cast<const char*>(&n), sizeof n};
  }
  void text(const std::string& words) {
    number(words.size());
    spool_.put(std::string_view(words));
  }

  void put_header(const std::vector<Column>& columns) override {
    spool_.set_readable(magic_ == counted_magic);
    spool_.put(magic_);
    number(0);
    text(unit_);
    number(columns.size());
    for (const Column& column : columns) {
      number(static_cast<std::uint64_t>(column.type));
      text(column.name);
    }
    spool_.end_row();
  }

  void put_block(const Trajectory& rows) override {
    spool_.put('B');
    number(rows.rows());
    for (const double time : rows.times()) number(std::bit_cast<std::uint64_t>(time));
    for (std::size_t c = 0; c < rows.columns().size(); ++c)
      for (std::size_t r = 0; r < rows.rows(); ++r) cell(rows.cell(r, c));
    spool_.end_row();
    rows_ += rows.rows();
    if (magic_ == counted_magic) spool_.rewrite(magic_.size(), bytes(rows_));
  }

  void cell(const Cell& value) {
    if (const auto* real = std::get_if<double>(&value))
      return number(std::bit_cast<std::uint64_t>(*real));
    const Discrete& discrete = std::get<Discrete>(value);
    if (const auto* whole = std::get_if<std::int64_t>(&discrete))
      return number(static_cast<std::uint64_t>(*whole));
    text(std::get<std::string>(discrete));
  }

  void put_trailer() override {
    if (magic_ == counted_magic) return;
    spool_.put('E');
    number(rows_);
    spool_.end_row();
    spool_.set_readable(true);
  }

  std::string_view magic_;
  std::string unit_ = "s";
  std::uint64_t rows_ = 0;
};

class BlocksReader {
 public:
  BlocksReader(std::string_view bytes, const std::string& name, std::string_view magic)
      : bytes_(bytes), magic_(magic) {
    table_.file = name;
  }

  Table read() {
    if (take(magic_.size()) != magic_) fail("it begins with other bytes");
    const std::uint64_t rows = number();
    read_columns();
    const auto is_complete = [&] { return magic_ == counted_magic && table_.times.size() == rows; };
    while (!is_complete() && bytes_.substr(0, 1) != "E") read_block();
    if (magic_ == counted_magic) return std::move(table_);
    take(1);
    if (number() != table_.times.size() || !bytes_.empty()) fail("its number of rows is wrong");
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError("'" + table_.file + "' is damaged: " + why + ".");
  }
  std::string_view take(std::size_t count) {
    if (bytes_.size() < count) fail("it is not complete");
    const std::string_view first = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return first;
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    std::memcpy(&n, take(sizeof n).data(), sizeof n);
    return n;
  }
  std::string text() { return std::string(take(number())); }

  void read_columns() {
    const auto seconds = seconds_in(text());
    if (!seconds) fail("it has no unit of time");
    seconds_ = *seconds;
    for (std::uint64_t left = number(); left > 0; --left) {
      const std::uint64_t type = number();
      if (type > static_cast<std::uint64_t>(Type::clock)) fail("a type is unknown");
      types_.push_back(static_cast<Type>(type));
      const bool is_text = types_.back() == Type::string || types_.back() == Type::binary;
      table_.columns.push_back({text(), "", is_text, {}, {}});
    }
  }

  void read_block() {
    if (take(1) != "B") fail("a block begins with another letter");
    const std::uint64_t rows = number();
    if (rows == 0 || rows > bytes_.size()) fail("a block has an impossible number of rows");
    for (std::uint64_t r = 0; r < rows; ++r)
      table_.times.push_back(std::bit_cast<double>(number()) * seconds_);
    for (std::size_t c = 0; c < types_.size(); ++c)
      for (std::uint64_t r = 0; r < rows; ++r) read_cell(types_[c], table_.columns[c]);
  }

  void read_cell(Type type, TableColumn& column) {
    if (type == Type::string)
      column.texts.push_back(text());
    else if (type == Type::binary)
      column.texts.push_back(hexadecimal(text()));
    else if (is_real(type))
      column.numbers.push_back(std::bit_cast<double>(number()));
    else
      column.numbers.push_back(static_cast<double>(static_cast<std::int64_t>(number())));
  }

  static std::string hexadecimal(const std::string& bytes) {
    std::string digits;
    for (const char byte : bytes)
      for (const int shift : {4, 0})
        digits += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 15];
    return digits;
  }

  std::string_view bytes_, magic_;
  Table table_;
  double seconds_ = 1;
  std::vector<Type> types_;
};

template <const std::string_view& magic>
constexpr Format format(std::string_view name, std::string_view extension) {
  return {name,
          extension,
          "blocks of columns",
          [](Spool& spool, const Heading&) -> std::unique_ptr<Writer> {
            return std::make_unique<BlocksWriter>(spool, magic);
          },
          [](std::string_view bytes, const std::string& file) {
            return BlocksReader(bytes, file, magic).read();
          },
          [](std::string_view bytes) { return bytes.starts_with(magic); }};
}

}  // namespace

const result::Format counted_format = format<counted_magic>("counted", ".bwn");
const result::Format closed_format = format<closed_magic>("closed", ".bwe");

}  // namespace bw::test
