#pragma once
// The shared library inside an FMU.

#include <filesystem>
#include <string>

namespace bw::fmi {

// The folder of binaries/ that holds this machine's library in an FMI 2.0 archive.
std::string platform_folder();
std::string library_name(const std::string& model_identifier);  // "prey.so"

class Binary {
 public:
  // RTLD_LOCAL, because two FMUs must not see each other's symbols; RTLD_NOW, because a missing
  // symbol must show here and not in the middle of a run. Throws InputError with the reason in
  // words: missing, of another architecture, needs a library that is not there.
  explicit Binary(const std::filesystem::path& library);
  ~Binary();
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;

  void* find(const char* symbol) const;  // null: not there

 private:
  void* handle_;
};

}  // namespace bw::fmi
