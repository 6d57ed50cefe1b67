// The table of all result formats.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "result/format.h"
#include "result/formats/mat.h"
#include "result/heading.h"
#include "result/read_csv.h"
#include "result/spool.h"
#include "result/writer.h"

namespace bw::result {

// csv.cpp
std::unique_ptr<Writer> make_csv_writer(Spool& spool, const Heading& heading);
std::unique_ptr<Writer> make_tsv_writer(Spool& spool, const Heading& heading);
// cells_write.cpp, cells_read.cpp
std::unique_ptr<Writer> make_cells_writer(Spool& spool, const Heading& heading);
Table read_cells(std::string_view bytes, const std::string& name);
bool are_cells(std::string_view bytes);
// mat_write.cpp, mat_read.cpp
std::unique_ptr<Writer> make_mat_writer(Spool& spool, const Heading& heading);
Table read_mat(std::string_view bytes, const std::string& name);
bool is_mat(std::string_view bytes);
// netcdf_write.cpp, netcdf_read.cpp
void require_netcdf();
void make_netcdf(const std::string& cells, const std::string& into);
Table read_netcdf(std::string_view bytes, const std::string& name);
bool is_netcdf(std::string_view bytes);

namespace {

// The first is the format of standard output, and of files that no other format recognises.
constexpr std::array known_formats = {
    Format{"csv", ".csv", "a row of text per time, comma separated", make_csv_writer, parse_csv,
           nullptr},
    Format{"tsv", ".tsv", "the same with tabs", make_tsv_writer, parse_csv, nullptr},
    Format{"cells", ".cells", "a row of eight-byte cells per time, which programs map",
           make_cells_writer, read_cells, are_cells, true},
    Format{"mat", ".mat", "MAT-file (version 4) as of Dymola and OpenModelica", make_mat_writer,
           read_mat, is_mat, true, is_in_mat, mat_most_bytes},
    Format{"netcdf", ".nc", "netCDF-4 (HDF5), with units, descriptions and links to errors",
           make_cells_writer, read_netcdf, is_netcdf, true, nullptr, 0, require_netcdf,
           make_netcdf},
};

std::string extension_of(const std::string& path) {
  return lowercase(std::filesystem::path(path).extension().string());
}

// Of CSV they were checked where the line of the mistake is known.
void check_times(const Table& table) {
  for (std::size_t r = 0; r < table.times.size(); ++r) {
    if (!std::isfinite(table.times[r]))
      throw InputError("'" + table.file + "': the time of row " + std::to_string(r + 1) +
                       " is not a finite number.");
    if (r > 0 && table.times[r] < table.times[r - 1])
      throw InputError("'" + table.file + "': the time decreases from " +
                       shortest(table.times[r - 1]) + " to " + shortest(table.times[r]) + ".");
  }
}

}  // namespace

std::span<const Format> formats() { return known_formats; }

const Format& format_for(const std::string& output) {
  if (output == "-") return known_formats.front();
  const std::string extension = extension_of(output);
  for (const Format& format : known_formats)
    if (format.extension == extension) return format;
  throw InputError(
      "No result can be written to '" + output +
      "': " + (extension.empty() ? "it has no extension" : "'" + extension + "' is unknown") +
      ". Known: " + listed(known_formats, [](const Format& f) { return f.extension; }) + ".");
}

Table read_table(const std::string& path, std::span<const Format> known) {
  const std::string bytes = read_bytes(path);
  const auto claims = [&](const Format& format) {
    return format.recognises != nullptr && format.recognises(bytes);
  };
  auto format = std::ranges::find_if(known, claims);
  if (format == known.end())  // the reader of the format of the extension has the best message
    format = std::ranges::find_if(
        known, [&](const Format& f) { return f.extension == extension_of(path); });
  Table table = (format != known.end() ? *format : known_formats.front()).read(bytes, path);
  check_times(table);
  return table;
}

}  // namespace bw::result
