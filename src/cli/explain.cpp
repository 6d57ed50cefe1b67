#include "inspect/explain.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

namespace bw::cli {
namespace {

struct ExplainArguments {
  std::string code;
  bool markdown = false;
};

// Of the terminal, as far as lines can be read well; 78 for files and pipes.
std::size_t width_to_explain_in() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0)
    return 78;
  return std::clamp<std::size_t>(size.ws_col, 40, 120);
}

int show_explanation(const ExplainArguments& given) {
  if (given.markdown)
    print(inspect::diagnostics_page());
  else if (given.code.empty())
    print(inspect::explain_all(width_to_explain_in()));
  else
    print(inspect::explain(given.code, width_to_explain_in()));
  return static_cast<int>(ExitCode::ok);
}

Action add_explain(CLI::App& command) {
  const auto given = std::make_shared<ExplainArguments>();
  command.add_option("CODE", given->code,
                     "a diagnostic, a verdict or a rule of `check`; without it all are listed");
  // Hidden: it makes docs/diagnostics.md.
  command.add_flag("--markdown", given->markdown)->group("");
  return [given] { return show_explanation(*given); };
}

}  // namespace

extern const Command explain_command = {
    "explain", "what a diagnostic or verdict means, what causes it and what to do", add_explain};

}  // namespace bw::cli
