// netCDF-4 (HDF5) from cells:
//
//   dimension time; double time(time), the coordinate; a variable over it for each column
//   attributes   units; long_name: the description; of an error: error_of, and of what it belongs
//                to: ancillary_variables, as CF names such a link
//   types        double, int64 (Integer, enumeration, clock), string (String, Binary as hexadecimal
//                digits), byte with dtype = "bool" (Boolean, as xarray writes and reads it)
//   constants    variables without a dimension
//
// Values of a variable are stored together, so that one is read without the others. Names that
// netCDF does not allow are changed, and the attribute bellwether_name has them as they are.

#include <fcntl.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/value.h"
#include "result/descriptor.h"
#include "result/formats/cells.h"
#include "result/formats/netcdf_library.h"
#include "result/heading.h"
#include "result/trajectory.h"

namespace bw::result {
namespace {

constexpr std::size_t values_at_once = std::size_t{1} << 20U;
constexpr std::size_t least_rows_at_once = 64, most_rows_at_once = std::size_t{1} << 16U;

int type_of(Type type) {
  if (is_real(type)) return nc_double;
  if (is_text(type)) return nc_string;
  return type == Type::boolean ? nc_byte : nc_int64;
}

// Values of one variable that are written together.
struct Lane {
  int variable = 0;
  Type type = Type::real;
  std::size_t place = 0;  // among the reals or the discretes of a row
  std::vector<double> reals{};
  std::vector<std::int64_t> wholes{};
  std::vector<signed char> flags{};
  std::vector<std::string> texts{};

  void take(const Row& row) {
    if (is_real(type)) return reals.push_back(row.reals[place]);
    take(row.discretes[place]);
  }
  void take(const Discrete& value) {
    if (is_text(type)) {
      const std::string& text = std::get<std::string>(value);
      texts.push_back(type == Type::binary ? hexadecimal(text) : text);
    } else if (type == Type::boolean) {
      flags.push_back(std::get<std::int64_t>(value) != 0 ? 1 : 0);
    } else {
      wholes.push_back(std::get<std::int64_t>(value));
    }
  }
  void clear() {
    reals.clear();
    wholes.clear();
    flags.clear();
    texts.clear();
  }
};

// Never within a character of UTF-8.
std::string shortened(const std::string& text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t size = longest;
  while (size > 1 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80) --size;
  return text.substr(0, size);
}

// One that netCDF takes and that no other variable has.
class NetcdfNames {
 public:
  std::string give(const std::string& name) {
    std::string made = name.empty() ? "_" : shortened(name, longest);
    for (char& c : made)
      if (static_cast<unsigned char>(c) < ' ' || c == '/' || c == '\x7f') c = '_';
    const auto first = static_cast<unsigned char>(made.front());
    const bool begins_well = std::isalnum(first) != 0 || first == '_' || first >= 0x80;
    if (!begins_well) made.insert(0, "_");
    while (made.ends_with(' ')) made.back() = '_';
    for (int k = 2; !taken_.insert(made).second; ++k)
      made = shortened(made, longest) + "_" + std::to_string(k);
    return made;
  }

