#include "study/work/crc32.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace bw::study {
namespace {

// Eight bytes at a time: table k is for the byte that is k places before the end.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = rest;
  }
  for (std::size_t k = 1; k < tables.size(); ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8U) ^ tables[0][before & 0xffU];
    }
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t rest = 0xffffffffU;
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    word ^= rest;
    rest = 0;
    for (unsigned k = 0; k < 8; ++k) rest ^= tables[7 - k][(word >> (8 * k)) & 0xffU];
    bytes.remove_prefix(8);
  }
  for (const char byte : bytes)
    rest = (rest >> 8U) ^ tables[0][(rest ^ static_cast<unsigned char>(byte)) & 0xffU];
  return rest ^ 0xffffffffU;
}

}  // namespace bw::study
