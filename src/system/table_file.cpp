#include "system/table_file.h"

#include "base/text.h"

namespace bw::system {

bool has_ending(const std::filesystem::path& file, std::string_view ending) {
  return lowercase(file.extension().string()) == ending;
}

bool is_table(const std::filesystem::path& file) {
  return has_ending(file, ".csv") || has_ending(file, ".tsv");
}

}  // namespace bw::system
