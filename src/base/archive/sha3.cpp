// Keccak-f[1600] over 5 x 5 lanes of 64 bits, as a sponge: 136 bytes are added to the state, which
// is then permuted by 24 rounds (FIPS 202, 3.2):
//
//   theta  each column takes the parity of its two neighbours
//   rho    every lane is rotated by its own offset
//   pi     the lanes change places
//   chi    each row: a ^= ~b & c
//   iota   a constant of the round

#include "base/archive/sha3.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/hexadecimal.h"

namespace bw {
namespace {

using State = std::array<std::uint64_t, 25>;  // lane (x, y) at x + 5 y
constexpr std::size_t rate = 136;             // bytes: 1600 - 2 * 256 bits

// A linear feedback shift register (3.2.5).
std::uint64_t round_constant(unsigned& shift) {
  std::uint64_t constant = 0;
  for (unsigned j = 0; j < 7; ++j) {
    if ((shift & 1U) != 0) constant |= std::uint64_t{1} << ((1U << j) - 1);
    shift = (shift << 1U) ^ ((shift >> 7U) * 0x171U);
  }
  return constant;
}

void theta(State& a) {
  std::array<std::uint64_t, 5> parity{};
  for (std::size_t i = 0; i < a.size(); ++i) parity[i % 5] ^= a[i];
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] ^= parity[(i + 4) % 5] ^ std::rotl(parity[(i + 1) % 5], 1);
}

void rho_and_pi(State& a) {
  std::size_t x = 1, y = 0;
  std::uint64_t lane = a[1];
  for (int t = 0; t < 24; ++t) {
    const std::size_t next = (2 * x + 3 * y) % 5;
    x = y;
    y = next;
    const std::uint64_t kept = a[x + 5 * y];
    a[x + 5 * y] = std::rotl(lane, (t + 1) * (t + 2) / 2 % 64);
    lane = kept;
  }
}

void chi(State& a) {
  for (std::size_t y = 0; y < a.size(); y += 5) {
    const std::array<std::uint64_t, 5> row = {a[y], a[y + 1], a[y + 2], a[y + 3], a[y + 4]};
    for (std::size_t x = 0; x < 5; ++x) a[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
  }
}

void permute(State& a) {
  unsigned shift = 1;
  for (int round = 0; round < 24; ++round) {
    theta(a);
    rho_and_pi(a);
    chi(a);
    a[0] ^= round_constant(shift);
  }
}

void add_byte(State& a, std::size_t place, unsigned char byte) {
  a[place / 8] ^= std::uint64_t{byte} << (8 * (place % 8));
}

}  // namespace

std::string sha3_256(std::string_view bytes) {
  State state{};
  std::size_t place = 0;
  for (const char c : bytes) {
    add_byte(state, place, static_cast<unsigned char>(c));
    if (++place == rate) permute(state), place = 0;
  }
  add_byte(state, place, 0x06);  // the padding of SHA-3: 01, then 10*1
  add_byte(state, rate - 1, 0x80);
  permute(state);
  std::string digest;
  for (std::size_t i = 0; i < 32; ++i)
    digest += static_cast<char>((state[i / 8] >> (8 * (i % 8))) & 0xffU);
  return hexadecimal(digest);
}

}  // namespace bw
