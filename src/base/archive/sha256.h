#pragma once
// SHA-256 (FIPS 180-4): the name of a compiled library must identify its sources, even against an
// attacker, and a summary says which file was run.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace bw {

class Sha256 {
 public:
  void add(std::string_view bytes);
  // With its length before it, so that "ab", "c" is not "a", "bc".
  void add_piece(std::string_view bytes);
  std::string hex();  // 64 digits; nothing may be added afterwards

 private:
  void take_block(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> open_{};  // the block that is not full yet
  std::uint64_t length_ = 0;              // in bytes
};

// Of a file, read in pieces; empty: it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace bw
