#pragma once
// A whole file in memory.

#include <filesystem>
#include <optional>
#include <string>

namespace bw {

// All bytes of it. Nothing: it cannot be read, and errno says why; the caller knows what to say.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace bw
