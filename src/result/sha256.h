#pragma once
// SHA-256 (FIPS 180-4), so that a summary says which file was run.

#include <filesystem>
#include <string>
#include <string_view>

namespace bw::result {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
// Of a file, read in pieces; empty: it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace bw::result
