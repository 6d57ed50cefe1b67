#pragma once

#include <cstdint>
#include <string_view>

namespace bw::study {

// CRC-32 (ISO 3309), as zip and Ethernet have it.
std::uint32_t crc32(std::string_view bytes);

}  // namespace bw::study
