#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/units.h"
#include "base/value.h"
#include "result/format.h"
#include "result/formats/cells.h"
#include "result/formats/cells_head.h"
#include "result/read_csv.h"
#include "result/trajectory.h"

namespace bw::result {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20U;
constexpr std::int64_t exact_cells = std::int64_t{1} << 53;  // beyond it a double rounds

std::uint64_t size_of_file(int fd) {
  struct stat file {};
  return ::fstat(fd, &file) == 0 ? static_cast<std::uint64_t>(file.st_size) : 0;
}

std::uint64_t bits_at(std::string_view bytes, std::size_t cell) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + cell * cell_size, cell_size);
  return bits;
}

void append(const Column& column, const Row& row, std::size_t lane, TableColumn& to) {
  if (is_real(column.type)) return to.numbers.push_back(row.reals[lane]);
  const Discrete& value = row.discretes[lane];
  if (const auto* text = std::get_if<std::string>(&value))
    return to.texts.push_back(column.type == Type::binary ? hexadecimal(*text) : *text);
  const std::int64_t whole = std::get<std::int64_t>(value);
  if (whole >= exact_cells || whole <= -exact_cells)
    to.exact.emplace_back(to.numbers.size(), whole);
  to.numbers.push_back(static_cast<double>(whole));
}

}  // namespace

std::string_view BytesInMemory::take(std::uint64_t count) {
  const std::string_view first = bytes_.substr(0, count);
  bytes_.remove_prefix(first.size());
  return first;
}

std::string_view BytesOfFile::take(std::uint64_t count) {
  if (buffer_.size() - used_ < count) {
    buffer_.erase(0, std::exchange(used_, 0));
    const std::size_t had = buffer_.size();
    // A damaged file asks for more than it has.
    const std::uint64_t whole = size_of_file(fd_), left = whole - std::min(at_, whole);
    const std::size_t wanted =
        std::min<std::uint64_t>(std::max<std::uint64_t>(count, buffer_size), had + left);
    buffer_.resize(wanted);
    std::size_t size = had;
    while (size < wanted) {
      const ssize_t got =
          ::pread(fd_, buffer_.data() + size, wanted - size, static_cast<off_t>(at_));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      size += static_cast<std::size_t>(got);
      at_ += static_cast<std::uint64_t>(got);
    }
    buffer_.resize(size);
  }
  const std::string_view first = std::string_view(buffer_).substr(used_, count);
  used_ += first.size();
  return first;
}

CellsReader::CellsReader(ByteSource& source, std::string file)
    : source_(source), file_(std::move(file)) {
  if (take(cells_magic.size()) != cells_magic) fail("it begins with other bytes");
  const std::uint64_t length = number();
  constexpr std::uint64_t most = std::uint64_t{1} << 32U;
  if (length > most) fail("its header is too long");
  head_ = read_cells_head(take(length), [this](const std::string& why) { fail(why); });
  if (!seconds_in(head_.time_unit)) fail("its unit of time is unknown");
  record_size_ = cell_size * (head_.columns.size() + 1);
  for (const Column& column : head_.columns) {
    if (is_real(column.type))
      reals_.push_back(0);
    else
      discretes_.emplace_back();
  }
}

void CellsReader::fail(const std::string& why) const {
  throw InputError("'" + file_ + "' is damaged: " + why + ".");
}

std::string_view CellsReader::take(std::uint64_t count) {
  const std::string_view bytes = source_.take(count);
  if (bytes.size() < count) fail("it is not complete");
  return bytes;
}

std::uint64_t CellsReader::number() { return bits_at(take(cell_size), 0); }

bool CellsReader::take_row() {
  for (;;) {
    record_ = source_.take(record_size_);
    if (record_.empty()) return false;
    if (record_.size() < record_size_) return end_within_row();
    if (head_.columns.empty() || bits_at(record_, 0) != text_mark) return true;
    if (!take_text(bits_at(record_, 1))) return end_within_row();
  }
}

bool CellsReader::end_within_row() const {
  if (!file_.ends_with(".partial")) fail("its last row is not complete");
  return false;
}

bool CellsReader::take_text(std::uint64_t length) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32U;
  if (length > most) fail("a text is too long");
  const std::uint64_t size = (length + record_size_ - 1) / record_size_ * record_size_;
  const std::string_view padded = source_.take(size);
  if (padded.size() < size) return false;
  texts_.emplace_back(padded.substr(0, length));
  return true;
}

bool CellsReader::skip() { return take_row(); }

bool CellsReader::next(Row& row) {
  if (!take_row()) return false;
  read_values(record_);
  row = {std::bit_cast<double>(bits_at(record_, 0)), reals_, discretes_};
  return true;
}

void CellsReader::read_values(std::string_view cells) {
  std::size_t real = 0, discrete = 0, cell = 0;
  for (const Column& column : head_.columns) {
    const std::uint64_t bits = bits_at(cells, ++cell);
    if (is_real(column.type)) {
      reals_[real++] = std::bit_cast<double>(bits);
    } else if (!is_text(column.type)) {
      discretes_[discrete++] = static_cast<std::int64_t>(bits);
    } else if (bits < texts_.size()) {
      discretes_[discrete++] = texts_[bits];
    } else {
      fail("a text is missing");
    }
  }
}

TableColumn table_column(const Column& column) {
  return {column.name, column.unit, is_text(column.type), {}, {}, {}};
}

Table read_cells(std::string_view bytes, const std::string& name) {
  BytesInMemory source(bytes);
  CellsReader reader(source, name);
  const CellsHead& head = reader.head();
  Table table;
  table.file = name;
  for (const Column& column : head.columns) table.columns.push_back(table_column(column));
  const double seconds = *seconds_in(head.time_unit);
  for (Row row; reader.next(row);) {
    table.times.push_back(row.time * seconds);
    std::size_t real = 0, discrete = 0;
    for (std::size_t c = 0; c < head.columns.size(); ++c)
      append(head.columns[c], row, is_real(head.columns[c].type) ? real++ : discrete++,
             table.columns[c]);
  }
  return table;
}

bool are_cells(std::string_view bytes) { return bytes.starts_with(cells_magic); }

}  // namespace bw::result
