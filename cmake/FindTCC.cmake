# The tiny C compiler as a library, as TCC::TCC: the static archive is all that Debian 12 has.

find_path(TCC_INCLUDE_DIR libtcc.h)
find_library(TCC_LIBRARY tcc)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TCC DEFAULT_MSG TCC_LIBRARY TCC_INCLUDE_DIR)
mark_as_advanced(TCC_INCLUDE_DIR TCC_LIBRARY)

if(TCC_FOUND AND NOT TARGET TCC::TCC)
  add_library(TCC::TCC UNKNOWN IMPORTED)
  set_target_properties(TCC::TCC PROPERTIES IMPORTED_LOCATION ${TCC_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${TCC_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
endif()
