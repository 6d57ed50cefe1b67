#pragma once
// Whether this is the build with sanitizers, in which long computations take ten times as long and
// prove nothing that the optimised build does not.

#if defined(__SANITIZE_ADDRESS__)  // gcc
#define BW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define BW_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define BW_ADDRESS_SANITIZER 0
#endif

namespace bw::test {

inline constexpr bool sanitized = BW_ADDRESS_SANITIZER;

}  // namespace bw::test
