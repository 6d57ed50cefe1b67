#include "cli/comparison.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"

namespace bw::cli {
namespace {

void check_tolerance(const char* option, double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw UsageError(std::string(option) + " must be zero or a positive number, not " +
                     shortest(value) + ".");
}

}  // namespace

void add_comparison(CommandLine& line, result::CompareOptions& options) {
  line.option("--tolerance", "R", options.relative, "relative tolerance of the comparison")
      .standard("1e-6");
  line.option("--absolute-tolerance", "A", options.absolute, "absolute tolerance")
      .standard("R times the largest value of the column");
  line.flag("--only-common", options.only_common, "compare only the columns that both files have");
}

void check_comparison(const result::CompareOptions& options) {
  check_tolerance("--tolerance", options.relative);
  check_tolerance("--absolute-tolerance", options.absolute.value_or(0));
}

}  // namespace bw::cli
