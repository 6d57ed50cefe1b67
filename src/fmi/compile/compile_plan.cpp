#include "fmi/compile/compile_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/archive/entry_name.h"
#include "base/error.h"
#include "base/text.h"
#include "fmi/compile/compile_options.h"
#include "fmi/compile/compile_sources.h"
#include "fmi/description/build_description.h"
#include "fmi/instance/binary.h"

namespace bw::fmi {
namespace {

const std::string sources_root(sources_folder);
const std::string build_entry = sources_root + "buildDescription.xml";

// Builds the plan.
class Planner {
 public:
  Planner(const Archive& archive, const Description& description, Interface interface)
      : archive_(archive),
        description_(description),
        interface_(*description.at(interface)),
        is_co_simulation_(interface == Interface::co_simulation),
        entries_(source_entries(archive)) {}

  CompilePlan plan();

 private:
  [[noreturn]] void refuse(const std::string& clause) const {
    throw InputError(archive_.file().string() + ": " + clause);
  }
  const BuildConfiguration& choose(const BuildDescription& description) const;
  void add_configuration(const BuildConfiguration& configuration);
  void add_set(const SourceFileSet& set, const std::vector<std::string>& folders);
  void add_define(const PreprocessorDefinition& definition, std::vector<std::string>& arguments);
  void add_library(const LibraryNeeded& library);
  void add_file(const std::string& name, std::string_view language,
                const std::vector<std::string>& arguments);
  std::vector<std::string> usual_arguments() const;

