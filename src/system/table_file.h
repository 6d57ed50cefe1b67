#pragma once
// What a file is, by the ending of its name.

#include <filesystem>
#include <string_view>

namespace bw::system {

// ".csv" in any case.
bool has_ending(const std::filesystem::path& file, std::string_view ending);

// .csv or .tsv.
bool is_table(const std::filesystem::path& file);

}  // namespace bw::system
