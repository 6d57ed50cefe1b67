#include "inspect/convert.h"

#include <cstdio>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

namespace bw::cli {
namespace {

struct ConvertWishes {
  std::string source;
  std::string target;  // empty or "-": standard output
};

int convert(const ConvertWishes& wishes) {
  const std::string target = wishes.target == "-" ? "" : wishes.target;
  const inspect::Converted converted = inspect::convert(wishes.source, target);
  if (target.empty())
    print(converted.text);
  else
    inspect::write_converted(converted, target);
  for (const std::string& remark : converted.remarks)
    std::fprintf(stderr, "note: %s\n", remark.c_str());
  return static_cast<int>(ExitCode::ok);
}

Action add_convert(CLI::App& command) {
  const auto wishes = std::make_shared<ConvertWishes>();
  command.add_option("SOURCE", wishes->source, "a system (.msim, .toml) or an FMU (.fmu)")
      ->required();
  command.add_option("-o,--output", wishes->target,
                     "the new file (.toml); - is standard output (-)");
  return [wishes] { return convert(*wishes); };
}

}  // namespace

extern const Command convert_command = {
    "convert", "a MasterSim project (.msim) as a system (.toml)", add_convert};

}  // namespace bw::cli
