#include "inspect/explain.h"

#include <memory>
#include <string>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/layout.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

struct ExplainArguments {
  std::string code;
  bool markdown = false;
};

int show_explanation(const ExplainArguments& given) {
  if (given.markdown)
    print(inspect::diagnostics_page());
  else if (given.code.empty())
    print(inspect::explain_all(help_width()));
  else
    print(inspect::explain(given.code, help_width()));
  return static_cast<int>(ExitCode::ok);
}

Action add_explain(CommandLine& line) {
  const auto given = std::make_shared<ExplainArguments>();
  Argument& code =
      line.positional("CODE", given->code,
                      "a diagnostic, a verdict or a rule of `check`; without it all are listed")
          .offers({Offer::Kind::words, inspect::explained_codes()});
  code.required = false;
  line.flag("--markdown", given->markdown, "print the page of all diagnostics as Markdown");
  return [given] { return show_explanation(*given); };
}

}  // namespace

constexpr Example explain_examples[] = {
    {"bellwether explain tolerance-not-met", "what it means, what causes it and what to do"},
    {"bellwether explain", "all codes, a line each"}};

extern const Command explain_command = {
    "explain", "say what a diagnostic or verdict means, what causes it and what to do", add_explain,
    "", explain_examples};

}  // namespace bw::cli
