# cmake -D output=X.cpp -D files=a.c,b.h -D header=H -D namespace=N -D type=T -D function=F -P embed_texts.cmake
# writes the texts of files as a C++ list, what the function F of the header H returns. A string literal may have 65535
# characters at least; raw literals of 8000 each stand one behind the other.

string(REPLACE "," ";" files "${files}")
# clang counts the pieces of a long text as one literal.
set(out "// Made by cmake/embed_texts.cmake.\n\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n#include \"${header}\"\n\n")
string(APPEND out "namespace ${namespace} {\n\n// NOLINTNEXTLINE(readability-function-size): a table\nconst std::vector<${type}>& ${function}() {\n")
string(APPEND out "  static const std::vector<${type}> texts = {\n")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(LENGTH "${text}" length)
  string(APPEND out "      {\"${name}\",\n")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND out "R\"~~~(${piece})~~~\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND out "      },\n")
endforeach()
string(APPEND out "  };\n  return texts;\n}\n\n}  // namespace ${namespace}\n")
file(WRITE ${output} "${out}")
