#include "inspect/info_text.h"

#include <cmath>
#include <map>

#include "base/text.h"

namespace bw::inspect {

std::string title_text(const Json& facts) {
  const std::string name = words(facts, "model_name"), description = words(facts, "description");
  return name + "\n" + (written(facts, "description").empty() ? "" : "  " + description + "\n");
}

std::string experiment_text(const Json& experiment) {
  std::string list;
  for (const char* key : {"start", "stop", "step", "tolerance"})
    if (!experiment.at(key).is_null())
      list += (list.empty() ? "" : ", ") + std::string(key) + " " + value_text(experiment.at(key));
  return list.empty() ? "" : "\nDefault experiment\n  " + list + "\n";
}

std::string rest_text(std::size_t count) {
  return count == 0 ? "" : fmt::format("  … and {} more (--variables all)\n", count);
}

std::string findings_text(const Json& facts) {
  std::size_t count = 0;
  for (const Json& finding : facts.at("findings"))
    if (finding.at("severity") != "note") count += finding.at("count").get<std::size_t>();
  if (count == 0) return "";
  return fmt::format("\n{}; `bellwether check {}` shows {}.\n", counted(count, "warning"),
                     written(facts, "file"), count == 1 ? "it" : "them");
}

bool is_fmi1(const Json& fmu) { return trimmed(written(fmu, "fmi_version")) == "1.0"; }

const std::string& written(const Json& facts, const char* key) {
  return facts.at(key).get_ref<const std::string&>();
}

std::string words(const Json& facts, const char* key) { return on_one_line(written(facts, key)); }

std::string shortened_words(const Json& facts, const char* key) {
  return shortened(words(facts, key), widest_text);
}

std::string names_text(const Json& names, bool all) {
  return enumerated(names.get<std::vector<std::string>>(), all ? names.size() : most_names);
}

std::string value_text(const Json& value) {
  if (value.is_number_float()) return shortest(value.get<double>());
  if (value.is_string()) return "\"" + value.get<std::string>() + "\"";
  return value.dump();
}

std::string range_text(const Json& variable) {
  const double min = variable.at("min").get<double>(), max = variable.at("max").get<double>();
  if (std::isfinite(min) && std::isfinite(max)) return shortest(min) + ".." + shortest(max);
  return std::isfinite(min) ? "≥ " + shortest(min) : std::isfinite(max) ? "≤ " + shortest(max) : "";
}

std::string info_text(const Info& info, bool all) {
  static const std::map<std::string_view, std::string (*)(const Json&, bool)> kinds = {
      {"fmu", fmu_text}, {"equations", equations_text}, {"system", system_text}};
  return kinds.at(written(*info.facts, "kind"))(*info.facts, all);
}

}  // namespace bw::inspect
