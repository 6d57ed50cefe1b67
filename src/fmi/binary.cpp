#include "fmi/binary.h"

#include <dlfcn.h>
#include <elf.h>

#include <cstring>
#include <fstream>

#include "base/error.h"

namespace bw::fmi {
namespace {

#if defined(__x86_64__)
constexpr unsigned short this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned short this_machine = EM_AARCH64;
#else
constexpr unsigned short this_machine = EM_NONE;
#endif

std::string machine_name(unsigned short machine) {
  switch (machine) {
    case EM_386: return "32-bit x86";
    case EM_X86_64: return "x86-64";
    case EM_ARM: return "32-bit ARM";
    case EM_AARCH64: return "AArch64";
    case EM_PPC64: return "PowerPC 64";
    case EM_RISCV: return "RISC-V";
    default: return "machine type " + std::to_string(machine);
  }
}

// Why this file is not a library for this machine; empty when it looks like one.
std::string wrong_format(const std::filesystem::path& library) {
  std::ifstream file(library, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file) return "it is too short to be a shared library";
  if (std::memcmp(header.e_ident, "MZ", 2) == 0) return "it is a Windows library";
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF shared library";
  if (this_machine != EM_NONE && header.e_machine != this_machine)
    return "it is built for " + machine_name(header.e_machine) + ", and this machine is " +
           machine_name(this_machine);
  return "";
}

}  // namespace

std::string platform_folder() {
#if defined(__x86_64__)
  return "linux64";
#elif defined(__aarch64__)
  return "aarch64-linux";
#else
  return "linux32";
#endif
}

std::string library_name(const std::string& model_identifier) { return model_identifier + ".so"; }

Binary::Binary(const std::filesystem::path& library)
    : handle_(dlopen(library.c_str(), RTLD_LOCAL | RTLD_NOW)) {
  if (handle_ != nullptr) return;
  const char* words = dlerror();
  const std::string reason = wrong_format(library);
  const std::string shown = library.filename().string();
  if (!reason.empty()) throw InputError("the library " + shown + " cannot be loaded: " + reason + ".");
  throw InputError("the library " + shown + " cannot be loaded: " +
                   (words != nullptr ? words : "the loader gives no reason") + ".");
}

Binary::~Binary() { dlclose(handle_); }

void* Binary::find(const char* symbol) const { return dlsym(handle_, symbol); }

}  // namespace bw::fmi
