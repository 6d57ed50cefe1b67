#include "fmi/component/fmu_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "base/error.h"
#include "base/process/whereabouts.h"
#include "base/text.h"
#include "fmi/compile/compile.h"
#include "fmi/instance/floating_point.h"

namespace bw::fmi {

namespace fs = std::filesystem;

namespace {

bool can_open_files() {
  const int fd = open("/", O_PATH | O_CLOEXEC);
  if (fd < 0) return errno != EMFILE;
  close(fd);
  return true;
}

}  // namespace

FmuFile::FmuFile(const fs::path& file, Bells& bells, Log log)
    : archive_(file, bells), log_(std::move(log)), description_(describe(bells)) {}

FmuFile::Library::~Library() {
  const Visited visited(file);
  const Visit visit(visited, "unloading its library");
  binary.reset();
}

Description FmuFile::describe(Bells& bells) const {
  const std::string entry = "modelDescription.xml";
  const std::string shown = archive_.file().string() + "/" + entry;
  Report report;
  Description description = Description::parse(archive_.read(entry), shown, report);
  report.refuse();
  for (const Finding& finding : report.findings()) {
    const std::string often =
        finding.count > 1 ? " (the first of " + std::to_string(finding.count) + ")" : "";
    if (finding.severity == Finding::Severity::note) {  // every second FMU has some
      if (log_) log_(finding.place.text() + ": " + finding.sentence + often);
      continue;
    }
    bells.ring({.code = BellCode::fmu_description,
                .severity = kind(BellCode::fmu_description).severity,
                .subject = archive_.file().filename().string() + ": " + std::string(finding.rule),
                .message = finding.place.text() + ": " + finding.sentence + often});
  }
  return description;
}

const Functions& FmuFile::functions(Interface interface, Bells& bells) const {
  const std::scoped_lock lock(mutex_);
  auto& library = libraries_[static_cast<std::size_t>(interface)];
  if (library == nullptr) library = load(interface, bells);
  return library->functions;
}

Instance::Setup FmuFile::setup(Interface interface, const std::string& name, Bells& bells) const {
  const Functions& found = functions(interface, bells);
  const std::scoped_lock lock(mutex_);
  // Shared by all living components; after the last one ended the process may have changed on
  // purpose.
  std::shared_ptr<Surroundings> surroundings = surroundings_.lock();
  if (description_.at(interface)->one_instance_only && surroundings != nullptr)
    throw InputError(path().string() + ": it allows one instance per process, and component '" +
                     name + "' would be a second instance.");
  if (surroundings == nullptr) surroundings = std::make_shared<Surroundings>(habits_);
  surroundings_ = surroundings;
  Instance::Setup setup;
  setup.name = name;
  setup.folder = archive_.unpack(platform_folders());
  setup.functions = &found;
  setup.library = libraries_[static_cast<std::size_t>(interface)]->binary->identity();
  setup.description = &description_;
  setup.interface = interface;
  setup.bells = &bells;
  setup.log = log_;
  setup.surroundings = std::move(surroundings);
  return setup;
}

// In the archive, under the platform's name of any version: exporters mix old and new names. Else
// from its sources.
fs::path FmuFile::find_library(const std::string& identifier, Interface interface,
                               Bells& bells) const {
  for (const std::string& platform : platform_folders()) {
    const std::string entry = "binaries/" + platform + "/" + library_name(identifier);
    if (archive_.has(entry)) return archive_.unpack(platform_folders()) / entry;
  }
  if (has_sources(archive_, description_, interface))
    return compile_library(archive_, description_, interface, bells, log_);
  std::set<std::string> platforms;
  for (const std::string& entry : archive_.entries())
    if (entry.starts_with("binaries/") && entry.find('/', 9) != std::string::npos)
      platforms.insert(entry.substr(9, entry.find('/', 9) - 9));
  throw InputError(path().string() + ": it has no library for this machine (binaries/" +
                   platform_folders().front() + "/" + library_name(identifier) +
                   ") and no sources; it contains libraries for: " +
                   (platforms.empty() ? "no platform at all" : listed(platforms)) + ".");
}

const fs::path& FmuFile::found_library(Interface interface, Bells& bells) const {
  fs::path& file = library_files_[static_cast<std::size_t>(interface)];
  if (file.empty())
    file = find_library(description_.at(interface)->model_identifier, interface, bells);
  return file;
}

fs::path FmuFile::library_file(Interface interface, Bells& bells) const {
  const std::scoped_lock lock(mutex_);
  return found_library(interface, bells);
}

// A library may run code when it is loaded; one built with -ffast-math even sets flush-to-zero.
std::unique_ptr<FmuFile::Library> FmuFile::load(Interface interface, Bells& bells) const {
  const fs::path& file = found_library(interface, bells);
  auto library = std::make_unique<Library>();
  library->file = path().filename().string();
  Surroundings surroundings;
  FloatingPoint floating_point;
  const Visited visited(library->file);
  try {
    const Visit visit(visited, "loading its library");
    library->binary = std::make_unique<Binary>(file);
  } catch (const InputError& error) {
    throw InputError(path().string() + ": " + error.what());
  }
  std::string changed = surroundings.restore();
  if (floating_point.restore_registers()) add_to_list(changed, "floating-point environment");
  if (!changed.empty())
    bells.ring(BellCode::fmu_environment, 0, visited.component + ": " + changed,
               path().string() + " changed while the library was loaded: " + changed +
                   "; the change was undone.");
  if (!can_open_files())
    throw InputError(path().string() +
                     ": its library left no file descriptor when it was loaded: it lowered their "
                     "limit, or took them all.");
  const FoundFunctions found = find_functions(*library->binary, description_, interface);
  if (!found.missing_needed.empty())
    throw InputError(path().string() + ": its library does not export " +
                     listed(found.missing_needed) + ", which FMI " + description_.fmi_version +
                     " " + std::string(model::name(interface)) + " requires.");
  library->functions = found.functions;
  return library;
}

}  // namespace bw::fmi
