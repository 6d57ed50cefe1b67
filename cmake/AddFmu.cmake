# add_fmu: from C or C++ sources and a modelDescription.xml to an FMU, with CMake alone.
#
#   add_fmu(NAME prey MODEL prey.c DESCRIPTION prey.xml OUTPUT_DIRECTORY dir
#           [FILE_NAME Prey.fmu] [SOURCES more.c ...] [DEFINITIONS A=1 ...]
#           [RESOURCES folder] [EXTRA folder] [WITH_SOURCES | SOURCES_ONLY])
#
# writes dir/prey.fmu. Targets: fmu_prey (in `all`; depend on this one; its property FMU_FILE is the
# path of the .fmu) and fmu_prey_binary (the shared library). The version of FMI, the model identifier
# and the GUID (in FMI 3.0 the instantiation token) are read from the description, so that they stand
# in one place; the sources see the last as the string FMU_GUID.
#
# MODEL is a file for examples/fmu/fmu_frame.h and brings the frame of the version with it; an FMU
# that wants no frame has SOURCES alone. EXTRA is copied into the archive as it is. WITH_SOURCES puts
# the sources beside the binary, SOURCES_ONLY in its place: they compile without any option.

enable_language(C)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(FMU_PLATFORM_1 linux64)
  set(FMU_PLATFORM_3 x86_64-linux)
else()
  set(FMU_PLATFORM_1 ${CMAKE_SYSTEM_PROCESSOR}-linux) # FMI 2.0 names no others; FMI 3.0 does, thus
  set(FMU_PLATFORM_3 ${CMAKE_SYSTEM_PROCESSOR}-linux)
endif()
set(FMU_PLATFORM_2 ${FMU_PLATFORM_1})
set(FMU_FRAME_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../examples/fmu)
set(FMU_INTERFACE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../src/fmi/instance)
set(FMU_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/../src ${CMAKE_CURRENT_LIST_DIR}/../examples)
set(FMU_FRAME_1 frame_core.c frame_solver.c frame_1.c)
set(FMU_FRAME_2 frame_core.c frame_solver.c frame_2.c)
set(FMU_FRAME_3 frame_core.c frame_solver.c frame_3.c frame_3_values.c)

function(fmu_attribute description attribute result)
  file(READ ${description} text)
  if(NOT text MATCHES "[ \t\r\n]${attribute}=\"([^\"]+)\"")
    message(FATAL_ERROR "add_fmu: ${description} has no attribute ${attribute}.")
  endif()
  set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# An FMU of FMI 1.0 is for co-simulation or for model exchange, and its functions carry its name.
function(fmu_definitions_1 description identifier result)
  file(READ ${description} text)
  if(text MATCHES "<Implementation>")
    set(interface CO_SIMULATION)
  else()
    set(interface MODEL_EXCHANGE)
  endif()
  set(${result} FMI1_MODEL_IDENTIFIER=${identifier} FMI1_${interface}_FMU PARENT_SCOPE)
endfunction()

