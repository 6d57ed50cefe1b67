#include "inspect/info.h"

#include "base/bell.h"
#include "base/report.h"
#include "base/value.h"
#include "inspect/info_facts.h"
#include "model/blueprint.h"
#include "run/open/open_file.h"
#include "system/system.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::inspect {

Json facts_of(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json facts_of(const model::Experiment& experiment) {
  return {{"start", or_null(experiment.start)},
          {"stop", or_null(experiment.stop)},
          {"step", or_null(experiment.step)},
          {"tolerance", or_null(experiment.tolerance)}};
}

Json facts_of(const Report& report) {
  return list_of(report.findings(), [](const Finding& f) -> Json {
    return {{"rule", f.rule},
            {"severity", name(f.severity)},
            {"place", f.place.text()},
            {"sentence", f.sentence},
            {"count", f.count}};
  });
}

Json facts_of(const Bells& bells) {
  Report report;
  for (const Bell& bell : bells.rung())
    report.add(
        kind(bell.code).name,
        bell.severity == Severity::note ? Finding::Severity::note : Finding::Severity::warning,
        {bell.subject}, bell.message);
  return facts_of(report);
}

Info inform(const std::filesystem::path& target) {
  system::System system = system::load(target);
  Json facts = run::is_equations(target) ? equations_facts(target)
               : system.single           ? fmu_facts(target)
                                         : system_facts(std::move(system));
  facts["bellwether"] = BELLWETHER_VERSION;
  return {std::make_shared<const Json>(std::move(facts))};
}

std::string info_json(const Info& info) {
  Json facts = *info.facts;
  // Facts of variables that only the text shows; docs/info.md has no keys for them.
  if (facts.contains("variables"))
    for (Json& variable : facts["variables"]) {
      variable.erase("annotations");
      if (facts["kind"] == "equations" && variable["type"] != "Real")
        for (const char* key : {"nominal", "min", "max"}) variable.erase(key);
    }
  // Names in archives and start values of binaries may not be UTF-8.
  return facts.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bw::inspect
