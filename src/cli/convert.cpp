#include "inspect/convert.h"

#include <cstdio>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

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
    print(converted.text);
  else
    inspect::write_converted(converted, target);
  for (const std::string& remark : converted.remarks)
    std::fprintf(stderr, "note: %s\n", remark.c_str());
  return static_cast<int>(ExitCode::ok);
}

Action add_convert(CLI::App& command) {
  const auto given = std::make_shared<ConvertArguments>();
  command.add_option("SOURCE", given->source, "a system (.msim, .toml) or an FMU (.fmu)")
      ->required();
  command.add_option("-o,--output", given->target,
                     "the new file (.toml); - is standard output (-)");
  return [given] { return convert(*given); };
}

}  // namespace

extern const Command convert_command = {
    "convert", "a MasterSim project (.msim) as a system (.toml)", add_convert};

}  // namespace bw::cli
