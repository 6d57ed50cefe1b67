#include <filesystem>
#include <fstream>
#include <utility>

#include "base/archive/archive_write.h"
#include "base/error.h"
#include "base/read_file.h"
#include "inspect/convert/convert.h"
#include "inspect/convert/placed_files.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  auto bytes = read_file(file);
  if (!bytes) throw InputError(file.string() + ": cannot be read.");
  return std::move(*bytes);
}

// Without a reader ever seeing a part of it.
void write_whole(const std::string& bytes, const fs::path& target) {
  const std::string partial = target.string() + ".partial";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  std::error_code problem;
  if (file) fs::rename(partial, target, problem);
  if (!file || problem) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw InputError(target.string() + ": cannot be written.");
  }
}

void write_package(const Converted& converted, const std::string& target) {
  std::vector<std::pair<std::string, std::string>> entries;
  entries.emplace_back("SystemStructure.ssd", converted.text);
  if (!converted.values.empty()) entries.emplace_back("resources/values.ssv", converted.values);
  for (const PlacedFile& file : converted.files) entries.emplace_back(file.to, bytes_of(file.from));
  write_archive(target, entries);
}

void check_place(const PlacedFile& file, const fs::path& place) {
  std::error_code problem;
  if (!fs::exists(fs::symlink_status(place, problem))) return;
  if (fs::is_regular_file(place, problem) && bytes_of(place) == bytes_of(file.from)) return;
  throw InputError(place.string() +
                   " exists already and has another content; remove it or choose another name for "
                   "the new file, which names the folder.");
}

}  // namespace

void write_converted(const Converted& converted, const std::string& target) {
  if (system::has_ending(target, ".ssp")) return write_package(converted, target);
  const fs::path folder = fs::path(target).parent_path();
  for (const PlacedFile& file : converted.files) check_place(file, folder / file.to);
  for (const PlacedFile& file : converted.files) {
    const fs::path place = folder / file.to;
    std::error_code problem;
    fs::create_directories(place.parent_path(), problem);
    if (problem) throw InputError(place.parent_path().string() + ": " + problem.message() + ".");
    write_whole(bytes_of(file.from), place);
  }
  write_whole(converted.text, target);
}

}  // namespace bw::inspect
