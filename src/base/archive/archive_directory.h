#pragma once
// A zip archive, opened, and its directory, judged entry by entry in linear time. For archive.cpp.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/archive/libzip.h"
#include "base/bell.h"

namespace bw {

// Real FMUs stay far below these; archives made to do harm do not.
constexpr std::int64_t most_entries = 100'000;
constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{4} << 30;
constexpr std::uint64_t large_entry = std::uint64_t{10} << 20;  // smaller ones may be all zeros
constexpr std::uint64_t most_times_larger = 1000;
constexpr std::uint64_t most_read_bytes = std::uint64_t{256} << 20;  // into memory in one call

struct CloseZip {
  void operator()(zip_t* zip) const { libzip().discard(zip); }
};
using OpenZip = std::unique_ptr<zip_t, CloseZip>;

// Throws InputError when the file cannot be read or is no zip archive.
OpenZip open_zip(const std::filesystem::path& file);

struct ArchiveEntry {
  std::string name;  // normalised
  std::uint64_t index = 0, size = 0;
  std::uint32_t checksum = 0;
};

struct ArchiveDirectory {
  ArchiveDirectory() = default;
  ArchiveDirectory(ArchiveDirectory&&) = default;  // no copies: the index below would still point
  ArchiveDirectory& operator=(ArchiveDirectory&&) = default;  // into the original

  std::vector<ArchiveEntry> files;   // in the archive's order
  std::vector<std::string> folders;  // those with an entry of their own, some may be empty
  std::unordered_map<std::string_view, std::size_t> by_name;  // views of the names in `files`
};

// Throws InputError at the first entry that is not allowed.
ArchiveDirectory read_directory(zip_t* zip, const std::filesystem::path& file, Bells& bells);

[[noreturn]] void refuse_archive(const std::filesystem::path& file, std::string_view sentence);
[[noreturn]] void refuse_entry(const std::filesystem::path& file, std::string_view entry,
                               std::string_view clause);

}  // namespace bw
