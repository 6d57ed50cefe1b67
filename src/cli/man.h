#pragma once
// Man pages (roff), made of the tables.

#include <string>

#include "cli/commands.h"

namespace bw::cli {

std::string program_page();                        // bellwether.1
std::string command_page(const Command& command);  // bellwether-run.1

}  // namespace bw::cli
