# CVODE and ARKODE as Sundials::Sundials, from their static archives: a shared library would export
# its symbols, and an FMU that brings a CVODE of its own could bind to ours. Both archives hold the
# serial vectors, matrices and solvers, so nothing of MPI is linked.

find_path(Sundials_INCLUDE_DIR cvode/cvode.h)
foreach(name cvode arkode sunlinsolklu)
  find_library(Sundials_${name}_LIBRARY libsundials_${name}.a)
  mark_as_advanced(Sundials_${name}_LIBRARY)
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sundials DEFAULT_MSG Sundials_INCLUDE_DIR
  Sundials_cvode_LIBRARY Sundials_arkode_LIBRARY Sundials_sunlinsolklu_LIBRARY)
mark_as_advanced(Sundials_INCLUDE_DIR)

if(Sundials_FOUND AND NOT TARGET Sundials::Sundials)
  foreach(name cvode arkode sunlinsolklu)
    add_library(Sundials::${name} UNKNOWN IMPORTED)
    set_target_properties(Sundials::${name} PROPERTIES IMPORTED_LOCATION ${Sundials_${name}_LIBRARY})
  endforeach()
  target_link_libraries(Sundials::sunlinsolklu INTERFACE KLU::KLU)
  add_library(Sundials::Sundials INTERFACE IMPORTED)
  target_include_directories(Sundials::Sundials INTERFACE ${Sundials_INCLUDE_DIR})
  target_link_libraries(Sundials::Sundials INTERFACE Sundials::cvode Sundials::arkode Sundials::sunlinsolklu)
endif()
