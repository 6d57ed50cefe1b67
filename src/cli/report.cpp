#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/comparison.h"
#include "cli/report/page.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

int make_report(PageFiles files) {
  if (files.page.empty()) files.page = std::filesystem::path(files.rows).stem().string() + ".html";
  check_page(files.page);
  check_comparison(files.options);
  (void)write_page(files);  // the page shows the comparison
  say(files.page + "\n");
  return static_cast<int>(ExitCode::ok);
}

Action add_report(CommandLine& line) {
  const auto files = std::make_shared<PageFiles>();
  const Offer results = {Offer::Kind::files, {".csv"}};
  line.positional("RESULT", files->rows, "a result, or the table of a study (.csv)")
      .offers(results);
  line.option("--summary", "FILE", files->summary,
              "the summary of the run or study (run --summary, study --summary)")
      .offers({Offer::Kind::files, {".json"}})
      .needs = "the name of a file";
  line.option("--compare", "FILE", files->other, "another result, drawn over the first one")
      .offers(results)
      .needs = "the name of a file";
  add_comparison(line, files->options);
  line.option("--steps", "FILE", files->steps, "the step history of the run (run --steps)")
      .offers(results)
      .needs = "the name of a file";
  line.option("--eigenvalues", "FILE", files->eigenvalues,
              "the eigenvalues of the run (run --eigenvalues)")
      .offers(results)
      .needs = "the name of a file";
  line.option("-o,--output", "FILE", files->page, "the new page (.html)")
      .standard("the result's name with .html, in the current folder")
      .offers({Offer::Kind::files, {".html"}})
      .needs = "the name of a file";
  return [files] { return make_report(*files); };
}

}  // namespace

constexpr Example report_examples[] = {
    {"bellwether report tank.csv --summary tank.json -o tank.html",
     "a page of a run that was made before"},
    {"bellwether report new.csv --compare old.csv -o change.html",
     "two results over each other, and their difference"},
    {"bellwether report study.csv --summary study.json -o study.html",
     "a study: distributions, results over parameters, failures"}};

extern const Command report_command = {
    "report", "write a page (.html) that shows a result or a study: curves, errors, verdict",
    add_report,
    "The page is one file that any browser opens, without a network. `run --report` writes it "
    "directly.",
    report_examples};

}  // namespace bw::cli
