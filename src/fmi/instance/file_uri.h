#pragma once

#include <filesystem>
#include <string>

namespace bw::fmi {

// file:///tmp/x%20y/resources
std::string file_uri(const std::filesystem::path& path);

}  // namespace bw::fmi
