#pragma once
// The help of the program and of its commands, made of the tables.

#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"

namespace bw::cli {

// One sentence about the program, and one about its diagnostics.
extern const char* const program_sentence;

std::string program_usage();  // for `bellwether` alone
std::string program_help(std::size_t width);
std::string command_help(const Command& command, std::size_t width);
// "bellwether run [OPTIONS] TARGET"
std::string usage_of(const Command& command, const CommandLine& line);
// The help of a command as a sentence.
std::string sentence_of(const Command& command);
// "what it is (default 1e-4)"
std::string help_of(const Argument& argument);

}  // namespace bw::cli
