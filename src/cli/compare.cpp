#include "result/compare.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"
#include "result/format.h"

namespace bw::cli {
namespace {

struct CompareArguments {
  std::string a, b;
  result::CompareOptions options;
};

void check_tolerance(const char* option, double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw UsageError(std::string(option) + " must be zero or a positive number, not " +
                     shortest(value) + ".");
}

int compare(const CompareArguments& given) {
  check_tolerance("--tolerance", given.options.relative);
  check_tolerance("--absolute-tolerance", given.options.absolute.value_or(0));
  const auto comparison =
      result::compare(result::read_table(given.a), result::read_table(given.b), given.options);
  print(result::describe(comparison) + "\n");
  return static_cast<int>(comparison.same ? ExitCode::ok : ExitCode::rejected);
}

Action add_compare(CLI::App& command) {
  const auto given = std::make_shared<CompareArguments>();
  command.add_option("A", given->a, "a CSV file")->required();
  command.add_option("B", given->b, "another CSV file")->required();
  command.add_option("--tolerance", given->options.relative, "relative tolerance (1e-6)");
  command.add_option("--absolute-tolerance", given->options.absolute,
                     "absolute tolerance (the relative one times the column's largest value)");
  command.add_flag("--only-common", given->options.only_common,
                   "columns that one file lacks are no difference");
  return [given] { return compare(*given); };
}

}  // namespace

extern const Command compare_command = {
    "compare", "are two results the same within a tolerance, and where not", add_compare};

}  // namespace bw::cli
