#include "inspect/export.h"

#include <string>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

int export_file(const inspect::ExportSpec& spec) {
  const inspect::Exported exported = inspect::export_model(spec);
  for (const std::string& remark : exported.remarks) say("warning: " + remark + "\n");
  say(exported.file + ": FMI " + std::to_string(spec.fmi) +
      ".0, model exchange and co-simulation\n");
  return static_cast<int>(ExitCode::ok);
}

Action add_export(CommandLine& line) {
  const auto spec = std::make_shared<inspect::ExportSpec>();
  line.positional("SOURCE", spec->source, "a Modelica model (.mo)")
      .offers({Offer::Kind::files, {".mo", ".bmo"}});
  line.option("-o,--output", "FILE", spec->target, "the new file (.fmu)")
      .standard("the model's name with .fmu, in the current folder")
      .offers({Offer::Kind::files, {".fmu"}})
      .needs = "the name of a file";
  Argument& version = line.option(
      "--fmi", "N", "version of FMI, 2 or 3", [spec](const std::string&, const auto& words) {
        if (words.front() != "2" && words.front() != "3")
          throw UsageError("--fmi must be 2 or 3, not '" + words.front() + "'.");
        spec->fmi = words.front() == "2" ? 2 : 3;
      });
  version.standard("2").offers({Offer::Kind::words, {"2", "3"}}).needs = "2 or 3";
  return [spec] { return export_file(*spec); };
}

}  // namespace

constexpr Example export_examples[] = {
    {"bellwether export pendulum.mo --fmi 3", "write an FMU of FMI 3.0 to the current folder"}};

extern const Command export_command = {"export", "export a Modelica model (.mo) as an FMU (.fmu)",
                                       add_export,
                                       "The FMU offers model exchange and co-simulation and "
                                       "contains its C sources.",
                                       export_examples};

}  // namespace bw::cli
