#pragma once
// Which files are tables.

#include <filesystem>

namespace bw::system {

// By its ending: .csv or .tsv, in any case.
bool is_table(const std::filesystem::path& file);

}  // namespace bw::system
