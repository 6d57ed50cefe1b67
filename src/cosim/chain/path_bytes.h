#pragma once
// A path as bytes, to send it from one process to another. Bit-identical, the bits of a NaN
// included.

#include <optional>
#include <string>
#include <string_view>

#include "cosim/chain/chain.h"

namespace bw::cosim {

std::string to_bytes(const Path& path);
// Nothing: they are not those of a path.
[[nodiscard]] std::optional<Path> from_bytes(std::string_view bytes);

}  // namespace bw::cosim
