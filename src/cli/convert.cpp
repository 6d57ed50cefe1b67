#include "inspect/convert/convert.h"

#include <cstdio>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

struct ConvertArguments {
  std::string source;
  std::string target;       // empty or "-": standard output
  std::string ssp_version;  // empty: the newest
};

int convert(const ConvertArguments& given) {
  const std::string target = given.target == "-" ? "" : given.target;
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
  line.positional("SOURCE", given->source, "a system (.ssp, .ssd, .msim, .toml) or an FMU (.fmu)")
      .offers({Offer::Kind::files, {".ssp", ".ssd", ".msim", ".toml", ".fmu"}});
  line.option("-o,--output", "FILE", given->target,
              "the new file: a system (.toml) or a package of SSP (.ssp)")
      .standard("standard output")
      .offers({Offer::Kind::files, {".toml", ".ssp"}})
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
    {"bellwether convert foreign.ssp -o foreign.toml", "unpack a system of SSP"}};

extern const Command convert_command = {
    "convert", "convert systems: .msim, .ssp, .ssd to .toml; .toml, .msim, .ssd to .ssp",
    add_convert, "", convert_examples};

}  // namespace bw::cli
