# The Python package: an extension module that holds the library, and modules in Python beside it.
#
# In the build folder the whole package is in python/, so that PYTHONPATH=build/release/python is enough to try it.

if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3 AND EXISTS /etc/debian_version)
  set(Python_EXECUTABLE /usr/bin/python3) # the one that Debian's packages are for, whatever is first on PATH
endif()
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
set(BELLWETHER_PYTHON_INTERPRETER ${Python_EXECUTABLE} CACHE INTERNAL "for ./dev python")
set(PYBIND11_NOPYTHON ON)
find_package(pybind11 2.10 CONFIG REQUIRED)

set(python_package ${PROJECT_BINARY_DIR}/python/bellwether)
file(GLOB extension_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/*.cpp ${PROJECT_SOURCE_DIR}/src/python/*.c)
Python_add_library(bellwether_python MODULE WITH_SOABI ${extension_sources})
# An FMU must never bind to our symbols, and an interpreter loads others' extensions, too: nothing is
# exported but the entry.
set_target_properties(bellwether_python PROPERTIES OUTPUT_NAME _bellwether LIBRARY_OUTPUT_DIRECTORY ${python_package}
  CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD OFF)
target_compile_definitions(bellwether_python PRIVATE BELLWETHER_VERSION="${PROJECT_VERSION}")
target_link_options(bellwether_python PRIVATE LINKER:--exclude-libs,ALL,--as-needed
  LINKER:--version-script,${PROJECT_SOURCE_DIR}/src/python/exports.map $<$<CONFIG:Release>:-s>)
set_target_properties(bellwether_python PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/exports.map)

# See src/python/shared_streams.c. It stands before the archive that the library names, which is left unused.
set(shared_tcc ${PROJECT_BINARY_DIR}/libtcc_shared.a)
add_custom_command(OUTPUT ${shared_tcc}
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym stdin=bw_stdin --redefine-sym stdout=bw_stdout
          --redefine-sym stderr=bw_stderr --redefine-sym environ=bw_environ ${TCC_LIBRARY} ${shared_tcc}
  DEPENDS ${TCC_LIBRARY}
  VERBATIM)
add_custom_target(bellwether_shared_tcc DEPENDS ${shared_tcc})
add_dependencies(bellwether_python bellwether_shared_tcc)
target_link_libraries(bellwether_python PRIVATE -Wl,--start-group $<TARGET_FILE:bellwether_library> ${shared_tcc} -Wl,--end-group
  bellwether_library pybind11::headers)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # as in the program, so that a wheel needs them not (cmake/StaticProgram.cmake)
  set(copied ${PROJECT_SOURCE_DIR}/cmake/program/fmt.cpp ${PROJECT_SOURCE_DIR}/cmake/program/toml.cpp)
  target_sources(bellwether_python PRIVATE ${copied})
  set_source_files_properties(${copied} PROPERTIES COMPILE_OPTIONS -w)
  target_link_libraries(bellwether_python PRIVATE fmt::fmt tomlplusplus::tomlplusplus)
endif()

# Modules in Python, and the program, which runs what is foreign.
file(GLOB_RECURSE python_modules RELATIVE ${PROJECT_SOURCE_DIR}/python CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/python/bellwether/*.py ${PROJECT_SOURCE_DIR}/python/bellwether/*.pyi
  ${PROJECT_SOURCE_DIR}/python/bellwether/py.typed)
set(copied_modules)
foreach(file IN LISTS python_modules)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/python/${file}
    COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/python/${file} ${PROJECT_BINARY_DIR}/python/${file}
    DEPENDS ${PROJECT_SOURCE_DIR}/python/${file}
    VERBATIM)
  list(APPEND copied_modules ${PROJECT_BINARY_DIR}/python/${file})
endforeach()
add_custom_command(OUTPUT ${python_package}/bin/bellwether
  COMMAND ${CMAKE_COMMAND} -E make_directory ${python_package}/bin
  COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:bellwether> ${python_package}/bin/bellwether
  DEPENDS bellwether
  VERBATIM)
add_custom_target(python ALL DEPENDS bellwether_python ${copied_modules} ${python_package}/bin/bellwether)

# A sanitizer's run-time must be in the program, before any library that it watches (./dev python --sanitize).
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  find_package(Python 3.10 REQUIRED COMPONENTS Development.Embed)
  add_executable(bellwether_interpreter ${PROJECT_SOURCE_DIR}/tests/python/interpreter.c)
  set_target_properties(bellwether_interpreter PROPERTIES OUTPUT_NAME python3 LINKER_LANGUAGE CXX
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python)
  # The C++ library, too, before the extension brings it: the run-time looks for its functions when it starts.
  target_link_libraries(bellwether_interpreter PRIVATE Python::Python -Wl,--no-as-needed stdc++)
  add_dependencies(python bellwether_interpreter)
endif()

# Where the interpreter looks: Debian's own folder below /usr, else that of its version.
if(NOT BELLWETHER_PYTHON_SITE)
  if(EXISTS /etc/debian_version AND CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(site lib/python3/dist-packages)
  elseif(EXISTS /etc/debian_version)
    set(site lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/dist-packages)
  else()
    set(site lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages)
  endif()
  set(BELLWETHER_PYTHON_SITE ${site} CACHE STRING "Folder of Python packages, below the prefix")
endif()
install(TARGETS bellwether_python DESTINATION ${BELLWETHER_PYTHON_SITE}/bellwether)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/bellwether DESTINATION ${BELLWETHER_PYTHON_SITE}
  FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN __pycache__ EXCLUDE)
