#include "python/save.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <bit>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/value.h"
#include "result/format.h"
#include "result/output_file.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::python {
namespace {

namespace py = pybind11;
using Block = py::array_t<double, py::array::c_style>;
using ColumnWords = std::tuple<std::string, std::string, std::string>;  // name, type, unit

Type type_named(const std::string& word) {
  for (int type = 0; type <= static_cast<int>(Type::clock); ++type)
    if (name(static_cast<Type>(type)) == word) return static_cast<Type>(type);
  throw InputError("There is no type '" + word + "'.");
}

Discrete discrete_of(Type type, double cell, const std::vector<std::string>& texts) {
  const auto number = std::bit_cast<std::int64_t>(cell);
  if (type != Type::string && type != Type::binary) return number;
  return texts.at(static_cast<std::size_t>(number));
}

// The cells of src/result/cells.cpp, row by row.
void save(const std::string& path, const std::string& time_unit,
          const std::vector<ColumnWords>& words, const Block& block,
          const std::vector<std::string>& texts, double start, double stop, bool units_in_names) {
  std::vector<result::Column> columns;
  for (const auto& [name, type, unit] : words) columns.push_back({name, type_named(type), unit});
  const auto file =
      result::open_output_file(path, nullptr, result::OldRows::dropped,
                               {.units_in_names = units_in_names, .start = start, .stop = stop});
  result::Writer& writer = file->writer();
  if (time_unit != "s") writer.time_unit(time_unit);
  writer.columns(columns);
  std::vector<double> reals;
  std::vector<Discrete> discretes;
  const double* cell = block.data();
  for (py::ssize_t r = 0; r < block.shape(0); ++r) {
    const double time = *cell++;
    reals.clear();
    discretes.clear();
    for (const result::Column& column : columns)
      if (is_real(column.type))
        reals.push_back(*cell++);
      else
        discretes.push_back(discrete_of(column.type, *cell++, texts));
    writer.row({time, reals, discretes});
  }
  file->publish();
}

}  // namespace

void add_save(py::module_& module) {
  // Throws where no writer knows the name's ending.
  module.def(
      "check_format", [](const std::string& path) { (void)result::format_for(path); },
      py::arg("path"));
  module.def("save", &save, py::arg("path"), py::arg("time_unit"), py::arg("columns"),
             py::arg("block"), py::arg("texts"), py::arg("start"), py::arg("stop"),
             py::arg("units_in_names"));
}

}  // namespace bw::python