 private:
  static constexpr std::size_t longest = 240;  // of 256, in bytes; the rest makes it the only one
  std::unordered_set<std::string> taken_;
};

class NetcdfFile {
 public:
  explicit NetcdfFile(const std::string& path) : path_(path), functions_(netcdf()) {
    check(functions_.create(path.c_str(), nc_netcdf4 | nc_no_clobber, &file_));
    is_open_ = true;
    int old = 0;
    check(functions_.set_fill(file_, nc_no_fill, &old));
  }
  ~NetcdfFile() {
    if (is_open_) functions_.abort(file_);
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  int add_dimension(const std::string& name, std::size_t length) {
    int made = 0;
    check(functions_.def_dim(file_, name.c_str(), length, &made));
    return made;
  }
  int add_variable(const Column& column, const int* dimension) {
    const std::string name = names_.give(column.name);
    int made = 0;
    check(functions_.def_var(file_, name.c_str(), type_of(column.type),
                             dimension != nullptr ? 1 : 0, dimension, &made));
    set(made, "units", column.unit);
    set(made, "long_name", column.description);
    if (name != column.name) set(made, "bellwether_name", column.name);
    if (column.type == Type::boolean) set(made, "dtype", "bool");
    if (column.type != Type::real) set(made, "bellwether_type", std::string(bw::name(column.type)));
    written_names_[made] = name;
    return made;
  }
  const std::string& written_name(int variable) const { return written_names_.at(variable); }
  void set(int variable, const char* name, const std::string& text) {
    if (!text.empty())
      check(functions_.put_att_text(file_, variable, name, text.size(), text.c_str()));
  }
  void end_definitions() { check(functions_.enddef(file_)); }
  void write(const Lane& lane, std::size_t first, std::size_t rows) {
    write(lane.variable, first, rows, lane);
  }
  void write(int variable, std::size_t first, const std::vector<double>& values) {
    put(variable, first, values.size(), values.data());
  }
  void close() {
    is_open_ = false;
    check(functions_.close(file_));
  }

 private:
  void check(int problem) const {
    if (problem != 0)
      throw Error(ExitCode::stopped, "The netCDF file '" + path_ + "' cannot be written: " +
                                         functions_.strerror(problem) + ".");
  }
  void put(int variable, std::size_t first, std::size_t count, const void* values) const {
    if (count > 0) check(functions_.put_vara(file_, variable, &first, &count, values));
  }
  void write(int variable, std::size_t first, std::size_t rows, const Lane& lane) const {
    if (is_real(lane.type)) return put(variable, first, rows, lane.reals.data());
    if (lane.type == Type::boolean) return put(variable, first, rows, lane.flags.data());
    if (!is_text(lane.type)) return put(variable, first, rows, lane.wholes.data());
    std::vector<const char*> texts;
    for (const std::string& text : lane.texts) texts.push_back(text.c_str());
    put(variable, first, rows, texts.data());
  }

  std::string path_;
  const Netcdf& functions_;
  NetcdfNames names_;
  std::unordered_map<int, std::string> written_names_;  // by variable
  int file_ = 0;
  bool is_open_ = false;
};

class Conversion {
 public:
  Conversion(CellsReader& reader, std::size_t rows, const std::string& into)
      : reader_(reader), head_(reader.head()), rows_(rows), file_(into) {
    const std::size_t width = head_.columns.size() + 1;
    rows_at_once_ = std::clamp(values_at_once / width, least_rows_at_once, most_rows_at_once);
  }

  void run() {
    define();
    write_constants();
    std::size_t written = 0;
    for (Row row; reader_.next(row);) {
      times_.push_back(row.time);
      for (Lane& lane : lanes_) lane.take(row);
      if (times_.size() == rows_at_once_) written += write_block(written);
    }
    write_block(written);
    file_.close();
  }

 private:
  void define() {
    const int dimension = file_.add_dimension("time", rows_);
    time_ =
        file_.add_variable({"time", Type::real, head_.time_unit, "simulation time"}, &dimension);
    file_.set(time_, "axis", "T");
    file_.set(nc_global, "source", "bellwether " BELLWETHER_VERSION);
    std::size_t reals = 0, discretes = 0;
    for (const Column& column : head_.columns)
      lanes_.push_back({file_.add_variable(column, &dimension), column.type,
                        is_real(column.type) ? reals++ : discretes++});
    for (std::size_t c = 0; c < lanes_.size(); ++c)
      if (const auto of = head_.columns[c].error_of) {
        const int error = lanes_[c].variable, value = lanes_[*of].variable;
        file_.set(error, "error_of", file_.written_name(value));
        file_.set(value, "ancillary_variables", file_.written_name(error));
      }
    for (const Constant& constant : head_.constants)
      constants_.push_back(file_.add_variable(constant.column, nullptr));
    file_.end_definitions();
  }

  void write_constants() {
    for (std::size_t k = 0; k < constants_.size(); ++k) {
      const Constant& constant = head_.constants[k];
      Lane one{constants_[k], constant.column.type};
      if (const auto* real = std::get_if<double>(&constant.value))
        one.reals.push_back(*real);
      else
        one.take(std::get<Discrete>(constant.value));
      file_.write(one, 0, 1);
    }
  }

  std::size_t write_block(std::size_t first) {
    const std::size_t rows = times_.size();
    file_.write(time_, first, times_);
    times_.clear();
    for (Lane& lane : lanes_) {
      if (rows > 0) file_.write(lane, first, rows);
      lane.clear();
    }
    return rows;
  }

  CellsReader& reader_;
  const CellsHead& head_;
  std::size_t rows_, rows_at_once_ = 0;
  NetcdfFile file_;
  int time_ = 0;
  std::vector<double> times_;
  std::vector<Lane> lanes_;
  std::vector<int> constants_;
};

}  // namespace

void require_netcdf() { (void)netcdf(); }

void make_netcdf(const std::string& cells, const std::string& into) {
  const Descriptor file(::open(cells.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw InputError("'" + cells + "' cannot be read: " + reason(errno) + ".");
  std::size_t rows = 0;
  {
    BytesOfFile bytes(file.get());
    CellsReader counter(bytes, cells);
    while (counter.skip()) ++rows;
  }
  BytesOfFile bytes(file.get());
  CellsReader reader(bytes, cells);
  Conversion(reader, rows, into).run();
}

}  // namespace bw::result
