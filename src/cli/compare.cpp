#include "result/compare.h"

#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "result/format.h"

namespace bw::cli {
namespace {

void check(const char* option, double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw UsageError(std::string(option) + " must be zero or a positive number, not " +
                     shortest(value) + ".");
}

}  // namespace

int compare_command(const CompareWishes& wishes) {
  check("--tolerance", wishes.options.relative);
  check("--absolute-tolerance", wishes.options.absolute.value_or(0));
  const auto comparison =
      result::compare(result::read_table(wishes.a), result::read_table(wishes.b), wishes.options);
  std::printf("%s\n", result::describe(comparison).c_str());
  return static_cast<int>(comparison.same ? ExitCode::ok : ExitCode::refused);
}

}  // namespace bw::cli
