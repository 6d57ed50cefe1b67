# KLU of SuiteSparse as KLU::KLU; Debian 12 has no package file of CMake for it. The static archives where there are
# any, so that no program pays for five more shared libraries when it starts.

find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
foreach(name klu amd colamd btf suitesparseconfig)
  find_library(KLU_${name}_LIBRARY NAMES lib${name}.a ${name})
  mark_as_advanced(KLU_${name}_LIBRARY)
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU DEFAULT_MSG KLU_INCLUDE_DIR KLU_klu_LIBRARY KLU_amd_LIBRARY
  KLU_colamd_LIBRARY KLU_btf_LIBRARY KLU_suitesparseconfig_LIBRARY)
mark_as_advanced(KLU_INCLUDE_DIR)

# Targets, because only of these CMake knows who comes before whom on the command line.
if(KLU_FOUND AND NOT TARGET KLU::KLU)
  foreach(name klu amd colamd btf suitesparseconfig)
    add_library(KLU::${name} UNKNOWN IMPORTED)
    set_target_properties(KLU::${name} PROPERTIES IMPORTED_LOCATION ${KLU_${name}_LIBRARY})
  endforeach()
  foreach(name amd colamd btf)
    target_link_libraries(KLU::${name} INTERFACE KLU::suitesparseconfig)
  endforeach()
  target_link_libraries(KLU::klu INTERFACE KLU::amd KLU::colamd KLU::btf)
  target_include_directories(KLU::klu INTERFACE ${KLU_INCLUDE_DIR})
  add_library(KLU::KLU ALIAS KLU::klu)
endif()
