#include "result/findings.h"

#include <nlohmann/json.hpp>

namespace bw::result {

std::string findings_json(const std::string& target, const std::vector<Finding>& findings) {
  using Json = nlohmann::ordered_json;
  using Severity = Finding::Severity;
  long errors = 0, warnings = 0, notes = 0;
  Json list = Json::array();
  for (const Finding& finding : findings) {
    (finding.severity == Severity::error     ? errors
     : finding.severity == Severity::warning ? warnings
                                             : notes) += finding.count;
    list.push_back({{"rule", finding.rule},
                    {"severity", name(finding.severity)},
                    {"file", finding.place.file},
                    {"line", finding.place.line > 0 ? Json(finding.place.line) : Json()},
                    {"column", finding.place.column > 0 ? Json(finding.place.column) : Json()},
                    {"sentence", finding.sentence},
                    {"count", finding.count}});
  }
  const Json all = {{"target", target}, {"verdict", errors == 0 ? "good" : "bad"},
                    {"errors", errors}, {"warnings", warnings},
                    {"notes", notes},   {"findings", list}};
  // Texts of FMUs may not be valid UTF-8.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bw::result
