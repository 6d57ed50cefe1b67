// Reading and unpacking; archive_open.cpp and archive_directory.cpp judge the archive before. While
// an entry is inflated its real size is held against the declared one, and libzip checks its CRC at
// the end.

#include "base/archive/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/archive/archive_directory.h"
#include "base/archive/entry_name.h"
#include "base/archive/libzip.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

struct CloseEntry {
  void operator()(zip_file_t* entry) const { libzip().fclose(entry); }
};
using OpenEntry = std::unique_ptr<zip_file_t, CloseEntry>;

bool is_binary(std::string_view name) { return name.starts_with("binaries/"); }

bool is_needed(std::string_view name, const std::vector<std::string>& platforms) {
  const auto is_of = [&](const std::string& platform) {
    return name.starts_with("binaries/" + platform + "/");
  };
  return name == description_entry || name.starts_with("resources/") ||
         std::ranges::any_of(platforms, is_of);
}

}  // namespace

struct Archive::Zip {
  mutable OpenZip zip;  // closed once all is unpacked: a large system has more FMUs than handles
  ArchiveDirectory directory;

  const ArchiveEntry* find(const std::string& name) const {
    const auto found = directory.by_name.find(name);
    return found == directory.by_name.end() ? nullptr : &directory.files[found->second];
  }
  std::string advice_on_missing(const std::string& name) const;
  void unpack(const ArchiveEntry& entry, const fs::path& file, const fs::path& folder) const;

  // Hands the bytes of an entry to `take`, piece by piece.
  template <class Take>
  void inflate(const ArchiveEntry& entry, const fs::path& file, Take take) const;
};

template <class Take>
void Archive::Zip::inflate(const ArchiveEntry& entry, const fs::path& file, Take take) const {
  if (zip == nullptr) zip = open_zip(file);
  const OpenEntry open(libzip().fopen_index(zip.get(), entry.index, 0));
  if (open == nullptr)
    refuse_entry(file, entry.name,
                 fmt::format("cannot be unpacked: {}", libzip().strerror(zip.get())));
  std::vector<char> piece(std::size_t{1} << 16);
  for (std::uint64_t total = 0;;) {
    const zip_int64_t got = libzip().fread(open.get(), piece.data(), piece.size());
    if (got < 0)
      refuse_entry(file, entry.name,
                   fmt::format("is damaged: {}; copy or export the file again",
                               libzip().file_strerror(open.get())));
    total += static_cast<std::uint64_t>(got);
    if (total > entry.size || (got == 0 && total < entry.size))
      refuse_entry(file, entry.name,
                   fmt::format("is damaged: it declares {} bytes and contains {}", entry.size,
                               total > entry.size ? "more" : std::to_string(total)));
    if (got == 0) return;
    take(std::string_view(piece.data(), static_cast<std::size_t>(got)));
  }
}

void Archive::Zip::unpack(const ArchiveEntry& entry, const fs::path& file,
                          const fs::path& folder) const {
  NewFile unpacked(folder / entry.name, is_binary(entry.name));
  inflate(entry, file, [&](std::string_view piece) { unpacked.write(piece); });
  unpacked.close();
}

// Reports the usual mistake: the enclosing folder was packed instead of its contents.
std::string Archive::Zip::advice_on_missing(const std::string& name) const {
  for (const ArchiveEntry& entry : directory.files)
    if (entry.name.ends_with("/" + name))
      return fmt::format("; there is '{}' instead: pack the content of that folder, not the folder",
                         printable(entry.name));
  return name == description_entry ? "; every FMU has one, so this is not an FMU" : "";
}

Archive::Archive(fs::path file, Bells& bells)
    : file_(std::move(file)), zip_(std::make_unique<Zip>()) {
  zip_->zip = open_zip(file_);
  zip_->directory = read_directory(zip_->zip.get(), file_, bells);
}

Archive::~Archive() = default;

bool Archive::has(const std::string& entry) const { return zip_->find(entry) != nullptr; }

std::vector<std::string> Archive::entries() const {
  std::vector<std::string> names;
  for (const ArchiveEntry& entry : zip_->directory.files) names.push_back(entry.name);
  return names;
}

std::string Archive::read(const std::string& name) const {
  const ArchiveEntry* entry = zip_->find(name);
  if (entry == nullptr)
    refuse_archive(file_, fmt::format("the archive has no '{}'{}", printable(name),
                                      zip_->advice_on_missing(name)));
  if (entry->size > most_read_bytes)
    refuse_entry(
        file_, name,
        fmt::format("has {} bytes; the limit is {} MiB", entry->size, most_read_bytes >> 20));
  std::string bytes;
  zip_->inflate(*entry, file_, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

const fs::path& Archive::unpack(const std::vector<std::string>& platforms) {
  const fs::path& folder =
      unpack_those([&](const std::string& name) { return is_needed(name, platforms); });
  make_folders(folder / "resources");  // an FMU gets this path even when it has no resources
  return folder;
}

const fs::path& Archive::unpack_all() {
  return unpack_those([](const std::string&) { return true; });
}

template <class IsNeeded>
const fs::path& Archive::unpack_those(const IsNeeded& needed) {
  if (!folder_.path().empty()) return folder_.path();
  PrivateFolder folder = PrivateFolder::make();
  std::unordered_set<std::string> made;
  for (const std::string& name : zip_->directory.folders)
    if (needed(name)) make_folders(folder.path() / name);
  for (const ArchiveEntry& entry : zip_->directory.files) {
    if (!needed(entry.name)) continue;
    const fs::path parent = (folder.path() / entry.name).parent_path();
    if (made.insert(parent.string()).second) make_folders(parent);
    zip_->unpack(entry, file_, folder.path());
  }
  folder_ = std::move(folder);
  zip_->zip.reset();
  return folder_.path();
}

}  // namespace bw
