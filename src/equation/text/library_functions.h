#pragma once
// Functions of the Modelica Standard Library that files of Base Modelica call without containing
// them. Each is written here as its documentation defines it, in Base Modelica, and read like a
// function of the file, which wins where it has one.

#include <string>
#include <string_view>
#include <vector>

namespace bw::equation {

// The text of the function, or nothing: an empty one. "*." in front of a name is any path.
std::string_view library_function(std::string_view name);
// Where a name alone is ambiguous: the function that the file calls, too, if this one is meant.
std::string library_companion(std::string_view name);
std::vector<std::string_view> library_function_names();

}  // namespace bw::equation
