#pragma once

#include <cstdint>

namespace bw::heartbeat {

// A thread that is about to end its process sets this bit in the number of its calls: of several
// that are inside of components, it is the one to blame.
inline constexpr std::uint64_t struck = std::uint64_t{1} << 63U;

// Foreign code has written over the memory of all marks, so that positions mean nothing.
bool is_damaged();

}  // namespace bw::heartbeat
