# Installs the build into an empty folder, and builds programs against it that know nothing else: a small one, the
# examples in C++ and the C++ of the documentation. The first four are run.
# In: source, build, generator, compiler, python.
cmake_minimum_required(VERSION 3.25)

set(folder ${build}/tests/install)
set(prefix ${folder}/prefix)
file(REMOVE_RECURSE ${folder})

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code
    WORKING_DIRECTORY ${folder})
  message("${output}")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "ended with ${code}: ${ARGV}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${folder})
run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
file(GLOB entries RELATIVE ${prefix}/include ${prefix}/include/*)
if(NOT entries STREQUAL bellwether)
  message(FATAL_ERROR "include/ shall hold the folder bellwether only, and holds: ${entries}")
endif()

run(${python} ${CMAKE_CURRENT_LIST_DIR}/doc_programs.py ${source} ${folder}/documentation)
set(examples pendulum two_state van_der_pol)
file(GLOB programs ${folder}/documentation/*.cpp)
foreach(name IN LISTS examples)
  list(APPEND programs ${source}/examples/${name}/${name}.cpp)
endforeach()
list(JOIN programs "," programs)
run(${CMAKE_COMMAND} -G ${generator} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${folder}/consumer
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=Release
  -D programs=${programs})
run(${CMAKE_COMMAND} --build ${folder}/consumer)
run(${folder}/consumer/consumer ${build}/examples/lotka_volterra/system.toml)
foreach(name IN LISTS examples)
  run(${folder}/consumer/${name})
endforeach()
run(${prefix}/bin/bellwether --version)

# What shells and man look for.
foreach(file IN ITEMS share/man/man1/bellwether.1 share/man/man1/bellwether-run.1 share/man/man1/bellwether-list.1
    share/bash-completion/completions/bellwether share/zsh/site-functions/_bellwether
    share/fish/vendor_completions.d/bellwether.fish)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
