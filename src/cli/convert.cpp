#include "inspect/convert/convert.h"

#include <cstdio>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"
#include "result/formats/convert.h"

namespace bw::cli {
namespace {

struct ConvertArguments {
  std::string source;
  std::string target;       // empty or "-": standard output
  std::string ssp_version;  // empty: the newest
};

int convert(const ConvertArguments& given) {
  const std::string target = given.target == "-" ? "" : given.target;
  if (result::is_result_name(target) || result::is_result_name(given.source)) {
    if (target.empty()) throw UsageError("-o needs the name of the new result, such as run.nc.");
    for (const std::string& loss : result::convert_result(given.source, target))
      say("warning: " + loss + "\n");
    return static_cast<int>(ExitCode::ok);
  }
  const inspect::Converted converted = inspect::convert(given.source, target, given.ssp_version);
  if (target.empty())
    print_file(converted.text);
  else
    inspect::write_converted(converted, target);
  for (const std::string& remark : converted.remarks) say("note: " + remark + "\n");
  return static_cast<int>(ExitCode::ok);
}

Action add_convert(CommandLine& line) {
  const auto given = std::make_shared<ConvertArguments>();
  line.positional(
          "SOURCE", given->source,
          "a system (.ssp, .ssd, .msim, .toml), an FMU (.fmu) or a result (.csv, .tsv, .mat, .nc)")
      .offers({Offer::Kind::files,
               {".ssp", ".ssd", ".msim", ".toml", ".fmu", ".csv", ".tsv", ".mat", ".nc", ".cells",
                ".partial"}});
  line.option(
          "-o,--output", "FILE", given->target,
          "the new file: a system (.toml), a package of SSP (.ssp) or a result of another format")
      .standard("standard output")
      .offers({Offer::Kind::files, {".toml", ".ssp", ".csv", ".tsv", ".mat", ".nc"}})
      .needs = "the name of a file";
  line.option("--ssp-version", "VERSION", given->ssp_version, "of a package: 1.0 or 2.0")
      .standard("2.0")
      .offers({Offer::Kind::words, {"1.0", "2.0"}});
  return [given] { return convert(*given); };
}

}  // namespace

constexpr Example convert_examples[] = {
    {"bellwether convert project.msim -o system.toml", "translate a MasterSim project"},
    {"bellwether convert system.toml -o system.ssp", "pack a system for other programs"},
    {"bellwether convert SystemStructure.ssd -o system.ssp", "pack a folder of SSP"},
    {"bellwether convert foreign.ssp -o foreign.toml", "unpack a system of SSP"},
    {"bellwether convert run.csv -o run.mat", "write a result in another format"}};

extern const Command convert_command = {
    "convert",
    "convert systems: .msim, .ssp, .ssd to .toml; .toml, .msim, .ssd to .ssp; and results",
    add_convert, "", convert_examples};

}  // namespace bw::cli
