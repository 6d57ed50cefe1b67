// The table of all writers.

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "result/spool.h"
#include "result/writer.h"

namespace bw::result {

std::unique_ptr<Writer> make_csv_writer(Spool& spool);  // csv.cpp

namespace {

constexpr std::array kinds = {
    WriterKind{"csv", ".csv", "a row of text per time, comma separated", make_csv_writer},
};

std::string known_extensions() {
  return listed(kinds, [](const WriterKind& kind) { return std::string(kind.extension); });
}

}  // namespace

std::span<const WriterKind> writer_kinds() { return kinds; }

const WriterKind& writer_for(const std::string& output) {
  if (output == "-") return kinds.front();
  const std::string extension = lowercase(std::filesystem::path(output).extension().string());
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const WriterKind& k) { return k.extension == extension; });
  if (found != kinds.end()) return *found;
  throw InputError("No result can be written to '" + output + "': " +
                   (extension.empty() ? "it has no extension" : "'" + extension + "' is unknown") +
                   ". Known: " + known_extensions() + ".");
}

}  // namespace bw::result
