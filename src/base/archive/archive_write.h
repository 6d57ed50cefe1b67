#pragma once
// A new archive. The file appears when it is complete, or not at all.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace bw {

// Names with '/' and their bytes. Throws InputError when it cannot be written. The same content
// makes the same bytes.
void write_archive(const std::filesystem::path& file,
                   const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace bw
