#include "web/study_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "web/groups.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;
using result::Table;
using result::TableColumn;

constexpr std::array<const char*, 3> last_columns = {"verdict", "codes", "cost"};
constexpr std::size_t most_points = 4000;  // of a scatter plot

// The columns of a table of a study. The first result is the first that has an error behind it.
struct Columns {
  std::vector<const TableColumn*> parameters{}, results{}, errors{};
  const TableColumn *verdicts = nullptr, *codes = nullptr;

  explicit Columns(const Table& table) {
    const std::size_t end = table.columns.size() - last_columns.size();
    for (std::size_t k = 0; k < end; ++k) {
      const TableColumn& column = table.columns[k];
      if (k + 1 < end && table.columns[k + 1].name == "error(" + column.name + ")") {
        if (column.is_text || table.columns[k + 1].is_text)
          throw InputError(table.file + ": the result '" + column.name +
                           "' or its error has values that are no numbers.");
        results.push_back(&column);
        errors.push_back(&table.columns[++k]);
      } else {
        parameters.push_back(&column);
      }
    }
    verdicts = &table.columns[end];
    codes = &table.columns[end + 1];
  }
};

// What is drawn of many runs: every stride-th.
struct Choice {
  std::size_t stride = 1;
  explicit Choice(std::size_t rows) : stride((rows + most_points - 1) / most_points) {}
  std::string numbers(std::span<const double> all) const {
    std::vector<double> some;
    for (std::size_t k = 0; k < all.size(); k += stride) some.push_back(all[k]);
    return base64(some);
  }
  Json words(const std::vector<std::string>& all) const {
    Json some = Json::array();
    for (std::size_t k = 0; k < all.size(); k += stride) some.push_back(all[k]);
    return some;
  }
};

// Bins of equal width over all finite values.
Json histogram_of(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  std::size_t count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
    ++count;
  }
  if (count == 0) return nullptr;
  constexpr std::size_t least = 5, most = 60;
  const auto wanted = static_cast<std::size_t>(2 * std::cbrt(static_cast<double>(count)));  // Rice
  const double width = high - low;
  const std::size_t bins = width > 0 && std::isfinite(width) ? std::clamp(wanted, least, most) : 1;
  std::vector<std::size_t> counts(bins, 0);
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const double place = bins > 1 ? (value - low) / width * static_cast<double>(bins) : 0;
    ++counts[std::min(static_cast<std::size_t>(place), bins - 1)];
  }
  return {{"low", low}, {"high", high}, {"counts", counts}, {"count", count}};
}

// In two sums, which do not overflow or cancel as one of squares would.
Json statistics_of(std::span<const double> values, std::span<const double> errors) {
  double sum = 0, of_errors = 0;
  std::size_t count = 0, unknown = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) continue;
    ++count;
    sum += values[k];
    if (std::isfinite(errors[k]))
      of_errors += errors[k];
    else
      ++unknown;
  }
  const auto n = static_cast<double>(count);
  return {{"count", count},
          {"mean", count > 0 ? Json(sum / n) : Json()},
          {"numerical_error", count > 0 && unknown == 0 ? Json(of_errors / n) : Json()},
          {"without_error", unknown}};
}

Json parameter(const TableColumn& column, const Choice& choice) {
  if (column.is_text) return {{"name", column.name}, {"words", choice.words(column.texts)}};
  return {{"name", column.name}, {"unit", column.unit}, {"values", choice.numbers(column.numbers)}};
}

Json result_of(const TableColumn& column, const TableColumn& error, const Choice& choice) {
  return {{"name", column.name},
          {"values", choice.numbers(column.numbers)},
          {"errors", choice.numbers(error.numbers)},
          {"histogram", histogram_of(column.numbers)},
          {"statistics", statistics_of(column.numbers, error.numbers)}};
}

Json verdicts_of(const TableColumn& column) {
  Json all = Json::array();
  for (const char* verdict : {"trusted", "unverified", "doubtful", "rejected", "failed"})
    if (const auto count = std::ranges::count(column.texts, verdict); count > 0)
      all.push_back({{"verdict", verdict}, {"count", count}});
  return all;
}

