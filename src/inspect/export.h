#pragma once
// Equations as an FMU.

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

// Throws UsageError (what was asked for), InputError (the model, or the file cannot be written).
// The file appears when it is complete.
Exported export_model(const ExportSpec& spec);

}  // namespace bw::inspect
