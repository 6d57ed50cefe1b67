#pragma once
// The compiler options of a build description are untrusted: options that change the code are
// accepted, those that read, write or run other files are not. For compile_plan.cpp.

#include <string>
#include <string_view>
#include <vector>

namespace bw::fmi {

struct CompilerOptions {
  std::vector<std::string> taken, left_out;
};

// Split at blanks. Warning options are dropped silently: no warnings are shown.
CompilerOptions harmless_options(std::string_view written);

// "-std=gnu99" for "C99", "-std=gnu++11" for "C++11"; empty: unknown.
std::string standard_option(std::string_view language);

// Whether it is a name that -D accepts.
bool is_macro_name(std::string_view name);

}  // namespace bw::fmi
