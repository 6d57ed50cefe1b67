#pragma once
// What the tiny compiler leaves out of libraries, for the loader.

#include <string>
#include <string_view>

namespace bw::equation {

// The bytes of an ELF library that says that the stack is for reading and writing only. One that
// says nothing means that it shall be executable: the C library then makes it so for the whole
// process, or refuses (glibc 2.41). What is no ELF file of 64 bits, or says it already, stays
// as it is.
std::string with_plain_stack(std::string library);

// Functions and data whose names begin so are for the library itself only: two libraries with the
// same names would call each other where they are loaded for all (RTLD_GLOBAL).
std::string with_hidden_symbols(std::string library, std::string_view beginning);

}  // namespace bw::equation
