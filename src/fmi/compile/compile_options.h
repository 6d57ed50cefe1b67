#pragma once
// The compiler options that a build description asks for are words of a stranger: what changes the
// code is taken, what reads, writes or runs other files is not. For compile_plan.cpp.

#include <string>
#include <string_view>
#include <vector>

namespace bw::fmi {

struct CompilerOptions {
  std::vector<std::string> taken, left_out;
};

// Split at blanks. Warnings vanish without a word: none are shown.
CompilerOptions harmless_options(std::string_view written);

// "-std=gnu99" for "C99", "-std=gnu++11" for "C++11"; empty for what has no number we know.
std::string standard_option(std::string_view language);

// Whether it is a name that -D takes.
bool is_macro_name(std::string_view name);

}  // namespace bw::fmi
