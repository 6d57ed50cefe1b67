#pragma once
// The shared library inside an FMU.

#include <filesystem>
#include <string>
#include <vector>

namespace bw::fmi {

// The folders of binaries/ that may hold this machine's library, by FMI 2.0 and by FMI 3.0.
const std::vector<std::string>& platform_folders();
std::string library_name(const std::string& model_identifier);  // "prey.so"

class Binary {
 public:
  // RTLD_LOCAL, because two FMUs must not see each other's symbols; RTLD_NOW, because a missing
  // symbol must be an error here and not in the middle of a run. BELLWETHER_DEEPBIND=1 in the
  // environment adds RTLD_DEEPBIND (docs/decisions/0007).
  // Throws InputError with the reason: missing, of another architecture, needs a library that does
  // not exist.
  explicit Binary(const std::filesystem::path& library);
  ~Binary();
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;

  void* find(const char* symbol) const;  // null: not there
  // The same for all that share its code and its variables: the loader maps a file once.
  const void* identity() const { return handle_; }

 private:
  void* handle_;
};

}  // namespace bw::fmi
