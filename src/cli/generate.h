#pragma once
// Hidden commands: __complete for shells, __generate for the build.

#include <string>
#include <vector>

namespace bw::cli {

// `__complete WORD...`: what may stand at the place of the last word, silent on any error.
// `__generate man FOLDER`, `__generate completion FOLDER`: writes the files that are installed.
int run_hidden(const std::vector<std::string>& words);

}  // namespace bw::cli
