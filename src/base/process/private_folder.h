#pragma once
// A new folder for temporary files that only this user can enter. It is removed, with its contents,
// with the object. A program that is killed leaves its folders behind; a living program holds a
// lock on each of its folders, so the next one recognises and removes the unlocked ones.

#include <filesystem>
#include <string_view>
#include <utility>

namespace bw {

class PrivateFolder {
 public:
  PrivateFolder() = default;  // none yet
  static PrivateFolder make();

  ~PrivateFolder() { remove(); }
  PrivateFolder(PrivateFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
  PrivateFolder& operator=(PrivateFolder&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }  // empty: none

 private:
  void remove() noexcept;
  std::filesystem::path path_;
  int lock_ = -1;  // a descriptor of the folder
};

// Removes the folders in `parent` that programs of this user left behind. The first make() of a
// program does it.
void sweep_private_folders(const std::filesystem::path& parent);

// Before a process is forked whose folders this one may have to remove, and before a signal handler
// may.
void share_private_folders();

// For a program that ends at once: removes the folders of its processes. Async-signal-safe. Where
// there are very many, some stay for the next program.
void remove_private_folders() noexcept;

// A new file, piece by piece. Every failure, a full disk above all, is an Error that names the
// path and the system's reason.
class NewFile {
 public:
  NewFile(const std::filesystem::path& path, bool executable);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  void close();  // some file systems notice a full disk only here

 private:
  [[noreturn]] void fail(int reason) const;
  std::filesystem::path path_;
  int descriptor_;
};

// With its parents; failures as above.
void make_folders(const std::filesystem::path& folder);

}  // namespace bw
