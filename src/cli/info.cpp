#include "inspect/info.h"

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"
#include "inspect/diagram.h"
#include "run/open/flattened_class.h"

namespace bw::cli {
namespace {

struct InfoArguments {
  std::string target, class_name;
  std::string variables;  // "all": whole tables
  bool json = false, diagram = false;
};

int show_info(InfoArguments given) {
  given.target = run::flattened_class(given.target, given.class_name).string();
  if (!given.variables.empty() && given.variables != "all")
    throw UsageError("--variables takes only the word all, not '" + given.variables + "'.");
  if (given.diagram) {
    if (given.json || !given.variables.empty())
      throw UsageError("--diagram cannot be used with --json or --variables.");
    print(inspect::system_svg(given.target));
    return static_cast<int>(ExitCode::ok);
  }
  const inspect::Info info = inspect::inform(given.target);
  print(given.json ? inspect::info_json(info) : inspect::info_text(info, !given.variables.empty()));
  return static_cast<int>(ExitCode::ok);
}

Action add_info(CommandLine& line) {
  const auto given = std::make_shared<InfoArguments>();
  line.positional("TARGET", given->target, target_help).offers(target_files);
  line.option("--class", "NAME", given->class_name, class_help).needs = "the name of a class";
  line.flag("--json", given->json, "print everything as one JSON object");
  line.flag("--diagram", given->diagram, "print a system as a picture (SVG)");
  line.option("--variables", "all", given->variables, "all: leave nothing out of the tables")
      .offers({Offer::Kind::words, {"all"}})
      .needs = "the word all";
  return [given] { return show_info(*given); };
}

}  // namespace

constexpr Example info_examples[] = {
    {"bellwether info pump.fmu", "interfaces, inputs, outputs and parameters of an FMU"},
    {"bellwether info system.toml --json", "components and connections of a system as JSON"},
    {"bellwether info system.toml --diagram > system.svg", "a picture of them"}};

extern const Command info_command = {
    "info", "describe an FMU (.fmu), a Modelica model (.mo) or a system (.toml, .ssp, .msim)",
    add_info, "", info_examples};

}  // namespace bw::cli
