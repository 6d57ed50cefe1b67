#pragma once
// The names that a wrong one was probably meant to be.

#include <string>
#include <string_view>
#include <vector>

namespace bw {

// The nearest name by typing errors; else the names that begin with the wrong one (at most three);
// else none.
std::vector<std::string> nearest_names(std::string_view wrong,
                                       const std::vector<std::string>& known);

// " Did you mean system.toml?" with the nearest file beside a missing one, else "".
std::string did_you_mean_file(const std::string& missing);

}  // namespace bw
