# CVODE and ARKODE as Sundials::Sundials, from their static archives: a shared library would export
# its symbols, and an FMU that brings a CVODE of its own could bind to ours. Both archives hold the
# serial vectors, matrices and solvers, so nothing of MPI is linked.

find_path(Sundials_INCLUDE_DIR cvode/cvode.h)
set(Sundials_LIBRARIES)
foreach(name cvode arkode sunlinsolklu)
  find_library(Sundials_${name}_LIBRARY libsundials_${name}.a)
  mark_as_advanced(Sundials_${name}_LIBRARY)
  list(APPEND Sundials_LIBRARIES ${Sundials_${name}_LIBRARY})
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sundials DEFAULT_MSG Sundials_INCLUDE_DIR
  Sundials_cvode_LIBRARY Sundials_arkode_LIBRARY Sundials_sunlinsolklu_LIBRARY)
mark_as_advanced(Sundials_INCLUDE_DIR)

if(Sundials_FOUND AND NOT TARGET Sundials::Sundials)
  add_library(Sundials::Sundials INTERFACE IMPORTED)
  target_include_directories(Sundials::Sundials INTERFACE ${Sundials_INCLUDE_DIR})
  target_link_libraries(Sundials::Sundials INTERFACE ${Sundials_LIBRARIES} KLU::KLU)
endif()
