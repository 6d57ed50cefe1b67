#pragma once
// SHA3-256 (FIPS 202), which SSP Traceability demands for the checksums of resources.

#include <string>
#include <string_view>

namespace bw {

std::string sha3_256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace bw
