#include <cmath>
#include <nlohmann/json.hpp>

#include "study/design/study.h"
#include "study/statistics/indices.h"
#include "study/statistics/summary.h"
#include "study/table.h"
#include "study/work/record.h"

namespace bw::study {
namespace {

using Json = nlohmann::ordered_json;  // keeps the order of the keys; writes nan as null

Json json(const Interval& interval) { return {interval.value, interval.low, interval.high}; }

Json json(const ResultSummary& result, const Study& study) {
  Json made = {{"count", result.count},
               {"never_occurred", result.missing},
               {"mean", result.mean},
               {"standard_deviation", result.deviation},
               {"least", result.least},
               {"least_run", result.least_run},
               {"most", result.most},
               {"most_run", result.most_run},
               {"quantiles", {{"0.05", result.low}, {"0.5", result.median}, {"0.95", result.high}}},
               {"sampling_error", result.sampling_error},
               {"numerical_error", result.numerical_error},
               {"numerical_error_of_row_distance", result.spacing_error},
               {"runs_without_estimate", result.without_estimate},
               {"sobol_indices", nullptr}};
  if (result.indices.first.empty()) return made;
  Json indices = Json::object();
  for (std::size_t i = 0; i < study.parameters.size(); ++i)
    indices[study.parameters[i].name] = {{"first", json(result.indices.first[i])},
                                         {"total", json(result.indices.total[i])}};
  made["sobol_indices"] = std::move(indices);
  return made;
}

Json json(const Advice& advice) {
  static constexpr const char* words[] = {"looser tolerance", "tighter tolerance",
                                          "shorter interval", "balanced"};
  return {{"kind", words[static_cast<std::size_t>(advice.kind)]},
          {"result", advice.result},
          {"sampling_error", advice.sampling},
          {"numerical_error", advice.numerical},
          {"tolerance", advice.tolerance},
          {"times_faster", advice.faster}};
}

}  // namespace

std::string summary_json(const Study& study, const Summary& summary) {
  Json verdicts = Json::object(), results = Json::object(), codes = Json::object();
  for (std::size_t k = 0; k < ending_count; ++k)
    verdicts[std::string(name(static_cast<RowVerdict>(k)))] = summary.endings[k];
  for (const ResultSummary& result : summary.results) results[result.name] = json(result, study);
  for (const auto& [code, found] : summary.codes)
    codes[code] = {
        {"count", found.count}, {"first_run", found.first_run}, {"message", found.message}};
  const auto advice = advise(summary);
  const auto scope = [&](Scope of) { return summary.scopes[static_cast<std::size_t>(of)]; };
  const Json all = {
      {"study", study.file},
      {"target", study.run.target},
      {"design", name(study.design.kind)},
      {"runs", summary.runs},
      {"recorded", summary.recorded},
      {"verdicts", verdicts},
      {"limits", limits_of(summary)},
      {"coupling_error_only", scope(Scope::coupling)},
      {"sensitivity_only", scope(Scope::sensitivity)},
      {"results", results},
      {"codes", codes},
      {"worst_run", summary.worst_run ? Json(*summary.worst_run) : Json()},
      {"worst_estimated_error", summary.worst_run ? Json(summary.worst_estimate) : Json()},
      {"tolerance", summary.tolerance},
      {"cost", summary.cost},
      {"computed_twice", summary.twice},
      {"computed_twice_and_different", summary.different},
      {"torn_records", summary.torn},
      {"advice", advice ? json(*advice) : Json()}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bw::study
