#include "inspect/info.h"

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

namespace bw::cli {
namespace {

struct InfoArguments {
  std::string target;
  std::string variables;  // "all": whole tables
  bool json = false;
};

int show_info(const InfoArguments& given) {
  if (!given.variables.empty() && given.variables != "all")
    throw UsageError("--variables knows only 'all', not '" + given.variables + "'.");
  const inspect::Info info = inspect::inform(given.target);
  print(given.json ? inspect::info_json(info) : inspect::info_text(info, !given.variables.empty()));
  return static_cast<int>(ExitCode::ok);
}

Action add_info(CLI::App& command) {
  const auto given = std::make_shared<InfoArguments>();
  command.add_option("TARGET", given->target, target_help)->required();
  command.add_flag("--json", given->json, "everything as one JSON object (docs/info.md)");
  command.add_option("--variables", given->variables, "all: nothing is left out of the tables")
      ->type_name("all");
  return [given] { return show_info(*given); };
}

}  // namespace

extern const Command info_command = {
    "info", "explain an FMU (.fmu), equations (.mo) or a system (.toml, .msim)", add_info};

}  // namespace bw::cli
