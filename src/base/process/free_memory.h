#pragma once
// How much memory this process may still take: what the machine has available, less where a control
// group or a limit of the address space allows less.

#include <filesystem>
#include <optional>

namespace bw {

// In bytes; nothing: unknown.
std::optional<double> free_memory(const std::filesystem::path& root = "/");

}  // namespace bw
