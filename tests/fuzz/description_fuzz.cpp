// Any bytes as modelDescription.xml, terminalsAndIcons.xml and buildDescription.xml. The parsers
// promise not to throw, and that what they found without an error can be used without a check.

#include <string>
#include <string_view>

#include "base/error.h"
#include "fmi/description/build_description.h"
#include "fmi/description/description.h"
#include "fmi/description/terminals.h"
#include "fuzz/require.h"

namespace bw::fuzz {
namespace {

using namespace fmi;

void check_unknowns(const std::vector<Unknown>& unknowns, std::size_t variables) {
  for (const Unknown& unknown : unknowns) {
    require(unknown.variable < variables, "an unknown is a variable");
    if (!unknown.dependencies) continue;
    for (const Dependency& dependency : *unknown.dependencies)
      require(dependency.variable < variables, "a dependency is a variable");
  }
}

void check_variable(const Variable& variable, std::size_t variables) {
  for (const auto& other : {variable.derivative_of, variable.previous})
    require(!other || *other < variables, "a derivative or previous value has a variable");
  for (const std::size_t clock : variable.clocks)
    require(clock < variables, "the clock of a variable is a variable");
  for (const Dimension& dimension : variable.dimensions)
    require(!dimension.parameter || *dimension.parameter < variables,
            "the size of a dimension is a variable");
  const std::size_t starts = variable.starts.size();
  require(!variable.is_array() || starts <= 1 || starts == variable.element_count(),
          "an array has a start value for each element, one for all, or none");
}

void check(const Description& description) {
  const std::size_t variables = description.variables.size();
  for (const Variable& variable : description.variables) check_variable(variable, variables);
  const Structure& structure = description.structure;
  for (const auto* unknowns :
       {&structure.outputs, &structure.derivatives, &structure.clocked_states,
        &structure.initial_unknowns, &structure.event_indicators})
    check_unknowns(*unknowns, variables);
  BuildDescription::of(description);
}

void check(const Report& report) {
  const bool has_error = report.has(Finding::Severity::error);
  bool refused = false;
  try {
    report.refuse();
  } catch (const InputError&) {
    refused = true;
  }
  require(refused == has_error, "errors, and only errors, refuse a file");
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bw::fuzz;
  const std::string_view xml(reinterpret_cast<const char*>(data), size);
  bw::Report report;
  const Description description = Description::parse(xml, "d.xml", report);
  check(report);
  if (!report.has(bw::Finding::Severity::error)) check(description);

  bw::Report others;  // each is parsed only where it may be meant: they all begin with the same XML
  if (xml.find("fmiTerminalsAndIcons") != xml.npos) TerminalsAndIcons::parse(xml, "t.xml", others);
  if (xml.find("fmiBuildDescription") != xml.npos) BuildDescription::parse(xml, "b.xml", others);
  check(others);
  return 0;
}
