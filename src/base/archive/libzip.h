#pragma once
// The functions of libzip, loaded when the first archive is opened: with libcrypto behind it, it
// would be two fifths of the start of every run, also of those without an archive.

#include <zip.h>

namespace bw {

#define BW_LIBZIP_FUNCTIONS(of)                                                                  \
  of(close) of(compression_method_supported) of(discard) of(error_fini) of(error_init_with_code) \
      of(error_strerror) of(fclose) of(file_add) of(file_get_external_attributes)                \
          of(file_set_mtime) of(file_strerror) of(fopen_index) of(fread) of(get_name)            \
              of(get_num_entries) of(open) of(source_buffer) of(source_free) of(stat_index)      \
                  of(stat_init) of(strerror)

extern const char* const libzip_name;  // of the file that is loaded; cmake/Libzip.cmake finds it

// zip_open() is libzip().open().
struct Libzip {
#define BW_MEMBER(function) decltype(&::zip_##function) function;
  BW_LIBZIP_FUNCTIONS(BW_MEMBER)
#undef BW_MEMBER
};

// Throws Error where the library cannot be loaded.
const Libzip& libzip();

}  // namespace bw
