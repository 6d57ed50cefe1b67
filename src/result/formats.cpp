// The table of all result formats.

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "result/format.h"
#include "result/read_csv.h"
#include "result/spool.h"
#include "result/writer.h"

namespace bw::result {

std::unique_ptr<Writer> make_csv_writer(Spool& spool);  // csv.cpp
// cells.cpp
std::unique_ptr<Writer> make_cells_writer(Spool& spool);
Table read_cells(std::string_view bytes, const std::string& name);
bool are_cells(std::string_view bytes);

namespace {

// The first is the format of standard output, and of files that no other format recognises.
constexpr std::array known_formats = {
    Format{"csv", ".csv", "a row of text per time, comma separated", make_csv_writer, parse_csv,
           nullptr},
    Format{"cells", ".cells", "a row of eight-byte cells per time, which programs map",
           make_cells_writer, read_cells, are_cells},
};

std::string extension_of(const std::string& path) {
  return lowercase(std::filesystem::path(path).extension().string());
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
  return (format != known.end() ? *format : known_formats.front()).read(bytes, path);
}

}  // namespace bw::result
