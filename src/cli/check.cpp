#include "inspect/check.h"

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"
#include "result/findings.h"

namespace bw::cli {
namespace {

struct CheckWishes {
  inspect::CheckSpec spec;
  bool no_load = false, json = false;
};

int check(CheckWishes& wishes) {
  if (wishes.spec.run && wishes.no_load)
    throw UsageError("--run loads the library, which --no-load forbids; leave one of them out.");
  wishes.spec.load = !wishes.no_load;
  const inspect::CheckResult result = inspect::check(wishes.spec);
  print(wishes.json ? result::findings_json(result.target, result.findings)
                    : inspect::check_text(result));
  return static_cast<int>(result.is_good() ? ExitCode::ok : ExitCode::input);
}

Action add_check(CLI::App& command) {
  const auto wishes = std::make_shared<CheckWishes>();
  command.add_option("TARGET", wishes->spec.target, target_help)->required();
  command.add_flag("--run", wishes->spec.run, "also run it, in a process of its own");
  command.add_flag("--no-load", wishes->no_load, "do not even load its library");
  command.add_flag("--json", wishes->json, "all findings as one JSON object (docs/check.md)");
  return [wishes] { return check(*wishes); };
}

}  // namespace

extern const Command check_command = {
    "check", "does an FMU (.fmu), a model (.mo) or a system (.toml, .msim) keep the rules",
    add_check};

}  // namespace bw::cli
