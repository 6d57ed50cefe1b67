#include "result/compare.h"

#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"

namespace bw::cli {
namespace {

struct Wishes {
  std::string a, b;
  result::CompareOptions options;
  double absolute = -1;
};

void check(const CLI::Option& option, double value) {
  if (option.count() > 0 && !(value >= 0 && std::isfinite(value)))
    throw UsageError(option.get_name() + " must be zero or a positive number, not " +
                     shortest(value) + ".");
}

}  // namespace

void add_compare(CLI::App& program, int& exit_code) {
  auto* command = program.add_subcommand(
      "compare", "are two results the same within a tolerance, and where not");
  auto wishes = std::make_shared<Wishes>();
  command->add_option("A", wishes->a, "a CSV file")->required();
  command->add_option("B", wishes->b, "another CSV file")->required();
  auto* relative = command->add_option("--tolerance", wishes->options.relative,
                                       "relative tolerance (1e-6)");
  auto* absolute = command->add_option(
      "--absolute-tolerance", wishes->absolute,
      "absolute tolerance (the relative one times the column's largest value)");
  command->add_flag("--only-common", wishes->options.only_common,
                    "columns that one file lacks are no difference");
  command->callback([=, &exit_code] {
    check(*relative, wishes->options.relative);
    check(*absolute, wishes->absolute);
    if (absolute->count() > 0) wishes->options.absolute = wishes->absolute;
    const auto comparison = result::compare(result::read_csv(wishes->a),
                                            result::read_csv(wishes->b), wishes->options);
    std::printf("%s\n", result::describe(comparison).c_str());
    exit_code = static_cast<int>(comparison.same ? ExitCode::ok : ExitCode::refused);
  });
}

}  // namespace bw::cli
