# Installs the build into an empty folder, builds a small program against it and runs that.
# In: build, generator, compiler.
cmake_minimum_required(VERSION 3.25)

set(folder ${build}/tests/install)
set(prefix ${folder}/prefix)
file(REMOVE_RECURSE ${folder})

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
  message("${output}")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "ended with ${code}: ${ARGV}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
run(${CMAKE_COMMAND} -G ${generator} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${folder}/consumer
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${folder}/consumer)
run(${folder}/consumer/consumer ${build}/examples/lotka_volterra/system.toml)
run(${prefix}/bin/bellwether --version)

# What shells and man look for.
foreach(file IN ITEMS share/man/man1/bellwether.1 share/man/man1/bellwether-run.1 share/man/man1/bellwether-list.1
    share/bash-completion/completions/bellwether share/zsh/site-functions/_bellwether
    share/fish/vendor_completions.d/bellwether.fish)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
