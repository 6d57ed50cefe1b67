#include "fmi/instance/binary.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <system_error>

#include "base/error.h"
#include "base/process/heartbeat.h"

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

// The loader maps a truncated file silently, and the first access to the missing part is a bus
// error that kills the process.
bool is_cut_off(std::ifstream& file, const Elf64_Ehdr& header, std::uint64_t size) {
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + std::uint64_t{i} * header.e_phentsize));
    file.read(reinterpret_cast<char*>(&segment), sizeof segment);
    if (!file || segment.p_filesz > size || segment.p_offset > size - segment.p_filesz) return true;
  }
  return false;
}

// Why this file is no library for this machine; empty: it looks like one.
std::string wrong_format(const std::filesystem::path& library) {
  std::error_code missing;
  const std::uint64_t size = std::filesystem::file_size(library, missing);
  if (missing) return missing.message();
  std::ifstream file(library, std::ios::binary);
  if (!file.is_open()) return std::generic_category().message(errno);  // no descriptor is free
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file) return "it is too short to be a shared library";
  if (std::memcmp(header.e_ident, "MZ", 2) == 0) return "it is a Windows library";
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF shared library";
  if (this_machine != EM_NONE && header.e_machine != this_machine)
    return "it is built for " + machine_name(header.e_machine) + ", and this machine is " +
           machine_name(this_machine);
  if (header.e_ident[EI_CLASS] == ELFCLASS64 && is_cut_off(file, header, size))
    return "it is truncated";
  return "";
}

int flags() {
  const char* setting = std::getenv("BELLWETHER_DEEPBIND");
  const bool deep = setting != nullptr && *setting != '\0' && *setting != '0';
  return RTLD_LOCAL | RTLD_NOW | (deep ? RTLD_DEEPBIND : 0);
}

void* load(const std::filesystem::path& library) {
  const std::string name = "the library " + library.filename().string();
  const std::string shown = name + " cannot be loaded: ";
  const std::string threw = name + " threw an exception while it was loaded";
  const std::string reason = wrong_format(library);
  if (!reason.empty()) throw InputError(shown + reason + ".");
  void* handle = nullptr;
  // It is declared not to throw, and the handler would be left out; code of the library throws.
  void* (*volatile open)(const char*, int) = dlopen;
  try {
    handle = open(library.c_str(), flags());
  } catch (const abi::__forced_unwind&) {
    heartbeat::end_with_thread();
    throw;
  } catch (const std::exception& error) {  // it may even be std::bad_alloc
    std::string words = error.what();
    while (words.ends_with('.')) words.pop_back();
    throw InputError(threw + ": " + words + ".");
  } catch (...) {
    throw InputError(threw + ".");
  }
  if (handle != nullptr) return handle;
  const char* words = dlerror();
  throw InputError(shown + (words != nullptr ? words : "the loader gives no reason") + ".");
}

}  // namespace

const std::vector<std::string>& platform_folders() {
#if defined(__x86_64__)
  static const std::vector<std::string> folders = {"linux64", "x86_64-linux"};
#elif defined(__aarch64__)
  static const std::vector<std::string> folders = {"aarch64-linux"};
#else
  static const std::vector<std::string> folders = {"linux32", "x86-linux"};
#endif
  return folders;
}

std::string library_name(const std::string& model_identifier) { return model_identifier + ".so"; }

Binary::Binary(const std::filesystem::path& library) : handle_(load(library)) {}

Binary::~Binary() { dlclose(handle_); }

void* Binary::find(const char* symbol) const { return dlsym(handle_, symbol); }

}  // namespace bw::fmi
