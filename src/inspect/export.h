#pragma once
// Exports a Modelica model as an FMU.

#include <string>
#include <vector>

namespace bw::inspect {

struct ExportSpec {
  std::string source;  // .mo
  std::string target;  // .fmu; empty: the source's name, in the current folder
  int fmi = 2;         // or 3
};

struct Exported {
  std::string file;
  std::vector<std::string> remarks;  // warnings about the model, each a sentence
};

// Throws UsageError (wrong options) or InputError (a wrong model, or a file that cannot be
// written). The file appears only when it is complete.
Exported export_model(const ExportSpec& spec);

}  // namespace bw::inspect
