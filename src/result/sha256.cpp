// FIPS 180-4, sections 5 and 6.2: blocks of 64 bytes, each mixed into eight words by 64 rounds.

#include "result/sha256.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

namespace bw::result {
namespace {

constexpr std::size_t block_size = 64;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

class Sha256 {
 public:
  void add(const char* bytes, std::size_t count) {
    length_ += count;
    while (count > 0) {
      const std::size_t part = std::min(count, block_size - filled_);
      std::memcpy(block_.data() + filled_, bytes, part);
      filled_ += part;
      bytes += part;
      count -= part;
      if (filled_ == block_size) mix();
    }
  }

  std::string finish() {
    const std::uint64_t bits = 8 * length_;
    const char one = '\x80', zero = '\0';
    add(&one, 1);
    while (filled_ != block_size - 8) add(&zero, 1);
    for (int shift = 56; shift >= 0; shift -= 8) {
      const char byte = static_cast<char>(bits >> shift);
      add(&byte, 1);
    }
    std::string digits;
    for (const std::uint32_t word : hash_)
      for (int shift = 28; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[(word >> shift) & 0xFU];
    return digits;
  }

 private:
  void mix() {
    filled_ = 0;
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t)
      for (std::size_t k = 0; k < 4; ++k) w[t] = (w[t] << 8U) | block_[4 * t + k];
    for (std::size_t t = 16; t < 64; ++t) {
      const std::uint32_t a = w[t - 15], b = w[t - 2];
      w[t] = (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U)) + w[t - 7] +
             (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U)) + w[t - 16];
    }
    std::array<std::uint32_t, 8> v = hash_;
    for (std::size_t t = 0; t < 64; ++t) {
      const std::uint32_t e = v[4], a = v[0];
      const std::uint32_t t1 = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                               ((e & v[5]) ^ (~e & v[6])) + round_constants[t] + w[t];
      const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                               ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (std::size_t k = 0; k < hash_.size(); ++k) hash_[k] += v[k];
  }

  std::array<std::uint32_t, 8> hash_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, block_size> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes.data(), bytes.size());
  return hash.finish();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return "";
  Sha256 hash;
  std::vector<char> piece(std::size_t{1} << 16U);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())), stream.gcount() > 0)
    hash.add(piece.data(), static_cast<std::size_t>(stream.gcount()));
  return stream.bad() ? "" : hash.finish();
}

}  // namespace bw::result
