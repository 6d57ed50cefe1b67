# link_statically(PROGRAM): the program without the shared libraries that cost more to load than a short run takes.
#
# Most of a short run was the dynamic loader: libstdc++, libxml2 with ICU, fmt, toml++ and SuiteSparse are 15 files to map and
# 30,000 places to relocate. What Debian has as an archive is linked from it; what it has only as a shared library and as
# headers (fmt, toml++) is compiled once more, in cmake/program. They stand before the shared libraries on the
# command line, and --as-needed drops those that nothing refers to any more: where an archive is missing, the shared
# library does its work. The library `bellwether` and the programs that link it do not change.

function(link_statically program)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    return() # a sanitizer brings a C++ library of its own
  endif()
  set(folder ${PROJECT_SOURCE_DIR}/cmake/program)
  # libgcc stays shared: an exception that an FMU throws is unwound by the FMU's, through our frames, and two copies of it
  # do not understand each other.
  target_link_options(${program} PRIVATE -static-libstdc++
    # An FMU must never bind to our symbols, nor to those of our libraries.
    LINKER:--as-needed,-O1,--exclude-libs,ALL)
  target_sources(${program} PRIVATE ${folder}/fmt.cpp ${folder}/toml.cpp)
  set_source_files_properties(${folder}/fmt.cpp ${folder}/toml.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS -w) # other people's code
  target_link_libraries(${program} PRIVATE tomlplusplus::tomlplusplus)
  link_xml_statically(${program} ${folder}/xml_leftovers.c)
endfunction()

function(link_xml_statically program leftovers)
  find_library(LIBXML2_ARCHIVE libxml2.a)
  find_library(ZLIB_ARCHIVE libz.a)
  mark_as_advanced(LIBXML2_ARCHIVE ZLIB_ARCHIVE)
  if(NOT LIBXML2_ARCHIVE OR NOT ZLIB_ARCHIVE)
    return()
  endif()
  set(archives ${LIBXML2_ARCHIVE} ${ZLIB_ARCHIVE} m ${CMAKE_DL_LIBS})
  try_compile(XML_IS_STATIC ${PROJECT_BINARY_DIR}/try_xml
    SOURCES ${leftovers} ${PROJECT_SOURCE_DIR}/cmake/program/try_xml.c
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${LIBXML2_INCLUDE_DIRS} LINK_LIBRARIES ${archives})
  if(XML_IS_STATIC)
    target_sources(${program} PRIVATE ${leftovers})
    set_source_files_properties(${leftovers} PROPERTIES COMPILE_OPTIONS -w)
    target_link_libraries(${program} PRIVATE ${archives})
  endif()
endfunction()
