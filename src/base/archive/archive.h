#pragma once
// An FMU or a package of a system as a file: a zip archive, opened with suspicion and unpacked into
// a private folder that disappears with the object. Rejected: names that lead out of the folder,
// absolute names, control characters in names, symbolic links and other special files, two entries
// of one name, a file that is a folder for others, encrypted entries, and archives that unpack to
// absurd sizes. Accepted with a warning: backslashes in names. One thread at a time.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/process/private_folder.h"

namespace bw {

inline constexpr const char* description_entry = "modelDescription.xml";

class Archive {
 public:
  // Reads the directory of the archive and checks every entry; unpacks nothing yet. Throws
  // InputError with a sentence that names the file and the entry.
  Archive(std::filesystem::path file, Bells& bells);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  const std::filesystem::path& file() const { return file_; }
  bool has(const std::string& entry) const;          // a file, not a folder
  std::vector<std::string> entries() const;          // files; '/' in names; the archive's order
  std::string read(const std::string& entry) const;  // the bytes of one (small) entry

  // Unpacks, once, everything a run may need (the description, resources and the binaries of
  // `platforms`; sources, documentation and other platforms' binaries stay packed). Returns the
  // folder. When this fails nothing stays behind.
  const std::filesystem::path& unpack(const std::vector<std::string>& platforms);
  // The same with every file, of an archive that is not an FMU.
  const std::filesystem::path& unpack_all();

 private:
  struct Zip;
  template <class IsNeeded>
  const std::filesystem::path& unpack_those(const IsNeeded& is_needed);
  std::filesystem::path file_;
  std::unique_ptr<Zip> zip_;
  PrivateFolder folder_;
};

}  // namespace bw
