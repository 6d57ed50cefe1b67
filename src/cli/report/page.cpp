#include "cli/report/page.h"

#include <filesystem>

#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "inspect/explanations.h"
#include "result/compare/compare.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/provenance.h"
#include "result/read_csv.h"
#include "result/summary/summary.h"
#include "result/whole_file.h"
#include "web/page.h"

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

std::string option_of(const result::RunResult& result, const std::string& key) {
  for (const result::Provenance::Option& option : result.provenance.options)
    if (option.key == key) return option.value;
  return "";
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

void write_page(const result::RunResult& result, const std::string& path) {
  const RunControl none;  // an interrupted run has a page, too
  const ControlScope undisturbed(none);
  const std::string& file = result.output;
  const std::optional<result::Table> rows = side_file(file),
                                     steps = side_file(option_of(result, "steps")),
                                     eigenvalues = side_file(option_of(result, "eigenvalues"));
  web::Page page{.title = fs::path(result.provenance.target).filename().string(),
                 .summary = result::summary_json(result)};
  if (rows) page.rows = &*rows;
  if (steps) page.steps = &*steps;
  if (eigenvalues) page.eigenvalues = &*eigenvalues;
  page.explain = explained;
  write(page, path);
}

void write_page(const PageFiles& files) {
  for (const std::string& read : {files.rows, files.summary, files.other})
    if (!read.empty() && result::is_same_file(read, files.page))
      throw UsageError("'" + files.page +
                       "' would overwrite a file that is read; choose another name.");
  const result::Table rows = result::read_table(files.rows);
  web::Page page{.title = fs::path(files.rows).filename().string(), .rows = &rows};
  if (!files.summary.empty()) {
    page.summary = result::read_bytes(files.summary);
    page.summary_file = files.summary;
  }
  std::optional<result::Table> other;
  if (!files.other.empty()) {
    other = result::read_table(files.other);
    page.other = &*other;
    result::CompareOptions options;
    if (files.tolerance) options.relative = *files.tolerance;
    page.comparison = result::describe(result::compare(rows, *other, options));
  }
  page.explain = explained;
  write(page, files.page);
}

}  // namespace bw::cli
