// Writes the layout of mat.h. Strings and binaries have no place in it and are left out.

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/value.h"
#include "result/formats/mat.h"
#include "result/heading.h"
#include "result/spool.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {

bool is_in_mat(Type type) { return type != Type::string && type != Type::binary; }

namespace {

constexpr std::int64_t exact_integers = std::int64_t{1} << 53;  // of a double

template <class Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string with_unit(const Column& column) {
  if (column.unit.empty()) return column.description;
  return column.description + (column.description.empty() ? "[" : " [") + column.unit + "]";
}

// The matrices before the rows.
class MatHeader {
 public:
  MatHeader(const std::string& time_unit, const Heading& heading)
      : data_1_{{heading.start}, {heading.stop}} {
    add({"time", Type::real, time_unit, "Simulation time"}, {0, 1, 0, -1});
  }

  void add_column(const Column& column, std::size_t place) {
    add(column, {2, static_cast<std::int32_t>(place), 0, -1});
  }
  void add_constant(const Constant& constant) {
    if (!is_in_mat(constant.column.type)) return;
    const auto* discrete = std::get_if<Discrete>(&constant.value);
    const double value = discrete != nullptr
                             ? static_cast<double>(std::get<std::int64_t>(*discrete))
                             : std::get<double>(constant.value);
    for (std::vector<double>& column : data_1_) column.push_back(value);
    add(constant.column, {1, static_cast<std::int32_t>(data_1_.front().size()), 0, 0});
  }

  // Everything but the rows; `width`: values in a row. Returns where the number of rows is.
  std::uint64_t put(Spool& spool, std::size_t width) const {
    put_aclass(spool);
    put_texts(spool, "name", names_);
    put_texts(spool, "description", descriptions_);
    put_head(spool, "dataInfo", MatType::integers, 4, info_.size() / 4);
    spool.put(bytes_of(info_));
    put_head(spool, "data_1", MatType::doubles, data_1_.front().size(), data_1_.size());
    for (const std::vector<double>& column : data_1_) spool.put(bytes_of(column));
    const std::uint64_t data_2 = spool.size();
    put_head(spool, "data_2", MatType::doubles, width, 0);
    return data_2 + 2 * sizeof(std::uint32_t);
  }

 private:
  void add(const Column& column, const std::vector<std::int32_t>& info) {
    names_.push_back(column.name);
    descriptions_.push_back(with_unit(column));
    info_.insert(info_.end(), info.begin(), info.end());
  }

  static void put_head(Spool& spool, std::string_view name, MatType type, std::size_t rows,
                       std::size_t columns) {
    const std::vector<std::uint32_t> head = {
        static_cast<std::uint32_t>(type), static_cast<std::uint32_t>(rows),
        static_cast<std::uint32_t>(columns), 0, static_cast<std::uint32_t>(name.size() + 1)};
    spool.put(bytes_of(head));
    spool.put(name);
    spool.put('\0');
  }

  // The only one that is not stored transposed, because it says so of the others.
  static void put_aclass(Spool& spool) {
    constexpr std::size_t lines = 4, width = 11;
    std::string text(lines * width, ' ');
    const std::vector<std::string_view> words = {"Atrajectory", "1.1", "", "binTrans"};
    for (std::size_t line = 0; line < lines; ++line)
      for (std::size_t i = 0; i < words[line].size(); ++i) text[i * lines + line] = words[line][i];
    put_head(spool, "Aclass", MatType::text, lines, width);
    spool.put(text);
  }

  // Shorter ones are filled with blanks, as by Dymola: NumPy drops zeros at the end of a text, and
  // with them the last names of a matrix that is read transposed.
  static void put_texts(Spool& spool, std::string_view name,
                        const std::vector<std::string>& texts) {
    std::size_t width = 1;
    for (const std::string& text : texts) width = std::max(width, text.size());
    put_head(spool, name, MatType::text, width, texts.size());
    for (const std::string& text : texts) {
      spool.put(text);
      spool.put(std::string(width - text.size(), ' '));
    }
  }

  std::vector<std::string> names_, descriptions_;
  std::vector<std::int32_t> info_;
  std::vector<std::vector<double>> data_1_;  // start and stop time, each with all constants
};

class MatWriter final : public Writer {
 public:
  MatWriter(Spool& spool, const Heading& heading) : spool_(spool), heading_(heading) {}

  void time_unit(const std::string& unit) override { time_unit_ = unit; }
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override {
    put(row);
    spool_.end_row();
  }
  void announce(const Row& row) override {
    if (!spool_.begin_waiting_row()) return;
    put(row);
    spool_.end_waiting_row();
  }
  void withdraw() override { spool_.drop_waiting_row(); }
  std::vector<std::string> losses() const override;

 private:
  struct Place {
    bool is_real;
    std::size_t lane;
  };
  void put(const Row& row);
  double number(const Discrete& value);

  Spool& spool_;
  Heading heading_;
  std::string time_unit_ = "s";
  std::size_t reals_ = 0, discretes_ = 0;  // of a row that comes
  std::vector<Place> places_;              // of the values of data_2 behind the time
  std::vector<double> values_;
  std::vector<std::string> left_out_;
  bool has_rounded_ = false;
};

void MatWriter::columns(const std::vector<Column>& columns) {
  places_.clear();
  left_out_.clear();
  reals_ = discretes_ = 0;
  MatHeader header(time_unit_, heading_);
  std::vector<std::size_t> stored(columns.size(), 0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    const std::size_t lane = is_real(column.type) ? reals_++ : discretes_++;
    if (!is_in_mat(column.type)) {
      left_out_.push_back(column.name);
      continue;
    }
    if (column.alias_of) {
      stored[c] = stored[*column.alias_of];
    } else {
      places_.push_back({is_real(column.type), lane});
      stored[c] = places_.size() + 1;
    }
    header.add_column(column, stored[c]);
  }
  for (const Constant& constant : heading_.constants) header.add_constant(constant);
  values_.resize(places_.size() + 1);
  const std::uint64_t count_at = header.put(spool_, values_.size());
  spool_.set_row_size(values_.size() * sizeof(double), count_at);
  spool_.set_most(mat_most_bytes, "a .mat file ends at 2 GB; longer results need .nc or .csv");
  spool_.end_header();
}

double MatWriter::number(const Discrete& value) {
  const std::int64_t whole = std::get<std::int64_t>(value);
  if (whole > exact_integers || whole < -exact_integers) has_rounded_ = true;
  return static_cast<double>(whole);
}

void MatWriter::put(const Row& row) {
  if (row.reals.size() != reals_ || row.discretes.size() != discretes_)
    throw std::logic_error("A row does not fit the columns of its result file.");
  double* value = values_.data();
  *value++ = row.time;
  for (const Place& place : places_)
    *value++ = place.is_real ? row.reals[place.lane] : number(row.discretes[place.lane]);
  spool_.put(bytes_of(values_));
}

std::vector<std::string> MatWriter::losses() const {
  std::vector<std::string> sentences;
  if (!left_out_.empty())
    sentences.push_back(".mat files have numbers only; " + listed(left_out_) +
                        (left_out_.size() == 1 ? " is" : " are") +
                        " left out. Write .nc or .csv for strings.");
  if (has_rounded_)
    sentences.emplace_back(
        ".mat files have doubles only; whole numbers beyond 2^53 were rounded. Write .nc or .csv "
        "for all their digits.");
  return sentences;
}

}  // namespace

std::unique_ptr<Writer> make_mat_writer(Spool& spool, const Heading& heading) {
  return std::make_unique<MatWriter>(spool, heading);
}

}  // namespace bw::result
