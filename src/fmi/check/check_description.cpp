#include "fmi/check/check_description.h"

#include "fmi/description/description_document.h"

namespace bw::fmi {

// A description that the reader rejects is not checked as a whole.
Description check_description(std::string_view xml, const std::string& name, Report& report) {
  Description description = Description::parse(xml, name, report);
  if (report.has(Finding::Severity::error)) return description;
  Report known;
  const auto document = read_document(xml, name, "fmiModelDescription", known);
  if (!document) return description;
  const Checking checking{description, document->root(), report};
  check_head(checking);
  check_names(checking);
  check_variables(checking);
  check_clocks(checking);
  check_aliases(checking);
  check_states(checking);
  check_initial_unknowns(checking);
  check_dependencies(checking);
  return description;
}

}  // namespace bw::fmi
