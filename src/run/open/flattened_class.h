#pragma once
// A class of a Modelica package as a file of Base Modelica: OpenModelica's compiler omc, if it is
// on the PATH, flattens it once. The file is kept in the user's cache under the hash of the
// package's files, the script and the compiler; other libraries that omc finds are not part of it.

#include <filesystem>
#include <string>

namespace bw::run {

// `class_name` as in "A.B.C"; empty: the target itself. Throws InputError: omc is missing or
// refuses, with what it said.
std::filesystem::path flattened_class(const std::filesystem::path& target,
                                      const std::string& class_name);

}  // namespace bw::run
