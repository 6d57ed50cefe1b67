// Reads the layout of mat.h, also of Dymola and OpenModelica: stored transposed ("binTrans") or not
// ("binNormal"), numbers as doubles, singles or integers. Constants are no columns.

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "result/format.h"
#include "result/formats/mat.h"
#include "result/read_csv.h"

namespace bw::result {
namespace {

struct Matrix {
  MatType type{};
  std::size_t rows = 0, columns = 0;
  std::string_view bytes{};
};

std::size_t size_of_number(MatType type) {
  switch (type) {
    case MatType::doubles: return sizeof(double);
    case MatType::singles:
    case MatType::integers: return sizeof(float);
    case MatType::text: return 1;
  }
  return 0;
}

template <class Number>
double number_at(std::string_view bytes, std::size_t i) {
  Number number{};
  std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
  return static_cast<double>(number);
}

class MatReader {
 public:
  MatReader(std::string_view bytes, const std::string& file) : bytes_(bytes) { table_.file = file; }

  Table read() {
    read_aclass(matrix("Aclass"));
    const std::vector<std::string> names = texts(matrix("name"));
    const std::vector<std::string> descriptions = texts(matrix("description"));
    const Matrix info = turned(matrix("dataInfo"));
    (void)matrix("data_1");
    rows_ = turned(matrix("data_2"));
    if (info.rows < 2 || info.columns != names.size() || descriptions.size() != names.size())
      fail("its matrices have different sizes");
    for (std::size_t k = 0; k < names.size(); ++k)
      add(names[k], descriptions[k], whole(value(info, 0, k)), value(info, 1, k));
    if (!has_time_) fail("it has no time");
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError("'" + table_.file + "' is damaged, or no result of a simulation: " + why +
                     ".");
  }
  std::string_view take(std::uint64_t count) {
    if (bytes_.size() < count) fail("it is not complete");
    const std::string_view first = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return first;
  }
  std::uint32_t number() {
    std::uint32_t n = 0;
    std::memcpy(&n, take(sizeof n).data(), sizeof n);
    return n;
  }

  // Of a number that stands for a kind or a character.
  int whole(double number) const {
    if (!(std::abs(number) < 0x1p31)) fail("a number is too large, or none");
    return static_cast<int>(number);
  }

  Matrix matrix(std::string_view name);
  void read_aclass(const Matrix& aclass);
  std::vector<std::string> texts(const Matrix& matrix) const;
  // As it is stored transposed.
  Matrix turned(Matrix matrix) const {
    if (!is_transposed_) std::swap(matrix.rows, matrix.columns);
    return matrix;
  }
  double value(const Matrix& matrix, std::size_t row, std::size_t column) const;
  void add(const std::string& name, const std::string& description, int kind, double place);
  std::vector<double> values(double place) const;

  std::string_view bytes_;
  Table table_;
  bool is_transposed_ = true, has_time_ = false;
  Matrix rows_;
};

Matrix MatReader::matrix(std::string_view name) {
  Matrix made;
  const std::uint32_t type = number();
  made.type = static_cast<MatType>(type == 1 ? 0 : type);  // text may be stored as doubles
  made.rows = number();
  made.columns = number();
  const std::uint32_t imaginary = number(), length = number();
  const std::size_t size = size_of_number(made.type);
  if (imaginary != 0 || size == 0) fail("a matrix has numbers of an unknown kind");
  const std::string_view found = take(length);
  if (found.substr(0, found.find('\0')) != name)
    fail("the matrix '" + std::string(name) + "' is missing");
  if (made.rows != 0 && made.columns > bytes_.size() / size / made.rows) fail("it is not complete");
  made.bytes = take(size * made.rows * made.columns);
  return made;
}

double MatReader::value(const Matrix& matrix, std::size_t row, std::size_t column) const {
  const std::size_t i = is_transposed_ ? column * matrix.rows + row : row * matrix.columns + column;
  switch (matrix.type) {
    case MatType::doubles: return number_at<double>(matrix.bytes, i);
    case MatType::singles: return number_at<float>(matrix.bytes, i);
    case MatType::integers: return number_at<std::int32_t>(matrix.bytes, i);
    case MatType::text: return number_at<unsigned char>(matrix.bytes, i);
  }
  return 0;
}

// Its own lines are the rows of the matrix.
void MatReader::read_aclass(const Matrix& aclass) {
  is_transposed_ = false;
  const std::vector<std::string> lines = texts(aclass);
  if (lines.size() != 4 || lines.front() != "Atrajectory") fail("it is no trajectory");
  if (lines[3] != "binTrans" && lines[3] != "binNormal")
    fail("its matrices are stored in an unknown order");
  is_transposed_ = lines[3] == "binTrans";
}

std::vector<std::string> MatReader::texts(const Matrix& matrix) const {
  const Matrix from = turned(matrix);
  // Texts without a character take no bytes, but each has numbers in a matrix behind them.
  if (from.rows == 0 && from.columns > bytes_.size()) fail("its matrices have different sizes");
  std::vector<std::string> words(from.columns);
  for (std::size_t k = 0; k < from.columns; ++k) {
    for (std::size_t i = 0; i < from.rows; ++i)
      words[k] += static_cast<char>(whole(value(from, i, k)));
    words[k] = words[k].substr(0, words[k].find('\0'));
    words[k] = trimmed(words[k]);
  }
  return words;
}

// "mass of prey [kg]" -> "kg"
std::string unit_in(const std::string& description) {
  const auto bracket = description.rfind('[');
  if (bracket == std::string::npos || !description.ends_with(']')) return "";
  return description.substr(bracket + 1, description.size() - bracket - 2);
}

std::vector<double> MatReader::values(double place) const {
  const double at = std::abs(place);
  if (!(at >= 1) || at > static_cast<double>(rows_.rows)) fail("a variable has no values");
  std::vector<double> numbers(rows_.columns);
  const auto row = static_cast<std::size_t>(at) - 1;
  for (std::size_t r = 0; r < numbers.size(); ++r)
    numbers[r] = place < 0 ? -value(rows_, row, r) : value(rows_, row, r);
  return numbers;
}

void MatReader::add(const std::string& name, const std::string& description, int kind,
                    double place) {
  const std::string unit = unit_in(description);
  if (kind == 2) table_.columns.push_back({name, unit, false, values(place), {}, {}});
  if (kind != 0 || std::exchange(has_time_, true)) return;
  const auto seconds = unit.empty() ? 1 : seconds_in(unit);
  if (!seconds) fail("'" + unit + "' is no unit of time");
  table_.times = values(place);
  for (double& time : table_.times) time *= *seconds;
}

}  // namespace

Table read_mat(std::string_view bytes, const std::string& name) {
  return MatReader(bytes, name).read();
}

bool is_mat(std::string_view bytes) {
  constexpr std::string_view name("Aclass\0", 7);
  return bytes.size() > mat_head_size && bytes.substr(mat_head_size).starts_with(name);
}

}  // namespace bw::result
