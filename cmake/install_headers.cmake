# Installs the public headers and exactly those that they include, directly or not.
# In: source, destination.
cmake_minimum_required(VERSION 3.25)

set(waiting run/run.h result/result.h model/model.h)
set(seen)
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST seen)
    continue()
  endif()
  list(APPEND seen ${header})

  get_filename_component(room ${header} DIRECTORY)
  file(INSTALL "${source}/${header}" DESTINATION "${destination}/${room}")
  file(STRINGS "${source}/${header}" includes REGEX "^ *# *include *\"")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${line}")
    list(APPEND waiting ${included})
  endforeach()
endwhile()
