# add_suites(TARGET): one ctest entry per GoogleTest suite, listed after each build. An entry per test
# would start thousands of processes, a single entry would use one core.

function(add_suites target)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -D program=$<TARGET_FILE:${target}> -D list=${list}
            -P ${PROJECT_SOURCE_DIR}/cmake/list_suites.cmake)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()
