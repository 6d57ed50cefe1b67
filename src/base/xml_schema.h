#pragma once
// Validation with XML Schema files that the user has.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bw {

struct XmlProblem {
  int line = 0;
  std::string sentence;
};

// What is wrong with a document, by the schema in a file and those that it imports from its folder.
// Throws InputError where the schema itself cannot be read. Nothing is read from a network.
std::vector<XmlProblem> validate_xml(std::string_view bytes, const std::filesystem::path& schema);

}  // namespace bw
