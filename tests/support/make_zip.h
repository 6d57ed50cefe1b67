#pragma once
// Zip archives for tests, good and bad, written byte by byte: a library would refuse to write most
// of what a reader must survive.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bw::test {

struct ZipEntry {
  std::string name, bytes{};
  std::uint32_t unix_mode = 0100644;
  std::uint16_t flags = 0;  // bit 0: encrypted
  bool deflated = false;
  std::optional<std::uint16_t> method{};          // instead of what was done
  std::optional<std::uint32_t> size{}, packed{};  // instead of the true sizes
  std::optional<std::uint32_t> crc{};             // instead of the true one
};

std::string make_zip(const std::vector<ZipEntry>& entries);

}  // namespace bw::test
