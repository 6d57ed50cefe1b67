#pragma once
// A model as an FMU: the files of its archive. Model exchange and co-simulation in one, with
// sources and a binary for this machine.
//
//   flat model -> plan, programs, C (as for a run) -> tables and formulas of parameters as C
//   + the run-time that every exported FMU shares (equation/export/, in C) -> compiled

#include <string>
#include <vector>

#include "equation/code/compiled.h"
#include "equation/core/flat_model.h"

namespace bw::equation {

enum class FmiVersion { two, three };

struct ArchiveFile {
  std::string path;  // within the archive
  std::string content;
};

// `text`: the source of the model, for the documentation. `automatic`: by the system's compiler,
// where there is one. Throws InputError.
std::vector<ArchiveFile> export_fmu(const FlatModel& model, const std::string& text,
                                    FmiVersion version,
                                    CompilerChoice compiler = CompilerChoice::automatic);

}  // namespace bw::equation
