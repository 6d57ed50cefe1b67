#include "fmi/check/check_load.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "base/process/whereabouts.h"
#include "base/sandbox/sandbox.h"
#include "base/text.h"
#include "fmi/check/check_archive.h"
#include "fmi/check/check_process.h"
#include "fmi/description/rules.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/functions.h"

namespace bw::fmi {
namespace {

struct VersionOf {
  const char* operator()(const Functions1& f) const { return said(f.fmiGetVersion); }
  const char* operator()(const Functions2& f) const { return said(f.fmi2GetVersion); }
  const char* operator()(const Functions3& f) const { return said(f.fmi3GetVersion); }

 private:
  template <class Function>
  static const char* said(Function function) {
    if (function == nullptr) return nullptr;  // a missing function is another finding
    const char* version = function();
    return version != nullptr ? version : "";
  }
};

void check_version(const Functions& functions, const AddFinding& add_finding) {
  constexpr std::array expected = {fmiVersion, fmi2Version, fmi3Version};
  constexpr std::size_t most_shown = 40;
  const std::string_view named = expected[functions.index()];
  const char* said = std::visit(VersionOf{}, functions);
  if (said == nullptr || std::string_view(said) == named ||
      std::string_view(said).starts_with(std::string(named) + "."))  // of a fix release
    return;
  add_finding(Rule::library_version, {},
              fmt::format("it returns the version '{}', but its description names FMI {}.",
                          std::string_view(said).substr(0, most_shown), named));
}

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
    check_version(found.functions, add_finding);
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
    const Sandbox sandbox = sandbox_of(options, {archive.unpack(platform_folders())});
    in_own_process(
        options.seconds, {options.prefix + entry}, report,
        [&](const AddFinding& add_finding) { load(library, description, interface, add_finding); },
        options.sandbox ? &sandbox : nullptr);
  }
}

}  // namespace bw::fmi
