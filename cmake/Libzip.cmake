# The name by which libzip is loaded at run time, src/base/archive/libzip.cpp: of its header only the types are used.

pkg_check_modules(ZIP REQUIRED IMPORTED_TARGET libzip) # Debian's libzip-config.cmake names missing files
list(GET ZIP_LINK_LIBRARIES 0 LIBZIP_NAME)
if(IS_SYMLINK ${LIBZIP_NAME})
  file(READ_SYMLINK ${LIBZIP_NAME} LIBZIP_NAME) # libzip.so -> libzip.so.4
endif()
get_filename_component(LIBZIP_NAME ${LIBZIP_NAME} NAME)
set(libzip_name_source ${CMAKE_CURRENT_BINARY_DIR}/libzip_name.cpp)
configure_file(${CMAKE_CURRENT_LIST_DIR}/libzip_name.cpp.in ${libzip_name_source} @ONLY)
