# libseccomp as Seccomp::Seccomp: the static archive where there is one, so that no program pays for one more shared
# library when it starts.

find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY NAMES libseccomp.a seccomp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Seccomp DEFAULT_MSG SECCOMP_LIBRARY SECCOMP_INCLUDE_DIR)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)

if(Seccomp_FOUND AND NOT TARGET Seccomp::Seccomp)
  add_library(Seccomp::Seccomp UNKNOWN IMPORTED)
  set_target_properties(Seccomp::Seccomp PROPERTIES IMPORTED_LOCATION ${SECCOMP_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SECCOMP_INCLUDE_DIR})
endif()
