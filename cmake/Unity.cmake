# Compile less: the files of a module, compiled together, parse their common headers once.
#
#   unite_by_folder(TARGET SIZE): with CMAKE_UNITY_BUILD at most SIZE files become one translation unit. Files of
#   different folders never meet, so that a module is compiled and measured (tools/build_times.py) by itself.
#
# Names of anonymous namespaces must then differ within a folder. Without CMAKE_UNITY_BUILD nothing changes.

function(unite_by_folder target size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(root ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  set(folders)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${root})
    cmake_path(IS_PREFIX root ${source} NORMALIZE is_ours)
    if(NOT is_ours OR source MATCHES "^${PROJECT_BINARY_DIR}/") # generated
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