  const Archive& archive_;
  const Description& description_;
  const InterfaceDescription& interface_;
  const bool is_co_simulation_;
  const std::vector<std::string> entries_;
  CompilePlan plan_;
};

// The headers of FMI 2.0 and 3.0 prefix the function names unless FMI2_FUNCTION_PREFIX or its like
// is overridden for a shared library; those of FMI 1.0 always do, and some sources leave the prefix
// to the importer.
std::vector<std::string> Planner::usual_arguments() const {
  std::vector<std::string> arguments = {"-fPIC", "-O2", "-w", "-fvisibility=default"};
  // Old C: compilers since 2023 take these for errors.
  for (const char* tolerated : {"implicit-function-declaration", "implicit-int", "int-conversion",
                                "incompatible-pointer-types"})
    arguments.push_back(std::string("-Wno-") + tolerated);
  const auto use_of = [&](const char* macro) { return use_of_macro(archive_, entries_, macro); };
  if (description_.version == Version::fmi1 && is_macro_name(interface_.model_identifier) &&
      use_of("MODEL_IDENTIFIER") != MacroUse::define)
    arguments.push_back("-DMODEL_IDENTIFIER=" + interface_.model_identifier);
  // FMU SDK, the Reference FMUs and their descendants: one text for all interfaces and versions.
  if (is_co_simulation_ && use_of("FMI_COSIMULATION") == MacroUse::mention)
    arguments.emplace_back("-DFMI_COSIMULATION");
  if (use_of("FMI_VERSION") == MacroUse::mention)
    arguments.push_back("-DFMI_VERSION=" + description_.fmi_version.substr(0, 1));
  if (description_.version == Version::fmi2)
    arguments.emplace_back("-DFMI2_OVERRIDE_FUNCTION_PREFIX");
  if (description_.version == Version::fmi3)
    arguments.emplace_back("-DFMI3_OVERRIDE_FUNCTION_PREFIX");
  // The older headers of FMI 2.0 do not check it; the Reference FMUs and their descendants do.
  if (description_.version != Version::fmi1 && use_of("DISABLE_PREFIX") == MacroUse::mention)
    arguments.emplace_back("-DDISABLE_PREFIX");
  return arguments;
}

void Planner::add_file(const std::string& name, std::string_view language,
                       const std::vector<std::string>& arguments) {
  const EntryName checked = checked_entry_name(name);
  const std::string entry = sources_root + checked.path;
  if (is_header(entry)) return;
  if (!checked.problem.empty() || !archive_.has(entry)) {
    std::vector<std::string> known;
    for (const std::string& there : entries_)
      if (is_source(there)) known.push_back(there.substr(sources_root.size()));
    refuse(fmt::format(
        "it lists the source file '{}', which is not in the folder sources/ of the archive.{}",
        printable(name), did_you_mean(name, known)));
  }
  const bool says_cpp = language.starts_with("C++");
  const bool says_c = language == "C" || (!says_cpp && !standard_option(language).empty());
  if (!says_c && !says_cpp && !is_source(entry))
    refuse(
        fmt::format("the source file '{}' is neither C nor C++; other languages are not supported. "
                    "Export the FMU with a library for this machine.",
                    printable(name)));
  const bool cpp = says_cpp || (!says_c && is_cpp(entry));
  plan_.sources.push_back({entry, cpp ? Language::cpp : Language::c, arguments});
  // What newer compilers take by default has keywords that older sources use as names.
  std::vector<std::string>& given = plan_.sources.back().arguments;
  const auto is_standard = [](const std::string& word) {
    return word.starts_with("-std=") || word == "-ansi";
  };
  if (!cpp && std::ranges::none_of(given, is_standard)) given.emplace_back("-std=gnu11");
}

void Planner::add_define(const PreprocessorDefinition& definition,
                         std::vector<std::string>& arguments) {
  if (definition.optional) return;  // the sources do without it
  if (is_macro_name(definition.name))
    arguments.push_back("-D" + definition.name +
                        (definition.value.empty() ? "" : "=" + definition.value));
  else
    plan_.left_out.push_back("the preprocessor definition '" + printable(definition.name) + "'");
}

void Planner::add_set(const SourceFileSet& set, const std::vector<std::string>& folders) {
  std::vector<std::string> arguments = usual_arguments();
  for (const PreprocessorDefinition& definition : set.definitions)
    add_define(definition, arguments);
  const std::string standard = standard_option(set.language);
  if (!standard.empty()) arguments.push_back(standard);
  CompilerOptions options = harmless_options(set.compiler_options);
  arguments.insert(arguments.end(), options.taken.begin(), options.taken.end());
  for (const std::string& option : options.left_out)
    plan_.left_out.push_back("the compiler option '" + printable(option) + "'");
  arguments.emplace_back("-Isources");
  for (const std::string& folder : folders) {
    const EntryName checked = checked_entry_name(folder + "/");
    if (!checked.problem.empty())
      plan_.left_out.push_back("the include directory '" + printable(folder) + "'");
    else if (!checked.path.empty())
      arguments.push_back("-I" + sources_root + checked.path);
  }
  arguments.push_back("-I" + std::string(headers_folder));  // last: the FMU's own ones come first
  for (const std::string& file : set.files) add_file(file, set.language, arguments);
}

// System libraries only; a static library in the FMU is machine code that its sources do not show.
void Planner::add_library(const LibraryNeeded& library) {
  std::string name = library.name;
  if (name.starts_with("lib") && (name.ends_with(".a") || name.ends_with(".so")))
    name = name.substr(3, name.rfind('.') - 3);
  const bool is_name = !name.empty() && name.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_+-.") == name.npos;
  if (name == "m") return;  // always linked
  if (library.external && is_name)
    plan_.libraries.push_back("-l" + name);
  else
    plan_.left_out.push_back("the library '" + printable(library.name) + "'");
}

// A configuration for this platform before one for all; those for a compiler of another system
// last.
const BuildConfiguration& Planner::choose(const BuildDescription& description) const {
  const auto& platforms = platform_folders();
  const BuildConfiguration* best = nullptr;
  int best_rank = 0;
  std::string others;
  for (const BuildConfiguration& configuration : description.configurations) {
    const bool is_ours = configuration.model_identifier == interface_.model_identifier;
    const bool is_here = std::ranges::find(platforms, configuration.platform) != platforms.end();
    const bool is_foreign = std::ranges::any_of(configuration.sets, [](const SourceFileSet& set) {
      return set.compiler.starts_with("VisualC");
    });
    add_to_list(others, fmt::format("'{}'{}", printable(configuration.model_identifier),
                                    configuration.platform.empty()
                                        ? ""
                                        : " on '" + printable(configuration.platform) + "'"));
    if (!is_ours || (!is_here && !configuration.platform.empty())) continue;
    const int rank = 1 + (is_here ? 1 : 0) + (is_foreign ? 0 : 2);
    if (rank > best_rank) best = &configuration, best_rank = rank;
  }
  if (best == nullptr)
    refuse(fmt::format("{} has no build configuration for '{}' on '{}'; it has {}.", build_entry,
                       interface_.model_identifier, platforms.front(),
                       others.empty() ? "none at all" : others));
  return *best;
}

void Planner::add_configuration(const BuildConfiguration& configuration) {
  for (const SourceFileSet& set : configuration.sets) add_set(set, set.include_directories);
  for (const LibraryNeeded& library : configuration.libraries) add_library(library);
}

CompilePlan Planner::plan() {
  const std::vector<std::string>& listed = interface_.source_files;
  const bool may_have_build = description_.version != Version::fmi1 && listed.empty();
  SourceFileSet all;
  if (may_have_build && archive_.has(build_entry)) {
    Report report;
    const BuildDescription build = BuildDescription::parse(
        archive_.read(build_entry), archive_.file().string() + "/" + build_entry, report);
    report.refuse();
    add_configuration(choose(build));
  } else {
    if (description_.version == Version::fmi3)
      refuse("it has sources but no " + build_entry + ", which FMI 3.0 requires to compile them.");
    all.files = listed.empty() ? unlisted_sources(archive_, entries_) : listed;
    add_set(all, source_subfolders(entries_));
  }
  if (plan_.sources.empty()) refuse("it lists no source file for this library.");
  plan_.libraries.emplace_back("-lm");
  return std::move(plan_);
}

}  // namespace

bool CompilePlan::has(Language language) const {
  return std::ranges::any_of(
      sources, [&](const SourceToCompile& source) { return source.language == language; });
}

CompilePlan plan_compilation(const Archive& archive, const Description& description,
                             Interface interface) {
  return Planner(archive, description, interface).plan();
}

}  // namespace bw::fmi
