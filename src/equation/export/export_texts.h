#pragma once
// The C files that every exported FMU has (equation/export/ and the interface of FMI), as CMake put
// them into the program.

#include <string_view>
#include <vector>

namespace bw::equation {

struct ExportText {
  std::string_view name, text;
};

const std::vector<ExportText>& export_texts();

}  // namespace bw::equation
