# The name by which libzip is loaded at run time, src/base/archive/libzip.cpp: of its header only the types are used.

pkg_check_modules(ZIP REQUIRED IMPORTED_TARGET libzip) # Debian's libzip-config.cmake names missing files
list(GET ZIP_LINK_LIBRARIES 0 LIBZIP_NAME)
if(IS_SYMLINK ${LIBZIP_NAME})
  file(READ_SYMLINK ${LIBZIP_NAME} LIBZIP_NAME) # libzip.so -> libzip.so.4
endif()
get_filename_component(LIBZIP_NAME ${LIBZIP_NAME} NAME)
