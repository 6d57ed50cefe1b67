#include "web/page.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/units.h"
#include "web/compared.h"
#include "web/curves.h"
#include "web/frame.h"
#include "web/histories.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;

std::string not_a_summary(const Page& page) {
  return "'" + page.summary_file +
         "' is not a summary as `run --summary` of this version writes it.";
}

Json parsed_summary(const Page& page) {
  if (page.summary.empty()) return nullptr;
  Json summary = Json::parse(page.summary, nullptr, false);
  const auto has = [&](const char* key) { return summary.contains(key); };
  if (summary.is_discarded() || !summary.is_object() || !has("verdict") || !has("headline") ||
      !has("statistics") || !has("provenance"))
    throw InputError(not_a_summary(page));
  return summary;
}

// A verdict must not stand over the curves of another run.
void check_belongs(const Page& page, const Json& summary) {
  if (!summary.is_object() || page.rows == nullptr || page.summary_file.empty()) return;
  const Json last = summary.value("final", Json::object());
  for (const auto& [name, value] : last.items())
    if (page.rows->find(name) == nullptr)
      throw InputError("'" + page.summary_file + "' is the summary of another run: '" +
                       page.rows->file + "' has no column '" + name + "'.");
  const auto rows = summary["statistics"].value("rows", page.rows->times.size());
  if (rows != page.rows->times.size())
    throw InputError("'" + page.summary_file + "' is the summary of another run: it has " +
                     std::to_string(rows) + " rows, and '" + page.rows->file + "' has " +
                     std::to_string(page.rows->times.size()) + ".");
}

// The unit of times in the rows; seconds where the summary names none.
std::string time_unit(const Json& summary) {
  const Json none;
  const Json& options = summary.is_object() ? summary["provenance"].value("options", none) : none;
  if (!options.is_object() || !options.contains("time-unit")) return "s";
  const Json value = options["time-unit"].value("value", none);
  return value.is_string() && seconds_in(value.get<std::string>()) ? value.get<std::string>() : "s";
}

Json explanations_of(const Page& page, const Json& summary) {
  Json all = Json::object();
  const auto add = [&](const Json& code) {
    if (code.is_string()) add_explanation(all, page.explain, code.get<std::string>());
  };
  if (!summary.is_object()) return all;
  add(summary["verdict"]);
  for (const Json& finding : summary.value("diagnostics", Json::array()))
    add(finding.value("code", Json()));
  return all;
}

Json compared(const Page& page) {
  const result::Comparison& found = *page.comparison;
  return {{"text", result::describe(found)},
          {"same", found.same},
          {"a", found.file_a},
          {"b", found.file_b},
          {"values", found.values},
          {"beyond", found.beyond}};
}

// A page has the first events of very many.
Json shortened(Json summary) {
  constexpr std::size_t most = 2000;
  if (summary.is_object() && summary.contains("events") && summary["events"].size() > most)
    summary["events"].erase(summary["events"].begin() + most, summary["events"].end());
  return summary;
}

std::size_t events_of(const Json& summary) {
  return summary.is_object() ? summary.value("events", Json::array()).size() : 0;
}

// A run that is compared has its own rows, too, with their errors: the comparison has common times.
void add_curves(const Page& page, double seconds, Json& data) {
  const bool has_both = page.comparison && data["summary"].is_object();
  const std::size_t most = has_both ? most_numbers / 2 : most_numbers;
  if (!page.comparison || has_both) data["curves"] = curves_of(*page.rows, seconds, most);
  if (!page.comparison) return;
  data[has_both ? "compared_curves" : "curves"] = compared_curves(
      *page.rows, *page.other, page.compare_options, *page.comparison, seconds, most);
}

// Files of text have no units and descriptions; the summary has.
void describe(Json& curves, const Json& summary) {
  if (!curves.is_object() || !summary.is_object()) return;
  const Json known = summary.value("variables", Json::object());
  for (Json& column : curves["columns"]) {
    const Json found = known.value(column.value("name", ""), Json::object());
    for (const char* key : {"unit", "description"})
      if (column.value(key, "").empty() && found.contains(key) && found[key].is_string())
        column[key] = found[key];
  }
}

Json data_of(const Page& page, const Json& summary) {
  const std::string unit = time_unit(summary);
  const double seconds = seconds_in(unit).value_or(1);
  Json data = {{"title", page.title},
               {"headline", summary.is_object() ? summary["headline"] : Json("")},
               {"summary", shortened(summary)},
               {"events", events_of(summary)},
               {"explanations", explanations_of(page, summary)},
               {"diagram", page.diagram},
               {"curves", nullptr},
               {"compared_curves", nullptr},
               {"compare", nullptr},
               {"error_history", nullptr},
               {"steps", steps_of(page.steps, seconds)},
               {"eigenvalues", eigenvalues_of(page.eigenvalues, seconds)}};
  data["time_unit"] = unit;
  data["seconds_in_unit"] = seconds;
  if (page.rows != nullptr && !page.rows->times.empty()) add_curves(page, seconds, data);
  for (const char* key : {"curves", "compared_curves"}) describe(data[key], summary);
  if (page.comparison) data["compare"] = compared(page);
  if (page.rows != nullptr && summary.is_object())
    data["error_history"] = error_history(*page.rows, summary, seconds);
  return data;
}

}  // namespace

std::string make_page(const Page& page) try {
  const Json summary = parsed_summary(page);
  check_belongs(page, summary);
  const std::string headline =
      summary.is_object() ? summary.value("verdict", "") + "  " + summary.value("headline", "")
                          : "";
  return framed("report.html", page.title, headline, data_of(page, summary));
} catch (const Json::exception&) {  // a member of another type than the program writes
  throw InputError(not_a_summary(page));
}

}  // namespace bw::web
