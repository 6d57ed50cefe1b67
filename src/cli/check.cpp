#include "inspect/check.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/error.h"
#include "cli/commands.h"
#include "result/findings.h"

namespace bw::cli {

int check_command(const CheckWishes& wishes) {
  if (wishes.run && wishes.no_load)
    throw UsageError("--run loads the library, which --no-load forbids; leave one of them out.");
  inspect::CheckSpec spec;
  spec.target = wishes.target;
  spec.load = !wishes.no_load;
  spec.run = wishes.run;
  const inspect::CheckResult result = inspect::check(spec);
  const std::string text = wishes.json ? result::findings_json(result.target, result.findings)
                                       : inspect::check_text(result);
  // A reader that leaves early (| head) got what it wanted.
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE)
    throw Error(ExitCode::stopped, "standard output cannot be written: " +
                                       std::generic_category().message(errno) + ".");
  return static_cast<int>(result.is_good() ? ExitCode::ok : ExitCode::input);
}

}  // namespace bw::cli