Json codes_of(const Table& table, const Columns& columns, const Json& summary,
              const Explain& explain, Json& explanations) {
  struct Found {
    std::size_t count = 0;
    double first = 0;
  };
  std::map<std::string, Found> found;
  for (std::size_t k = 0; k < columns.codes->texts.size(); ++k) {
    std::istringstream words(columns.codes->texts[k]);
    for (std::string code; words >> code;)
      if (Found& one = found[code]; one.count++ == 0) one.first = table.times[k];
  }
  Json all = Json::array();
  const Json said = summary.is_object() ? summary["codes"] : Json::object();
  for (const auto& [code, one] : found) {
    add_explanation(explanations, explain, code);
    all.push_back({{"code", code},
                   {"count", one.count},
                   {"first_run", one.first},
                   {"message", said.value(code, Json::object()).value("message", "")}});
  }
  return all;
}

Json parsed_summary(const StudyPage& page, const Columns& columns) {
  if (page.summary.empty()) return nullptr;
  Json summary = Json::parse(page.summary, nullptr, false);
  const auto has = [&](const char* key) { return summary.contains(key); };
  if (summary.is_discarded() || !summary.is_object() || !has("verdicts") || !has("results") ||
      !has("codes") || !has("design") || !summary["results"].is_object() ||
      !summary["codes"].is_object())
    throw InputError("'" + page.summary_file +
                     "' is not a summary as `study --summary` of this version writes it.");
  bool is_same = summary.value("recorded", std::size_t{0}) == page.rows->times.size() &&
                 summary["results"].size() == columns.results.size();
  for (const TableColumn* result : columns.results)
    is_same = is_same && summary["results"].contains(result->name);
  if (!is_same)
    throw InputError("'" + page.summary_file + "' is the summary of another study than '" +
                     page.rows->file + "'.");
  return summary;
}

std::string headline_of(std::size_t runs, const Json& verdicts) {
  std::string text = grouped(static_cast<long>(runs)) + (runs == 1 ? " run" : " runs");
  for (const Json& one : verdicts)
    text += (&one == &verdicts.front() ? ": " : ", ") + grouped(one["count"].get<long>()) + " " +
            one["verdict"].get<std::string>();
  return text;
}

}  // namespace

bool is_study_table(const Table& table) {
  if (table.columns.size() <= last_columns.size()) return false;
  const TableColumn* first = &table.columns[table.columns.size() - last_columns.size()];
  for (std::size_t k = 0; k < last_columns.size(); ++k)
    if (first[k].name != last_columns[k]) return false;
  return first[0].is_text && first[1].is_text;
}

std::string make_study_page(const StudyPage& page) try {
  const Table& table = *page.rows;
  const Columns columns(table);
  const Choice choice(table.times.size());
  const Json summary = parsed_summary(page, columns);
  Json parameters = Json::array(), results = Json::array(), explanations = Json::object();
  for (const TableColumn* column : columns.parameters)
    parameters.push_back(parameter(*column, choice));
  for (std::size_t k = 0; k < columns.results.size(); ++k)
    results.push_back(result_of(*columns.results[k], *columns.errors[k], choice));
  const Json verdicts = verdicts_of(*columns.verdicts);
  const std::string limits = summary.is_object() ? summary.value("limits", "") : "";
  const std::string headline =
      headline_of(table.times.size(), verdicts) + (limits.empty() ? "" : "  (" + limits + ")");
  const Json data = {{"title", page.title},
                     {"headline", headline},
                     {"summary", summary},
                     {"file", table.file},
                     {"runs", table.times.size()},
                     {"stride", choice.stride},
                     {"numbers", choice.numbers(table.times)},
                     {"verdicts", verdicts},
                     {"parameters", parameters},
                     {"results", results},
                     {"codes", codes_of(table, columns, summary, page.explain, explanations)},
                     {"explanations", explanations}};
  return framed("study.html", page.title, headline, data);
} catch (const Json::exception&) {  // a member of another type than the program writes
  throw InputError("'" + page.summary_file +
                   "' is not a summary as `study --summary` of this version writes it.");
}

}  // namespace bw::web
