#include "result/compare/compare.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"
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

Action add_compare(CommandLine& line) {
  const auto given = std::make_shared<CompareArguments>();
  const Offer results = {Offer::Kind::files, {".csv", ".tsv", ".mat", ".nc", ".cells"}};
  line.positional("A", given->a, "a result (.csv, .tsv, .mat, .nc, .cells)").offers(results);
  line.positional("B", given->b, "another result").offers(results);
  line.option("--tolerance", "R", given->options.relative, "relative tolerance").standard("1e-6");
  line.option("--absolute-tolerance", "A", given->options.absolute, "absolute tolerance")
      .standard("R times the largest value of the column");
  line.flag("--only-common", given->options.only_common,
            "compare only the columns that both files have");
  return [given] { return compare(*given); };
}

}  // namespace

constexpr Example compare_examples[] = {{"bellwether compare new.csv old.csv --tolerance 1e-3",
                                         "compare two results with a relative tolerance of 0.1 %"}};

extern const Command compare_command = {
    "compare", "compare two results within a tolerance and show where they differ", add_compare,
    "The exit code is 0 if they are the same, 3 if they differ.", compare_examples};

}  // namespace bw::cli
