#include "inspect/info.h"

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

namespace bw::cli {
namespace {

struct InfoWishes {
  std::string target;
  std::string variables;  // "all": whole tables
  bool json = false;
};

int show_info(const InfoWishes& wishes) {
  if (!wishes.variables.empty() && wishes.variables != "all")
    throw UsageError("--variables knows only 'all', not '" + wishes.variables + "'.");
  const inspect::Info info = inspect::inform(wishes.target);
  print(wishes.json ? inspect::info_json(info)
                    : inspect::info_text(info, !wishes.variables.empty()));
  return static_cast<int>(ExitCode::ok);
}

Action add_info(CLI::App& command) {
  const auto wishes = std::make_shared<InfoWishes>();
  command.add_option("TARGET", wishes->target, target_help)->required();
  command.add_flag("--json", wishes->json, "everything as one JSON object (docs/info.md)");
  command.add_option("--variables", wishes->variables, "all: nothing is left out of the tables")
      ->type_name("all");
  return [wishes] { return show_info(*wishes); };
}

}  // namespace

extern const Command info_command = {
    "info", "explain an FMU (.fmu), equations (.mo) or a system (.toml, .msim)", add_info};

}  // namespace bw::cli
