// The format: PKWARE's APPNOTE, 4.3. Numbers are little-endian.

#include "support/make_zip.h"

#include <string_view>

namespace bw::test {
namespace {

void put2(std::string& out, std::uint32_t value) {
  out += static_cast<char>(value & 0xFF);
  out += static_cast<char>((value >> 8) & 0xFF);
}

void put4(std::string& out, std::uint32_t value) {
  put2(out, value & 0xFFFF);
  put2(out, value >> 16);
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

// Deflate knows blocks that are not compressed: enough to go through the inflating code.
std::string deflate(std::string_view bytes) {
  constexpr std::size_t longest_block = 65535;
  std::string out;
  do {
    const std::string_view block = bytes.substr(0, longest_block);
    bytes.remove_prefix(block.size());
    out += bytes.empty() ? '\1' : '\0';
    put2(out, static_cast<std::uint32_t>(block.size()));
    put2(out, ~static_cast<std::uint32_t>(block.size()) & 0xFFFF);
    out += block;
  } while (!bytes.empty());
  return out;
}

// What local header and directory have in common.
void put_common(std::string& out, const ZipEntry& entry, std::size_t packed) {
  put2(out, 20);  // version needed
  put2(out, entry.flags);
  put2(out, entry.method.value_or(entry.deflated ? 8 : 0));
  put4(out, 0x21 << 16);  // 1 January 1980
  put4(out, entry.crc.value_or(crc32(entry.bytes)));
  put4(out, entry.packed.value_or(static_cast<std::uint32_t>(packed)));
  put4(out, entry.size.value_or(static_cast<std::uint32_t>(entry.bytes.size())));
  put2(out, static_cast<std::uint32_t>(entry.name.size()));
  put2(out, 0);  // extra fields
}

}  // namespace

std::string make_zip(const std::vector<ZipEntry>& entries) {
  std::string out, directory;
  for (const ZipEntry& entry : entries) {
    const std::string packed = entry.deflated ? deflate(entry.bytes) : entry.bytes;
    directory += "PK\1\2";
    put2(directory, (3 << 8) | 20);  // made on Unix
    put_common(directory, entry, packed.size());
    put2(directory, 0);  // comment
    put2(directory, 0);  // disk
    put2(directory, 0);  // internal attributes
    put4(directory, entry.unix_mode << 16);
    put4(directory, static_cast<std::uint32_t>(out.size()));
    directory += entry.name;
    out += "PK\3\4";
    put_common(out, entry, packed.size());
    out += entry.name + packed;
  }
  const auto begin = static_cast<std::uint32_t>(out.size());
  out += directory + "PK\5\6";
  put4(out, 0);  // disks
  put2(out, static_cast<std::uint32_t>(entries.size()));
  put2(out, static_cast<std::uint32_t>(entries.size()));
  put4(out, static_cast<std::uint32_t>(directory.size()));
  put4(out, begin);
  put2(out, 0);  // comment
  return out;
}

}  // namespace bw::test
