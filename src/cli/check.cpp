#include "inspect/check.h"

#include <string>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"
#include "result/findings.h"
#include "run/open/flattened_class.h"

namespace bw::cli {
namespace {

struct CheckArguments {
  inspect::CheckSpec spec;
  std::string class_name;
  bool no_load = false, no_sandbox = false, allows = false, json = false;
};

int check(CheckArguments& given) {
  if (given.spec.run && given.no_load)
    throw UsageError("--run loads the library, which --no-load forbids; leave one of them out.");
  if (given.allows && (given.no_sandbox || given.no_load))
    throw UsageError("--allow opens the sandbox, and there is none with " +
                     std::string(given.no_sandbox ? "--no-sandbox" : "--no-load") +
                     "; leave one of them out.");
  given.spec.load = !given.no_load;
  given.spec.sandbox = !given.no_sandbox;
  given.spec.target = run::flattened_class(given.spec.target, given.class_name).string();
  const inspect::CheckResult result = inspect::check(given.spec);
  print(given.json ? result::findings_json(result.target, result.findings)
                   : inspect::check_text(result));
  return static_cast<int>(result.is_good() ? ExitCode::ok : ExitCode::input);
}

Action add_check(CommandLine& line) {
  const auto given = std::make_shared<CheckArguments>();
  line.positional("TARGET", given->spec.target, target_help).offers(target_files);
  line.option("--class", "NAME", given->class_name, class_help).needs = "the name of a class";
  line.flag("--run", given->spec.run, "also run it, in a sandbox and a process of its own");
  line.flag("--no-load", given->no_load, "do not load its library");
  line.flag("--no-sandbox", given->no_sandbox,
            "let it read and write files and use the network, as you may");
  line.option("--allow", "WORDS",
              "what the sandbox does not refuse: network, processes, files=PATH, memory=SIZE; "
              "several with commas or by repeating the option",
              [given](const std::string& spelling, const std::vector<std::string>& words) {
                given->allows = true;
                given->spec.allow.add(words.front(), spelling);
                given->spec.allow.refuse_missing_files("the FMU");
              });
  line.option("--xsd", "FOLDER",
              "also validate the files of an SSP system with the official schemas in FOLDER",
              [given](const std::string&, const std::vector<std::string>& words) {
                given->spec.schemas = words.front();
              });
  line.flag("--json", given->json, "print all findings as one JSON object");
  return [given] { return check(*given); };
}

}  // namespace

constexpr Example check_examples[] = {
    {"bellwether check pump.fmu --run", "check the description and the behaviour of an FMU"},
    {"bellwether check system.toml --json", "print the findings of all files of a system as JSON"}};

extern const Command check_command = {
    "check",
    "check an FMU (.fmu), a Modelica model (.mo) or a system (.toml, .ssp, .msim) against the "
    "rules",
    add_check,
    "`bellwether list rules` lists the rules of FMI and SSP that are checked. The exit code is 0 "
    "if "
    "there is no error, else 2. FMUs are loaded and run in a sandbox; an FMU that needs the "
    "network "
    "or other processes needs --allow.",
    check_examples};

}  // namespace bw::cli
