#include "base/archive/libzip.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/error.h"

namespace bw {
namespace {

[[noreturn]] void refuse() {
  throw InputError(fmt::format(
      "archives cannot be opened: the library {} cannot be loaded ({}); install Debian's package "
      "libzip4, or what your system calls it.",
      libzip_name, dlerror()));
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  void* const address = dlsym(library, name);
  if (address == nullptr) refuse();
  function = reinterpret_cast<Function>(address);
}

// It stays loaded: it is used until the end of the program.
Libzip load() {
  void* const library = dlopen(libzip_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse();
  Libzip functions{};
#define BW_FIND(function) find(library, "zip_" #function, functions.function);
  BW_LIBZIP_FUNCTIONS(BW_FIND)
#undef BW_FIND
  return functions;
}

}  // namespace

const Libzip& libzip() {
  static const Libzip functions = load();
  return functions;
}

}  // namespace bw
