#include "web/page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "web/compared.h"
#include "web/curves.h"
#include "web/histories.h"
#include "web/page_texts.h"

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
    if (!page.explain || !code.is_string()) return;
    const Explained one = page.explain(code.get<std::string>());
    if (!one.meaning.empty())
      all[code.get<std::string>()] = {
          {"meaning", one.meaning}, {"causes", one.causes}, {"remedy", one.remedy}};
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
               {"compare", nullptr},
               {"error_history", nullptr},
               {"steps", steps_of(page.steps, seconds)},
               {"eigenvalues", eigenvalues_of(page.eigenvalues, seconds)}};
  data["time_unit"] = unit;
  data["seconds_in_unit"] = seconds;
  if (page.rows != nullptr && !page.rows->times.empty()) {
    data["curves"] = page.comparison
                         ? compared_curves(*page.rows, *page.other, page.compare_options,
                                           *page.comparison, seconds)
                         : curves_of(*page.rows, seconds);
  }
  if (page.comparison) data["compare"] = compared(page);
  if (page.rows != nullptr && summary.is_object())
    data["error_history"] = error_history(*page.rows, summary, seconds);
  return data;
}

// JSON inside of a page: no text of it can end the element, or begin another one.
std::string embedded(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', true, Json::error_handler_t::replace))
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

std::string escaped_markup(std::string_view text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

std::string_view piece(std::string_view name) {
  for (const PageText& text : page_texts())
    if (text.name == name) return text.text;
  return "";
}

// Replaces {{name}} once each, from left to right: what is put in is not searched again.
std::string filled(std::string_view frame,
                   const std::vector<std::pair<std::string_view, std::string_view>>& pieces) {
  std::string page;
  while (true) {
    const std::size_t begin = frame.find("{{"), end = frame.find("}}");
    page += frame.substr(0, begin);
    if (begin == std::string_view::npos) return page;
    const std::string_view name = frame.substr(begin + 2, end - begin - 2);
    const auto found = std::ranges::find(pieces, name, [](const auto& pair) { return pair.first; });
    page += found != pieces.end() ? found->second : piece(name);
    frame.remove_prefix(end + 2);
  }
}

}  // namespace

std::string make_page(const Page& page) try {
  const Json summary = parsed_summary(page);
  check_belongs(page, summary);
  const std::string headline =
      summary.is_object() ? summary.value("verdict", "") + "  " + summary.value("headline", "")
                          : "";
  const std::string title = escaped_markup(page.title), words = escaped_markup(headline),
                    data = embedded(data_of(page, summary));
  return filled(piece("report.html"), {{"title", title}, {"headline", words}, {"data", data}});
} catch (const Json::exception&) {  // a member of another type than the program writes
  throw InputError(not_a_summary(page));
}

}  // namespace bw::web
