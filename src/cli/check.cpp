#include "inspect/check.h"

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"
#include "result/findings.h"

namespace bw::cli {
namespace {

struct CheckArguments {
  inspect::CheckSpec spec;
  bool no_load = false, json = false;
};

int check(CheckArguments& given) {
  if (given.spec.run && given.no_load)
    throw UsageError("--run loads the library, which --no-load forbids; leave one of them out.");
  given.spec.load = !given.no_load;
  const inspect::CheckResult result = inspect::check(given.spec);
  print(given.json ? result::findings_json(result.target, result.findings)
                   : inspect::check_text(result));
  return static_cast<int>(result.is_good() ? ExitCode::ok : ExitCode::input);
}

Action add_check(CLI::App& command) {
  const auto given = std::make_shared<CheckArguments>();
  command.add_option("TARGET", given->spec.target, target_help)->required();
  command.add_flag("--run", given->spec.run, "also run it, in a process of its own");
  command.add_flag("--no-load", given->no_load, "do not even load its library");
  command.add_flag("--json", given->json, "all findings as one JSON object (docs/check.md)");
  return [given] { return check(*given); };
}

}  // namespace

extern const Command check_command = {
    "check", "does an FMU (.fmu), a model (.mo) or a system (.toml, .msim) keep the rules",
    add_check};

}  // namespace bw::cli
