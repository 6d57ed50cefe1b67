#include <memory>
#include <string>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/comparison.h"
#include "cli/report/page.h"
#include "cli/report/standard_streams.h"
#include "result/compare/compare.h"
#include "result/format.h"

namespace bw::cli {
namespace {

result::Comparison compared(const PageFiles& files) {
  if (!files.page.empty()) return *write_page(files);
  return result::compare(result::read_table(files.rows), result::read_table(files.other),
                         files.options);
}

int compare(const PageFiles& files) {
  check_comparison(files.options);
  if (!files.page.empty()) check_page(files.page);
  const result::Comparison comparison = compared(files);
  print(result::describe(comparison) + "\n");
  return static_cast<int>(comparison.same ? ExitCode::ok : ExitCode::rejected);
}

Action add_compare(CommandLine& line) {
  const auto files = std::make_shared<PageFiles>();
  const Offer results = {Offer::Kind::files, {".csv", ".tsv", ".mat", ".nc", ".cells"}};
  line.positional("A", files->rows, "a result (.csv, .tsv, .mat, .nc, .cells)").offers(results);
  line.positional("B", files->other, "another result").offers(results);
  add_comparison(line, files->options);
  line.option("--report", "FILE", files->page,
              "write a page (.html) with both results over each other, and their difference")
      .offers({Offer::Kind::files, {".html"}})
      .needs = "the name of a file";
  return [files] { return compare(*files); };
}

}  // namespace

constexpr Example compare_examples[] = {
    {"bellwether compare new.csv old.csv --tolerance 1e-3",
     "compare two results with a relative tolerance of 0.1 %"},
    {"bellwether compare new.csv old.csv --report diff.html", "also see where they differ"}};

extern const Command compare_command = {
    "compare", "compare two results within a tolerance and show where they differ", add_compare,
    "The exit code is 0 if they are the same, 3 if they differ.", compare_examples};

}  // namespace bw::cli
