#pragma once
// Libraries of the tiny compiler say nothing about the stack, which means that it shall be
// executable. The C library then makes it so for the whole process, or refuses (glibc 2.41).

#include <string>

namespace bw::equation {

// The bytes of an ELF library that does say it: the stack is for reading and writing only. What is
// no ELF file of this machine, or says it already, stays as it is.
std::string with_plain_stack(std::string library);

}  // namespace bw::equation