# The sources, with everything that they include, in a folder of their own. FMI 3.0 wants a
# description of the build there; in FMI 2.0 modelDescription.xml names the files.
function(fmu_stage_sources folder version identifier guid model result)
  set(files ${FMU_FRAME_${version}})
  list(TRANSFORM files PREPEND ${FMU_FRAME_DIRECTORY}/)
  file(WRITE ${folder}.in/fmu_identity.h "#define FMU_GUID \"${guid}\"\n")
  set(commands
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/fmu ${folder}/fmi/instance
    COMMAND ${CMAKE_COMMAND} -E copy ${model} ${files} ${folder}.in/fmu_identity.h ${folder}
    COMMAND ${CMAKE_COMMAND} -E copy ${FMU_FRAME_DIRECTORY}/fmu_frame.h
            ${FMU_FRAME_DIRECTORY}/frame_core.h ${folder}/fmu
    COMMAND ${CMAKE_COMMAND} -E copy ${FMU_INTERFACE_DIRECTORY}/fmi${version}.h ${folder}/fmi/instance)
  if(version EQUAL 3)
    set(names)
    foreach(file ${model} ${files})
      get_filename_component(name ${file} NAME)
      string(APPEND names "      <SourceFile name=\"${name}\"/>\n")
    endforeach()
    file(WRITE ${folder}.in/buildDescription.xml "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<fmiBuildDescription fmiVersion=\"3.0\">
  <BuildConfiguration modelIdentifier=\"${identifier}\">
    <SourceFileSet language=\"C11\">
${names}    </SourceFileSet>
    <Library name=\"m\" external=\"true\" description=\"of the C compiler\"/>
  </BuildConfiguration>
</fmiBuildDescription>
")
    list(APPEND commands
      COMMAND ${CMAKE_COMMAND} -E copy ${folder}.in/buildDescription.xml ${folder})
  endif()
  set(${result} ${commands} PARENT_SCOPE)
endfunction()

function(add_fmu)
  cmake_parse_arguments(PARSE_ARGV 0 fmu "WITH_SOURCES;SOURCES_ONLY"
    "NAME;FILE_NAME;MODEL;DESCRIPTION;RESOURCES;EXTRA;OUTPUT_DIRECTORY" "SOURCES;DEFINITIONS")
  foreach(word NAME DESCRIPTION OUTPUT_DIRECTORY)
    if(NOT fmu_${word})
      message(FATAL_ERROR "add_fmu: ${word} is missing.")
    endif()
  endforeach()
  if(NOT fmu_MODEL AND NOT fmu_SOURCES)
    message(FATAL_ERROR "add_fmu: MODEL or SOURCES is missing.")
  endif()
  if(fmu_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_fmu: what is meant by ${fmu_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT fmu_FILE_NAME)
    set(fmu_FILE_NAME ${fmu_NAME}.fmu)
  endif()

  file(REAL_PATH ${fmu_DESCRIPTION} description BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${description})
  fmu_attribute(${description} fmiVersion version)
  string(SUBSTRING ${version} 0 1 version)
  fmu_attribute(${description} modelIdentifier identifier)
  if(version EQUAL 3)
    fmu_attribute(${description} instantiationToken guid)
  else()
    fmu_attribute(${description} guid guid)
  endif()

  # The folder that becomes the archive. The linker writes straight into it.
  set(stage ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${fmu_NAME}.fmu.dir)
  set(target fmu_${fmu_NAME})
  set(content modelDescription.xml)
  set(dependencies ${description})
  set(copy)

  if(fmu_MODEL)
    file(REAL_PATH ${fmu_MODEL} fmu_MODEL BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND fmu_SOURCES ${fmu_MODEL})
    foreach(file ${FMU_FRAME_${version}})
      list(APPEND fmu_SOURCES ${FMU_FRAME_DIRECTORY}/${file})
    endforeach()
  endif()
  if(version EQUAL 1)
    fmu_definitions_1(${description} ${identifier} definitions_1)
    list(APPEND fmu_DEFINITIONS ${definitions_1})
  endif()

  if(NOT fmu_SOURCES_ONLY)
    set(platform ${FMU_PLATFORM_${version}})
    set(binary ${target}_binary)
    add_library(${binary} MODULE ${fmu_SOURCES})
    set_target_properties(${binary} PROPERTIES
      PREFIX "" SUFFIX .so OUTPUT_NAME ${identifier} DEBUG_POSTFIX "" UNITY_BUILD OFF
      LIBRARY_OUTPUT_DIRECTORY $<1:${stage}/binaries/${platform}>
      C_STANDARD 11 C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden
      CXX_STANDARD 17 CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${binary} PRIVATE ${FMU_INCLUDE_DIRECTORIES})
    target_compile_definitions(${binary} PRIVATE "FMU_GUID=\"${guid}\"" ${fmu_DEFINITIONS})
    # An FMU is a foreign binary to us: with the same numbers in every preset, and without sanitizers
    # and coverage, so that any program can load it. (A sanitized one can, and sees its allocations.)
    target_compile_options(${binary} PRIVATE -Wall -Wextra -Wpedantic -O2 -ffp-contract=off
      -fno-sanitize=all -fno-profile-arcs -fno-test-coverage
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>) # unique symbols would forbid dlclose
    target_link_options(${binary} PRIVATE -fno-sanitize=all)
    target_link_libraries(${binary} PRIVATE m)
    list(APPEND content binaries/${platform}/${identifier}.so)
    list(APPEND dependencies ${binary})
  endif()

  if(fmu_WITH_SOURCES OR fmu_SOURCES_ONLY)
    fmu_stage_sources(${stage}/sources ${version} ${identifier} ${guid} ${fmu_MODEL} copy_sources)
    list(APPEND copy ${copy_sources})
    list(APPEND content sources)
    list(APPEND dependencies ${fmu_SOURCES} ${FMU_FRAME_DIRECTORY}/fmu_frame.h
      ${FMU_FRAME_DIRECTORY}/frame_core.h ${FMU_INTERFACE_DIRECTORY}/fmi${version}.h)
  endif()
  if(fmu_RESOURCES)
    file(REAL_PATH ${fmu_RESOURCES} folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
    list(APPEND copy COMMAND ${CMAKE_COMMAND} -E rm -rf ${stage}/resources
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder} ${stage}/resources)
    list(APPEND content resources)
    list(APPEND dependencies ${files})
  endif()
  if(fmu_EXTRA)
    file(REAL_PATH ${fmu_EXTRA} folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*)
    file(GLOB entries RELATIVE ${folder} ${folder}/*)
    list(APPEND copy COMMAND ${CMAKE_COMMAND} -E copy_directory ${folder} ${stage})
    list(APPEND content ${entries})
    list(APPEND dependencies ${files})
  endif()

  file(REAL_PATH ${fmu_OUTPUT_DIRECTORY} output_directory
    BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set(file ${output_directory}/${fmu_FILE_NAME})
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${output_directory} ${stage}
    COMMAND ${CMAKE_COMMAND} -E copy ${description} ${stage}/modelDescription.xml
    ${copy}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${file}
    COMMAND ${CMAKE_COMMAND} -E chdir ${stage} ${CMAKE_COMMAND} -E tar cf ${file} --format=zip
            "--mtime=2000-01-01 00:00:00 UTC" -- ${content}
    DEPENDS ${dependencies}
    COMMENT "Packing ${fmu_FILE_NAME}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${file})
  set_target_properties(${target} PROPERTIES FMU_FILE ${file})
endfunction()
