#pragma once
// Whether this is the build with sanitizers, in which long computations take ten times as long and
// prove nothing that the optimised build does not.

namespace bw::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace bw::test
