#include "inspect/export.h"

#include <cstdio>

#include "base/error.h"
#include "cli/commands.h"

namespace bw::cli {
namespace {

int export_file(const inspect::ExportSpec& spec) {
  const inspect::Exported exported = inspect::export_model(spec);
  for (const std::string& remark : exported.remarks)
    std::fprintf(stderr, "warning: %s\n", remark.c_str());
  std::fprintf(stderr, "%s: FMI %d.0, model exchange and co-simulation\n", exported.file.c_str(),
               spec.fmi);
  return static_cast<int>(ExitCode::ok);
}

Action add_export(CLI::App& command) {
  const auto spec = std::make_shared<inspect::ExportSpec>();
  command.add_option("SOURCE", spec->source, "a model (.mo)")->required();
  command.add_option("-o,--output", spec->target,
                     "the new file (.fmu); the model's name, in the current folder");
  command.add_option("--fmi", spec->fmi, "the version of FMI, 2 or 3 (2)")->type_name("2|3");
  return [spec] { return export_file(*spec); };
}

}  // namespace

extern const Command export_command = {"export", "equations (.mo) as an FMU (.fmu)", add_export};

}  // namespace bw::cli
