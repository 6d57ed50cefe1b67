#include "inspect/export.h"

#include <cstdio>

#include "base/error.h"
#include "cli/commands.h"

namespace bw::cli {

int export_command(const ExportWishes& wishes) {
  const inspect::Exported exported =
      inspect::export_model({.source = wishes.source, .target = wishes.target, .fmi = wishes.fmi});
  for (const std::string& remark : exported.remarks)
    std::fprintf(stderr, "warning: %s\n", remark.c_str());
  std::fprintf(stderr, "%s: FMI %d.0, model exchange and co-simulation\n", exported.file.c_str(),
               wishes.fmi);
  return static_cast<int>(ExitCode::ok);
}

}  // namespace bw::cli
