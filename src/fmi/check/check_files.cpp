// Files named by the further XML files of an FMU must exist.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/archive/archive.h"
#include "base/position.h"
#include "base/report.h"
#include "fmi/check/check_archive.h"
#include "fmi/description/build_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "fmi/description/terminals.h"

namespace bw::fmi {
namespace {

const std::string terminals_file = "terminalsAndIcons/terminalsAndIcons.xml";
const std::string build_file = "sources/buildDescription.xml";

class TerminalsCheck {
 public:
  TerminalsCheck(const Archive& archive, const Description& description, std::string file,
                 Report& report)
      : archive_(archive), file_(std::move(file)), report_(report) {
    for (const Variable& variable : description.variables) {
      names_.insert(variable.face.name);
      for (const Alias& alias : variable.aliases) names_.insert(alias.name);
    }
  }

  void check(const Terminal& terminal) const {
    for (const TerminalMember& member : terminal.members)
      check_variable(terminal, member.variable, member.line);
    for (const StreamMember& member : terminal.streams) {
      check_variable(terminal, member.in_variable, member.line);
      check_variable(terminal, member.out_variable, member.line);
    }
    if (terminal.graphic) check_picture(terminal.graphic->icon, terminal.line);
    for (const Terminal& inner : terminal.terminals) check(inner);
  }

  void check_picture(const std::string& name, int line) const {
    const std::string picture = "terminalsAndIcons/" + name + ".png";
    if (!archive_.has(picture))
      add(report_, Rule::icon_missing, {file_, line},
          fmt::format("the image {} is missing.", picture));
  }

 private:
  void check_variable(const Terminal& terminal, const std::string& variable, int line) const {
    if (!names_.contains(variable))
      add(report_, Rule::terminal_variable, {file_, line},
          fmt::format("the terminal '{}' has the member '{}', which is not a variable.",
                      terminal.name, variable));
  }

  const Archive& archive_;
  std::string file_;
  Report& report_;
  std::unordered_set<std::string> names_;
};

// "3.0" and "3.0.1" are the same version.
void check_version(const std::string& written, const Description& description,
                   const Position& place, Report& report) {
  if (!written.empty() && written.substr(0, 3) != description.fmi_version.substr(0, 3))
    add(report, Rule::file_version, place,
        fmt::format("it says fmiVersion=\"{}\", and modelDescription.xml says \"{}\".", written,
                    description.fmi_version));
}

void check_files_of(const BuildDescription& build, const Archive& archive, const Position& place,
                    Report& report) {
  for (const BuildConfiguration& configuration : build.configurations)
    for (const SourceFileSet& set : configuration.sets)
      for (const std::string& file : set.files)
        if (!archive.has("sources/" + file))
          add(report, Rule::source_file_missing, place,
              fmt::format("the source file sources/{} of '{}' is missing.", file,
                          configuration.model_identifier));
}

}  // namespace

void check_terminals(const Archive& archive, const Description& description,
                     const std::string& prefix, Report& report) {
  if (!archive.has(terminals_file)) return;
  const std::string file = prefix + terminals_file;
  const TerminalsAndIcons found =
      TerminalsAndIcons::parse(archive.read(terminals_file), file, report);
  // FMUs of FMI 2.0 bring the file of FMI 3.0 by way of its layered standard.
  if (description.version == Version::fmi3)
    check_version(found.fmi_version, description, {file}, report);
  const TerminalsCheck check(archive, description, file, report);
  for (const Terminal& terminal : found.terminals) check.check(terminal);
  if (found.icon) check.check_picture("icon", 0);
}

void check_sources(const Archive& archive, const Description& description,
                   const std::string& prefix, Report& report) {
  if (!archive.has(build_file)) {
    check_files_of(BuildDescription::of(description), archive, {prefix + "modelDescription.xml"},
                   report);
    return;
  }
  const Position place{prefix + build_file};
  const BuildDescription build =
      BuildDescription::parse(archive.read(build_file), place.file, report);
  check_version(build.fmi_version, description, place, report);
  check_files_of(build, archive, place, report);
  for (const BuildConfiguration& configuration : build.configurations) {
    const auto is_its = [&](const auto& interface) {
      return interface && interface->model_identifier == configuration.model_identifier;
    };
    if (std::ranges::none_of(description.interfaces, is_its))
      add(report, Rule::build_identifier, place,
          fmt::format("<BuildConfiguration> builds '{}', which no interface names.",
                      configuration.model_identifier));
  }
}

}  // namespace bw::fmi
