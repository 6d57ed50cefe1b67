#include "fmi/check/check_load.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "base/whereabouts.h"
#include "fmi/check/check_archive.h"
#include "fmi/check/check_process.h"
#include "fmi/description/rules.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/functions.h"

namespace bw::fmi {
namespace {

void load(const std::filesystem::path& library, const Description& description, Interface interface,
          const AddFinding& add_finding) {
  const InterfaceDescription& offered = *description.at(interface);
  try {
    const Visited visited(offered.model_identifier);
    const Visit visit(visited, "loading its library");
    const Binary binary(library);
    const FoundFunctions found = find_functions(binary, description, interface);
    if (!found.missing_needed.empty())
      add_finding(Rule::function_missing_needed, {},
                  fmt::format("for {} it must export {}.", model::name(interface),
                              listed(found.missing_needed)));
    if (!found.missing.empty())
      add_finding(Rule::function_missing, {},
                  fmt::format("for {} it should export {}.", model::name(interface),
                              listed(found.missing)));
  } catch (const InputError& error) {
    // A missing library may exist on the machine the FMU was built for.
    const bool is_lonely =
        offered.needs_execution_tool ||
        std::string_view(error.what()).find("cannot open shared object") != std::string_view::npos;
    add_finding(is_lonely ? Rule::library_needs : Rule::library_not_loaded, {}, error.what());
  }
}

}  // namespace

void check_libraries_load(Archive& archive, const Description& description,
                          const CheckOptions& options, Report& report) {
  for (const Interface interface :
       {Interface::model_exchange, Interface::co_simulation, Interface::scheduled_execution}) {
    if (!description.at(interface)) continue;
    const std::string entry = library_entry(archive, description.at(interface)->model_identifier);
    if (entry.empty()) continue;
    const std::filesystem::path library = archive.unpack(platform_folders()) / entry;
    in_own_process(
        options.seconds, {options.prefix + entry}, report,
        [&](const AddFinding& add_finding) { load(library, description, interface, add_finding); });
  }
}

}  // namespace bw::fmi
