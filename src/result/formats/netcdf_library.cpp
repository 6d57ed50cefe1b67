#include "result/formats/netcdf_library.h"

#include <dlfcn.h>

#include <array>
#include <string>

#include "base/error.h"

namespace bw::result {
namespace {

[[noreturn]] void refuse_netcdf(const std::string& why) {
  throw InputError(
      "netCDF files cannot be written or read: the library libnetcdf cannot be loaded (" + why +
      "); install Debian's package libnetcdf19, or what your system calls it, or choose another "
      "format, such as .csv or .mat.");
}

std::string reason_of_loader() {
  const char* const words = dlerror();
  return words != nullptr ? words : "reason unknown";
}

void* open_netcdf() {
  constexpr std::array names = {"libnetcdf.so.19", "libnetcdf.so.22", "libnetcdf.so.18",
                                "libnetcdf.so"};
  std::string why;
  for (const char* name : names) {
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    if (why.empty()) why = reason_of_loader();
  }
  refuse_netcdf(why);
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  void* const address = dlsym(library, name);
  if (address == nullptr) refuse_netcdf(reason_of_loader());
  function = reinterpret_cast<Function>(address);
}

// It stays loaded until the end of the program.
Netcdf load_netcdf() {
  void* const library = open_netcdf();
  Netcdf made{};
#define BW_FIND(function) find(library, "nc_" #function, made.function);
  BW_FIND(create)
  BW_FIND(close)
  BW_FIND(abort)
  BW_FIND(set_fill)
  BW_FIND(def_dim)
  BW_FIND(def_var)
  BW_FIND(put_att_text)
  BW_FIND(enddef)
  BW_FIND(put_vara)
  BW_FIND(open_mem)
  BW_FIND(inq_nvars)
  BW_FIND(inq_var)
  BW_FIND(inq_dim)
  BW_FIND(inq_att)
  BW_FIND(get_att_text)
  BW_FIND(get_att_double)
  BW_FIND(get_att_string)
  BW_FIND(get_vara_double)
  BW_FIND(get_vara_longlong)
  BW_FIND(get_vara_string)
  BW_FIND(free_string)
  BW_FIND(strerror)
#undef BW_FIND
  return made;
}

}  // namespace

const Netcdf& netcdf() {
  static const Netcdf functions = load_netcdf();
  return functions;
}

}  // namespace bw::result
