#pragma once
// The headers of FMI that the standard leaves to the importer, under its names, as CMake put them
// into the program (fmi/compile/headers and fmi/instance/fmi?.h).

#include <string_view>
#include <vector>

namespace bw::fmi {

struct FmiHeader {
  std::string_view name, text;
};

const std::vector<FmiHeader>& fmi_headers();

}  // namespace bw::fmi
