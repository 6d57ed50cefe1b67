#include "inspect/convert.h"

#include <cstdio>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

struct ConvertArguments {
  std::string source;
  std::string target;  // empty or "-": standard output
};

int convert(const ConvertArguments& given) {
  const std::string target = given.target == "-" ? "" : given.target;
  const inspect::Converted converted = inspect::convert(given.source, target);
  if (target.empty())
    print_file(converted.text);
  else
    inspect::write_converted(converted, target);
  for (const std::string& remark : converted.remarks) say("note: " + remark + "\n");
  return static_cast<int>(ExitCode::ok);
}

Action add_convert(CommandLine& line) {
  const auto given = std::make_shared<ConvertArguments>();
  line.positional("SOURCE", given->source, "a system (.msim, .toml) or an FMU (.fmu)")
      .offers({Offer::Kind::files, {".msim", ".toml", ".fmu"}});
  line.option("-o,--output", "FILE", given->target, "the new file (.toml)")
      .standard("standard output")
      .offers({Offer::Kind::files, {".toml"}})
      .needs = "the name of a file";
  return [given] { return convert(*given); };
}

}  // namespace

constexpr Example convert_examples[] = {
    {"bellwether convert project.msim -o system.toml", "translate a MasterSim project"}};

extern const Command convert_command = {"convert",
                                        "convert a MasterSim project (.msim) to a system (.toml)",
                                        add_convert, "", convert_examples};

}  // namespace bw::cli
