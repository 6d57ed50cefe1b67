#pragma once
// Results from one format into another.

#include <string>
#include <vector>

namespace bw::result {

// Whether a file of this name is a result: by its extension, with or without ".partial".
bool is_result_name(const std::string& path);

// The rows of `source`, of whatever format, as a file of the format that the name `target` says.
// The rows of a run that was killed become a result this way, where their format has to be
// completed. Returns what the new file could not take, as sentences. Throws UsageError where both
// are one file, InputError where one cannot be read or written.
[[nodiscard]] std::vector<std::string> convert_result(const std::string& source,
                                                      const std::string& target);

}  // namespace bw::result
