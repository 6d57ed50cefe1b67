#include "system/table_file.h"

#include <algorithm>
#include <string>

namespace bw::system {

bool has_ending(const std::filesystem::path& file, std::string_view ending) {
  const std::string extension = file.extension().string();
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(extension.begin(), extension.end(), ending.begin(), ending.end(),
                    [&](char a, char b) { return lower(a) == b; });
}

bool is_table(const std::filesystem::path& file) {
  return has_ending(file, ".csv") || has_ending(file, ".tsv");
}

}  // namespace bw::system
