// The outermost element, capabilities, log categories.

#include <fmt/format.h>

#include <array>

#include "base/date.h"
#include "base/xml.h"
#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "model/blueprint.h"

namespace bw::fmi {
namespace {

void check_attributes(const Checking& checking) {
  const Description& d = checking.description;
  const int line = checking.root.position().line;
  if (d.token.empty())
    checking.add(Rule::token_empty, line,
                 fmt::format("<fmiModelDescription> has an empty {}, which identifies the library.",
                             d.version == Version::fmi3 ? "instantiationToken" : "guid"));
  if (!d.generation_time.empty() && !is_date_and_time(d.generation_time))
    checking.add(Rule::generation_time, line,
                 fmt::format("<fmiModelDescription> has generationDateAndTime=\"{}\"; expected a "
                             "date and time like 2026-05-28T13:30:00Z.",
                             d.generation_time));
}

void check_capabilities(const Checking& checking, std::string_view element, Interface interface) {
  const auto& offered = checking.description.at(interface);
  const auto xml = checking.root.child(element);
  if (!offered || !xml) return;
  const auto needs = [&](bool has, std::string_view one, bool has_other, std::string_view other) {
    if (has && !has_other)
      checking.add(Rule::capability_flags, xml->position().line,
                   fmt::format("<{}> has {}, which needs {}.", element, one, other));
  };
  const bool is_3 = checking.description.version == Version::fmi3;
  needs(offered->serialise_state, is_3 ? "canSerializeFMUState" : "canSerializeFMUstate",
        offered->get_and_set_state, is_3 ? "canGetAndSetFMUState" : "canGetAndSetFMUstate");
  needs(offered->returns_early_after_update, "canReturnEarlyAfterIntermediateUpdate",
        offered->intermediate_update, "providesIntermediateUpdate");
}

// Others may be added, but hardly those that differ only in letter case.
void check_log_categories(const Checking& checking) {
  constexpr std::array standard = {"logEvents",           "logSingularLinearSystems",
                                   "logNonlinearSystems", "logDynamicStateSelection",
                                   "logStatusWarning",    "logStatusDiscard",
                                   "logStatusError",      "logStatusFatal",
                                   "logStatusPending",    "logAll"};
  const auto categories = checking.root.child("LogCategories");
  if (!categories) return;
  const auto lower = [](std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  for (const XmlElement& category : categories->children("Category")) {
    const std::string name(category.attribute("name").value_or(""));
    for (const char* known : standard)
      if (name != known && lower(name) == lower(known))
        checking.add(
            Rule::log_category_spelling, category.position().line,
            fmt::format("<Category> has name=\"{}\"; the standard writes {}.", name, known));
  }
}

}  // namespace

void check_head(const Checking& checking) {
  check_attributes(checking);
  check_capabilities(checking, "ModelExchange", Interface::model_exchange);
  check_capabilities(checking, "CoSimulation", Interface::co_simulation);
  check_capabilities(checking, "ScheduledExecution", Interface::scheduled_execution);
  check_log_categories(checking);
}

}  // namespace bw::fmi
