#include "inspect/convert.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/error.h"
#include "cli/commands.h"

namespace bw::cli {
namespace {

void print(const std::string& text) {
  // A reader that leaves early (| head) got what it wanted.
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE)
    throw Error(ExitCode::stopped, "standard output cannot be written: " +
                                       std::generic_category().message(errno) + ".");
}

}  // namespace

int convert_command(const ConvertWishes& wishes) {
  const std::string target = wishes.target == "-" ? "" : wishes.target;
  const inspect::Converted converted = inspect::convert(wishes.source, target);
  if (target.empty())
    print(converted.text);
  else
    inspect::write_converted(converted, target);
  for (const std::string& remark : converted.remarks)
    std::fprintf(stderr, "note: %s\n", remark.c_str());
  return static_cast<int>(ExitCode::ok);
}

}  // namespace bw::cli
