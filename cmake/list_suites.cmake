# Writes the ctest entries of add_suites(). In: program, list.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${program} --gtest_list_tests
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.( |\n)" suites "${output}")
set(entries)
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n?([^ \n]+)\\.[ \n]$" "\\1" suite "${suite}")
  string(APPEND entries "add_test([==[${suite}]==] [==[${program}]==] [==[--gtest_filter=${suite}.*]==])\n"
    "set_tests_properties([==[${suite}]==] PROPERTIES TIMEOUT 120)\n")
endforeach()
file(WRITE ${list} "${entries}")
