# add_suites(TARGET): the ctest entries of a GoogleTest program, listed after each build (tools/list_suites.py).

function(add_suites target)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/list_suites.py
            $<TARGET_FILE:${target}> ${CMAKE_CURRENT_SOURCE_DIR} ${list})
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()
