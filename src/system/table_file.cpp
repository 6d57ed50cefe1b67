#include "system/table_file.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace bw::system {

bool is_table(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".csv" || ending == ".tsv";
}

}  // namespace bw::system
