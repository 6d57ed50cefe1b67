#pragma once
// Small model descriptions of all versions, and what parsing finds in them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fmi/description/description.h"

namespace bw::test {

// Whatever is left out has a valid default.
struct Text {
  std::string head = "fmiVersion='2.0' modelName='M' guid='{1}'";
  std::string before = "<CoSimulation modelIdentifier='m'/>";
  std::string variables{};
  std::string structure{};
  std::string after{};

  // Variables begin in line 5.
  std::string xml() const {
    return fmt::format(
        "<?xml version='1.0' encoding='UTF-8'?>\n<fmiModelDescription {}>\n{}\n<ModelVariables>\n"
        "{}\n</ModelVariables>\n{}{}\n</fmiModelDescription>",
        head, before, variables,
        head.find("'1.0'") != std::string::npos
            ? ""
            : fmt::format("<ModelStructure>{}</ModelStructure>", structure),
        after);
  }
};

inline Text fmi1(Text text) {
  text.head =
      "fmiVersion='1.0' modelName='M' modelIdentifier='m' guid='{1}' numberOfContinuousStates='2' "
      "numberOfEventIndicators='1'";
  if (text.before == Text{}.before) text.before = "";
  return text;
}

inline Text fmi3(Text text) {
  text.head = "fmiVersion='3.0' modelName='M' instantiationToken='{1}'";
  return text;
}

inline fmi::Description parsed(const Text& text, Report& report) {
  return fmi::Description::parse(text.xml(), "m.xml", report);
}

// Nothing may be found.
inline fmi::Description parsed(const Text& text) {
  Report report;
  fmi::Description description = parsed(text, report);
  for (const Finding& finding : report.findings())
    ADD_FAILURE() << finding.rule << ": " << finding.sentence;
  return description;
}

inline std::vector<Finding> findings(const Text& text) {
  Report report;
  parsed(text, report);
  return report.findings();
}

// "severity rule", each rule once.
inline std::vector<std::string> rules(const std::vector<Finding>& found) {
  std::vector<std::string> keys;
  for (const Finding& finding : found) {
    const std::string key = std::string(name(finding.severity)) + " " + std::string(finding.rule);
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  }
  return keys;
}
inline std::vector<std::string> rules(const Text& text) { return rules(findings(text)); }

// "rule m.xml:5: sentence" of the first finding.
inline std::string first(const std::vector<Finding>& found) {
  if (found.empty()) return "nothing found";
  return std::string(found[0].rule) + " " + found[0].place.text() + ": " + found[0].sentence;
}
inline std::string first(const Text& text) { return first(findings(text)); }

// A variable 'x' of FMI 2.0 with these attributes and this type.
inline std::string scalar(const std::string& attributes, const std::string& type) {
  return fmt::format("<ScalarVariable name='x' valueReference='1' {}>{}</ScalarVariable>",
                     attributes, type);
}

}  // namespace bw::test
