# Unity builds by module: files that are compiled together parse their common headers once.
#
#   unite_by_folder(TARGET SIZE): with CMAKE_UNITY_BUILD at most SIZE files become one translation unit. Files of
#   different folders are never in one unit, so that a module is compiled and measured (tools/build_times.py) by itself.
#   compile_separately(files...): these are units of their own; call it before.
#
# Names of anonymous namespaces must differ within a folder. Without CMAKE_UNITY_BUILD nothing changes.

function(compile_separately)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
      message(FATAL_ERROR "compile_separately: ${file} does not exist.")
    endif()
  endforeach()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(unite_by_folder target size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(root ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  set(folders)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${root})
    cmake_path(IS_PREFIX root "${source}" NORMALIZE is_ours)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR "${source}" NORMALIZE is_generated)
    get_source_file_property(is_separate "${source}" TARGET_DIRECTORY ${target} SKIP_UNITY_BUILD_INCLUSION)
    if(NOT is_ours OR is_generated OR is_separate)
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${root})
    string(REGEX REPLACE "^src/" "" folder ${folder})
    if(folder STREQUAL ".")
      set(folder ${target})
    endif()
    string(MAKE_C_IDENTIFIER ${folder} folder)
    list(APPEND folders ${folder})
    list(APPEND files_of_${folder} ${source})
  endforeach()

  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_of_${folder} count)
    math(EXPR groups "(${count} + ${size} - 1) / ${size}")
    math(EXPR share "(${count} + ${groups} - 1) / ${groups}") # groups of about the same size
    set(at 0)
    foreach(file IN LISTS files_of_${folder})
      math(EXPR group "${at} / ${share} + 1")
      set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${folder}_${group})
      math(EXPR at "${at} + 1")
    endforeach()
  endforeach()
endfunction()
