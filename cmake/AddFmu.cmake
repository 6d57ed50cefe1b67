# add_fmu: from C or C++ sources and a modelDescription.xml to an FMU (FMI 2.0), with CMake alone.
#
#   add_fmu(NAME prey SOURCES prey.c DESCRIPTION prey.xml OUTPUT_DIRECTORY dir
#           [RESOURCES folder] [DEFINITIONS A=1 ...])
#
# writes dir/prey.fmu. Targets: fmu_prey (in `all`; depend on this one; its property FMU_FILE is the
# path of the .fmu) and fmu_prey_binary (the shared library). The model identifier and the GUID are
# read from the description, so that they stand in one place; the sources see the GUID as the string
# FMU_GUID.

enable_language(C)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(FMU_PLATFORM linux64)
else()
  set(FMU_PLATFORM ${CMAKE_SYSTEM_PROCESSOR}-linux) # FMI 2.0 names no others; FMI 3.0 does, thus
endif()
set(FMU_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/../src ${CMAKE_CURRENT_LIST_DIR}/../examples)

function(fmu_attribute description attribute result)
  file(READ ${description} text)
  if(NOT text MATCHES "[ \t\r\n]${attribute}=\"([^\"]+)\"")
    message(FATAL_ERROR "add_fmu: ${description} has no attribute ${attribute}.")
  endif()
  set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

function(add_fmu)
  cmake_parse_arguments(PARSE_ARGV 0 fmu
    "" "NAME;DESCRIPTION;RESOURCES;OUTPUT_DIRECTORY" "SOURCES;DEFINITIONS")
  foreach(word NAME DESCRIPTION OUTPUT_DIRECTORY SOURCES)
    if(NOT fmu_${word})
      message(FATAL_ERROR "add_fmu: ${word} is missing.")
    endif()
  endforeach()
  if(fmu_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_fmu: what is meant by ${fmu_UNPARSED_ARGUMENTS}?")
  endif()

  file(REAL_PATH ${fmu_DESCRIPTION} description BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${description})
  fmu_attribute(${description} modelIdentifier identifier)
  fmu_attribute(${description} guid guid)

  # The folder that becomes the archive. The linker writes straight into it.
  set(stage ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${fmu_NAME}.fmu.dir)
  set(target fmu_${fmu_NAME})
  set(binary ${target}_binary)
  add_library(${binary} MODULE ${fmu_SOURCES})
  set_target_properties(${binary} PROPERTIES
    PREFIX "" SUFFIX .so OUTPUT_NAME ${identifier} DEBUG_POSTFIX ""
    LIBRARY_OUTPUT_DIRECTORY $<1:${stage}/binaries/${FMU_PLATFORM}>
    C_STANDARD 11 C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden
    CXX_STANDARD 17 CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${binary} PRIVATE ${FMU_INCLUDE_DIRECTORIES})
  target_compile_definitions(${binary} PRIVATE "FMU_GUID=\"${guid}\"" ${fmu_DEFINITIONS})
  # An FMU is a foreign binary to us: with the same numbers in every preset, and without sanitizers
  # and coverage, so that any program can load it. (A sanitized one can, and sees its allocations.)
  target_compile_options(${binary} PRIVATE -Wall -Wextra -Wpedantic -O2 -ffp-contract=off
    -fno-sanitize=all -fno-profile-arcs -fno-test-coverage
    $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>) # unique symbols would forbid dlclose
  target_link_options(${binary} PRIVATE -fno-sanitize=all)
  target_link_libraries(${binary} PRIVATE m)

  set(content modelDescription.xml binaries/${FMU_PLATFORM}/${identifier}.so)
  set(resources)
  if(fmu_RESOURCES)
    file(REAL_PATH ${fmu_RESOURCES} folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(GLOB_RECURSE resources CONFIGURE_DEPENDS ${folder}/*)
    set(copy_resources COMMAND ${CMAKE_COMMAND} -E rm -rf ${stage}/resources
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder} ${stage}/resources)
    list(APPEND content resources)
  endif()

  file(REAL_PATH ${fmu_OUTPUT_DIRECTORY} output_directory
    BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set(file ${output_directory}/${fmu_NAME}.fmu)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${output_directory}
    COMMAND ${CMAKE_COMMAND} -E copy ${description} ${stage}/modelDescription.xml
    ${copy_resources}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${file}
    COMMAND ${CMAKE_COMMAND} -E chdir ${stage} ${CMAKE_COMMAND} -E tar cf ${file} --format=zip
            "--mtime=2000-01-01 00:00:00 UTC" -- ${content}
    DEPENDS ${binary} ${description} ${resources}
    COMMENT "Packing ${fmu_NAME}.fmu"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${file})
  set_target_properties(${target} PROPERTIES FMU_FILE ${file})
endfunction()
