#pragma once
// sources/buildDescription.xml (FMI 3.0, 2.4.10): how the sources of an FMU become its library. The
// <SourceFiles> of FMI 2.0 say the same in fewer words.

#include <string>
#include <string_view>
#include <vector>

#include "base/report.h"
#include "fmi/description/description.h"

namespace bw::fmi {

struct PreprocessorDefinition {
  std::string name, value, description;
  bool optional = false;
  std::vector<std::string> options;  // the values that it may have
};

struct SourceFileSet {
  std::string name, language, compiler, compiler_options;
  std::vector<std::string> files, include_directories;  // in sources/
  std::vector<PreprocessorDefinition> definitions;
};

struct LibraryNeeded {
  std::string name, version, description;
  bool external = false;  // outside of the FMU
};

struct BuildConfiguration {
  std::string model_identifier, platform, description;  // no platform: any
  std::vector<SourceFileSet> sets;
  std::vector<LibraryNeeded> libraries;
};

struct BuildDescription {
  std::string fmi_version;
  std::vector<BuildConfiguration> configurations;

  // Never throws for the contents of the file.
  static BuildDescription parse(std::string_view xml, const std::string& name, Report& report);
  // From the interfaces of FMI 2.0 that list source files: one configuration for each identifier.
  static BuildDescription of(const Description& description);
};

}  // namespace bw::fmi
