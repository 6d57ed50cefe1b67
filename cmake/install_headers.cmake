# Installs the public headers and exactly those that they include, directly or not. Their own includes
# ("model/x.h") become <bellwether/model/x.h>: a user's include path gets no folder with names as common as base/ or model/.
# In: source, stage (a folder of the build), destination.
cmake_minimum_required(VERSION 3.25)

set(waiting run/run.h result/result.h model/model.h model/state_model.h)
set(seen)
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST seen)
    continue()
  endif()
  list(APPEND seen ${header})

  file(STRINGS "${source}/${header}" includes REGEX "^ *# *include *\"")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${line}")
    list(APPEND waiting ${included})
  endforeach()

  # An unchanged header keeps its time, so that a second install makes nobody compile anew.
  set(staged "${stage}/${header}")
  file(READ "${source}/${header}" text)
  string(REGEX REPLACE "(#[ \t]*include[ \t]*)\"([^\"]*)\"" "\\1<bellwether/\\2>" text "${text}")
  set(before)
  if(EXISTS "${staged}")
    file(READ "${staged}" before)
  endif()
  if(NOT text STREQUAL before)
    file(WRITE "${staged}" "${text}")
  endif()
  cmake_path(GET header PARENT_PATH folder)
  file(INSTALL "${staged}" DESTINATION "${destination}/${folder}")
endwhile()
