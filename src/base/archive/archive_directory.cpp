#include "base/archive/archive_directory.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <unordered_set>

#include "base/archive/entry_name.h"
#include "base/archive/libzip.h"
#include "base/error.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

// libzip decodes names that are not UTF-8 by code page 437, where a control character becomes a
// harmless sign: the bytes are judged first. A NUL it has already replaced by a blank.
std::string written_name(zip_t* zip, zip_uint64_t index, const fs::path& file) {
  const char* bytes = libzip().get_name(zip, index, ZIP_FL_ENC_RAW);
  const char* decoded = libzip().get_name(zip, index, ZIP_FL_ENC_GUESS);
  if (bytes == nullptr || decoded == nullptr)
    refuse_archive(file, fmt::format("the name of entry number {} cannot be read", index + 1));
  return checked_entry_name(bytes).problem.empty() ? decoded : bytes;
}

zip_stat_t stat_of(zip_t* zip, zip_uint64_t index, const std::string& name, const fs::path& file) {
  zip_stat_t stat;
  libzip().stat_init(&stat);
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if (libzip().stat_index(zip, index, 0, &stat) != 0 || (stat.valid & needed) != needed)
    refuse_entry(file, name, "has no readable sizes; the archive is damaged");
  return stat;
}

// The upper half of the external attributes is the Unix mode, where there is one.
unsigned kind_of_file(zip_t* zip, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  libzip().file_get_external_attributes(zip, index, 0, &system, &attributes);
  return (attributes >> 16) & S_IFMT;
}

void check_kind(unsigned kind, const std::string& name, const fs::path& file) {
  if (kind == S_IFLNK)
    refuse_entry(file, name,
                 "is a symbolic link, which is not accepted; put the file itself into the archive");
  if (kind != 0 && kind != S_IFREG && kind != S_IFDIR)
    refuse_entry(file, name, "is a device, pipe or socket; an FMU contains files and folders only");
}

void check_packing(const zip_stat_t& stat, const std::string& name, const fs::path& file) {
  if ((stat.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && stat.encryption_method != ZIP_EM_NONE)
    refuse_entry(file, name, "is encrypted; an FMU must be packed without a password");
  if (libzip().compression_method_supported(stat.comp_method, 0) == 0)
    refuse_entry(
        file, name,
        fmt::format(
            "is compressed by method {}, which is not supported; compress it with 'deflate'",
            stat.comp_method));
  if (stat.size > large_entry && stat.size / most_times_larger > stat.comp_size)
    refuse_entry(file, name,
                 fmt::format("would unpack from {} to {} bytes, more than {} times as many; the "
                             "archive is refused because it could fill the disk",
                             stat.comp_size, stat.size, most_times_larger));
}

// Adds the folders that contain `name`. Stops at the first known one: its parents are known, too.
void add_folders_of(std::string_view name, std::unordered_set<std::string>& folders) {
  for (std::size_t cut = name.rfind('/'); cut != name.npos; cut = name.rfind('/')) {
    name = name.substr(0, cut);
    if (!folders.emplace(name).second) return;
  }
}

// Some packers write a file twice; where both are the same it does not matter which is meant.
bool drop_twins(ArchiveDirectory& directory, const fs::path& file) {
  std::unordered_map<std::string, const ArchiveEntry*> first;
  std::vector<ArchiveEntry> kept;
  kept.reserve(directory.files.size());  // the map points into it
  for (ArchiveEntry& entry : directory.files) {
    const auto known = first.find(entry.name);
    if (known == first.end()) {
      kept.push_back(std::move(entry));
      first.emplace(kept.back().name, &kept.back());
    } else if (known->second->size != entry.size || known->second->checksum != entry.checksum) {
      refuse_entry(file, entry.name, "occurs twice with different content");
    }
  }
  const bool dropped = kept.size() < directory.files.size();
  directory.files = std::move(kept);
  return dropped;
}

void index_files(ArchiveDirectory& directory, const std::unordered_set<std::string>& folders,
                 const fs::path& file) {
  directory.by_name.reserve(directory.files.size());
  for (std::size_t i = 0; i < directory.files.size(); ++i) {
    const std::string& name = directory.files[i].name;
    directory.by_name.emplace(name, i);
    if (folders.contains(name))
      refuse_entry(file, name, "is a file and also a folder of other entries");
  }
}

EntryName good_name(zip_t* zip, zip_uint64_t index, const fs::path& file) {
  const std::string written = written_name(zip, index, file);
  EntryName name = checked_entry_name(written);
  if (!name.problem.empty())
    refuse_entry(file, written,
                 name.problem +
                     "; names in an archive are relative and plain, like "
                     "'resources/table.csv'");
  return name;
}

void note(const fs::path& file, Bells& bells, const std::string& rule, const std::string& clause) {
  const std::string subject = file.filename().string();
  bells.ring(BellCode::fmu_description, 0, subject + ": " + rule, subject + ": " + clause + ".");
}

}  // namespace

void refuse_archive(const fs::path& file, std::string_view sentence) {
  throw InputError(fmt::format("{}: {}.", file.string(), sentence));
}

void refuse_entry(const fs::path& file, std::string_view entry, std::string_view clause) {
  refuse_archive(file, fmt::format("the entry '{}' {}", printable(entry), clause));
}

ArchiveDirectory read_directory(zip_t* zip, const fs::path& file, Bells& bells) {
  const zip_int64_t count = libzip().get_num_entries(zip, 0);
  if (count > most_entries)
    refuse_archive(file,
                   fmt::format("the archive has {} entries; the limit is {}", count, most_entries));
  ArchiveDirectory directory;
  std::unordered_set<std::string> folders;
  std::uint64_t total = 0;
  bool had_backslash = false;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    EntryName name = good_name(zip, i, file);
    const unsigned kind = kind_of_file(zip, i);
    check_kind(kind, name.path, file);
    had_backslash = had_backslash || name.had_backslash;
    add_folders_of(name.path, folders);
    if (name.is_folder || kind == S_IFDIR) {
      directory.folders.push_back(name.path);
      folders.insert(std::move(name.path));
      continue;
    }
    const zip_stat_t stat = stat_of(zip, i, name.path, file);
    check_packing(stat, name.path, file);
    if (stat.size > most_unpacked_bytes - total)
      refuse_entry(
          file, name.path,
          fmt::format("makes the unpacked archive larger than {} GiB, the largest accepted size",
                      most_unpacked_bytes >> 30));
    total += stat.size;
    directory.files.push_back({std::move(name.path), i, stat.size, stat.crc});
  }
  if (drop_twins(directory, file))
    note(file, bells, "twins", "some entries occur twice, with the same content");
  index_files(directory, folders, file);
  if (had_backslash)
    note(file, bells, "backslash",
         "names of entries are written with '\\' instead of '/'; read as '/'");
  return directory;
}

}  // namespace bw
