#include "cli/report/page.h"

#include <filesystem>

#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "inspect/diagram.h"
#include "inspect/explanations.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/provenance.h"
#include "result/read_csv.h"
#include "result/summary/summary.h"
#include "result/whole_file.h"
#include "web/curves.h"
#include "web/frame.h"
#include "web/histories.h"
#include "web/page.h"
#include "web/study_page.h"

namespace bw::cli {
namespace {

namespace fs = std::filesystem;

web::Explained explained(const std::string& code) {
  const inspect::Explanation* found = inspect::explanation_of(code);
  if (found == nullptr)
    for (const inspect::Explanation& verdict : inspect::verdict_explanations())
      if (verdict.code == code) found = &verdict;
  if (found == nullptr) return {};
  return {std::string(found->meaning), std::string(found->causes), std::string(found->remedy)};
}

// A file beside the rows, where it is there and can be read: the page does without it.
std::optional<result::Table> side_file(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !fs::is_regular_file(path, ignored)) return {};
  try {
    return result::read_table(path);
  } catch (const InputError&) {
    return {};
  }
}

std::optional<result::Table> given_file(const std::string& path) {
  if (path.empty()) return {};
  return result::read_table(path);
}

const result::Table* pointer(const std::optional<result::Table>& table) {
  return table ? &*table : nullptr;
}

// Of a system; of a single model, or where the file is gone, there is none.
std::string diagram_of(const std::string& target) {
  try {
    return inspect::system_svg(target);
  } catch (const Error&) {
    return "";
  }
}

void write(const web::Page& page, const std::string& path) {
  result::write_whole_file(path, web::make_page(page), "The page");
}

}  // namespace

void check_page(const std::string& path) {
  const std::string extension = lowercase(fs::path(path).extension().string());
  if (extension != ".html" && extension != ".htm")
    throw UsageError("'" + path + "' is no name of a page; let it end with .html.");
  result::check_destination(path, "The page");
}

void write_page(const result::RunResult& result, const PageOrder& order) {
  const RunControl none;  // an interrupted run has a page, too
  const ControlScope undisturbed(none);
  const std::optional<result::Table> rows = side_file(result.output);
  std::optional<result::Table> other = side_file(order.other);
  web::Page page{.title = fs::path(result.provenance.target).filename().string(),
                 .summary = result::summary_json(result)};
  page.rows = pointer(rows);
  if (rows && other) {
    page.other = pointer(other);
    page.compare_options.only_common = true;
    if (result.tolerance > 0) page.compare_options.relative = result.tolerance;
    page.comparison = result::compare(*rows, *other, page.compare_options);
  }
  page.steps = result.step_spans;
  if (result.diagnosis) page.eigenvalues = result.diagnosis->path;
  page.diagram = diagram_of(result.provenance.target);
  page.explain = explained;
  write(page, order.file);
}

namespace {

void write_study_page(const PageFiles& files, const result::Table& rows) {
  if (!files.other.empty() || !files.steps.empty() || !files.eigenvalues.empty())
    throw UsageError("'" + files.rows +
                     "' is the table of a study; --compare, --steps and --eigenvalues apply to "
                     "results of runs. Leave them out.");
  web::StudyPage page{.title = fs::path(files.rows).filename().string(), .rows = &rows};
  if (!files.summary.empty()) {
    page.summary = result::read_bytes(files.summary);
    page.summary_file = files.summary;
  }
  page.explain = explained;
  result::write_whole_file(files.page, web::make_study_page(page), "The page");
}

}  // namespace

std::optional<result::Comparison> write_page(const PageFiles& files) {
  for (const std::string& read :
       {files.rows, files.summary, files.other, files.steps, files.eigenvalues})
    if (!read.empty() && result::is_same_file(read, files.page))
      throw UsageError("'" + files.page +
                       "' would overwrite a file that is read; choose another name.");
  const result::Table rows = result::read_table(files.rows);
  if (web::is_study_table(rows)) return write_study_page(files, rows), std::nullopt;
  const std::optional<result::Table> other = given_file(files.other);
  web::Page page{.title = fs::path(files.rows).filename().string(),
                 .rows = &rows,
                 .other = pointer(other),
                 .compare_options = files.options};
  if (const auto steps = given_file(files.steps)) page.steps = web::spans_of(*steps);
  if (const auto path = given_file(files.eigenvalues)) page.eigenvalues = web::path_of(*path);
  if (!files.summary.empty()) {
    page.summary = result::read_bytes(files.summary);
    page.summary_file = files.summary;
  }
  if (other) page.comparison = result::compare(rows, *other, files.options);
  page.explain = explained;
  write(page, files.page);
  return page.comparison;
}

}  // namespace bw::cli
