#pragma once
// Adds what the loader needs and the tiny compiler leaves out of libraries.

#include <string>
#include <string_view>

namespace bw::equation {

// The bytes of an ELF library with a mark that the stack is not executable. Without the mark the C
// library makes the stack executable for the whole process, or rejects the library (glibc 2.41).
// Other files than ELF of 64 bits, and marked ones, stay as they are.
std::string with_plain_stack(std::string library);

// Hides functions and data whose names begin with `beginning`: two libraries with the same names
// would call each other when loaded with RTLD_GLOBAL.
std::string with_hidden_symbols(std::string library, std::string_view beginning);

}  // namespace bw::equation
