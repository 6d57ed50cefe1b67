#include "inspect/info.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/error.h"
#include "cli/commands.h"

namespace bw::cli {

int info_command(const InfoWishes& wishes) {
  if (!wishes.variables.empty() && wishes.variables != "all")
    throw UsageError("--variables knows only 'all', not '" + wishes.variables + "'.");
  const inspect::Info info = inspect::inform(wishes.target);
  const std::string text =
      wishes.json ? inspect::info_json(info) : inspect::info_text(info, !wishes.variables.empty());
  // A reader that leaves early (| head) got what it wanted.
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE)
    throw Error(ExitCode::stopped, "standard output cannot be written: " +
                                       std::generic_category().message(errno) + ".");
  return static_cast<int>(ExitCode::ok);
}

}  // namespace bw::cli
