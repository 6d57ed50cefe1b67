#include "fmi/fmu.h"

#include <cstdio>
#include <set>

#include "base/error.h"
#include "base/whereabouts.h"
#include "fmi/archive.h"
#include "fmi/binary.h"
#include "fmi/description.h"
#include "fmi/floating_point.h"
#include "fmi/fmu_part.h"
#include "fmi/functions_2.h"
#include "fmi/surroundings.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;

// file:///tmp/x%20y/resources
std::string file_uri(const fs::path& path) {
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", byte);
    uri += plain ? std::string(1, c) : std::string(code);
  }
  return uri;
}

class Fmu final : public model::Blueprint, public std::enable_shared_from_this<Fmu> {
 public:
  Fmu(const fs::path& file, Bells& bells, Log log)
      : archive_(file, bells), log_(std::move(log)), description_(describe(bells)) {
    if (!description_.co_simulation)
      throw InputError(file.string() + ": it offers model exchange only; a part must offer " +
                       "co-simulation. Export it for co-simulation from the tool that made it.");
    check_library();
    const fs::path& folder = archive_.unpack(platform_folder());
    resources_ = folder / "resources";
    load(folder, bells);
  }

  const std::vector<model::Variable>& variables() const override { return description_.variables; }
  const model::Experiment& experiment() const override { return description_.experiment; }
  model::Capabilities capabilities() const override {
    return {description_.co_simulation->get_and_set_state,
            description_.co_simulation->variable_steps};
  }

  std::unique_ptr<model::Part> make(const model::PartRequest& request,
                                    Bells& bells) const override {
    // Held by every living part; the program itself may have moved on since the last one ended.
    std::shared_ptr<Surroundings> surroundings = surroundings_.lock();
    if (description_.co_simulation->one_instance_only && surroundings != nullptr)
      throw InputError(archive_.file().string() +
                       ": it can be instantiated once per process only, and part '" + request.name +
                       "' would be a second instance.");
    if (surroundings == nullptr) surroundings = std::make_shared<Surroundings>();
    surroundings_ = surroundings;
    const Instance2::Setup setup{
        request.name, file_uri(resources_), functions_.get(),  &description_, &bells,
        log_,         surroundings,         shared_from_this()};
    return make_fmu_part(description_, setup, request);
  }

 private:
  Description describe(Bells& bells) const {
    const std::string entry = "modelDescription.xml";
    if (!archive_.has(entry))
      throw InputError(archive_.file().string() + ": it holds no " + entry + ", so it is no FMU.");
    return Description::parse(archive_.read(entry), archive_.file().string() + "/" + entry, bells);
  }

  std::string library_entry() const {
    return "binaries/" + platform_folder() + "/" +
           library_name(description_.co_simulation->model_identifier);
  }

  void check_library() const {
    if (archive_.has(library_entry())) return;
    std::set<std::string> platforms;
    for (const std::string& entry : archive_.entries())
      if (entry.starts_with("binaries/") && entry.find('/', 9) != std::string::npos)
        platforms.insert(entry.substr(9, entry.find('/', 9) - 9));
    std::string there;
    for (const std::string& platform : platforms) there += (there.empty() ? "" : ", ") + platform;
    throw InputError(
        archive_.file().string() + ": it has no library for this machine (" + library_entry() +
        "); it holds libraries for: " + (there.empty() ? "no platform at all" : there) + ".");
  }

  // A library may run code when it is loaded; one built with -ffast-math even sets flush-to-zero.
  void load(const fs::path& folder, Bells& bells) {
    Surroundings surroundings;
    FloatingPoint floating_point;
    const Visited library(archive_.file().filename().string());
    try {
      const Visit visit(library, "loading its library");
      binary_ = std::make_unique<Binary>(folder / library_entry());
    } catch (const InputError& error) {
      throw InputError(archive_.file().string() + ": " + error.what());
    }
    std::string changed = surroundings.restore();
    if (floating_point.restore_registers())
      changed += std::string(changed.empty() ? "" : ", ") + "floating-point environment";
    if (!changed.empty())
      bells.ring(BellCode::fmu_environment, 0, library.part + ": " + changed,
                 archive_.file().string() + " changed while it was loaded: " + changed +
                     ". It was put back.");
    functions_ = std::make_unique<Functions2>(*binary_, archive_.file().string());
  }

  Archive archive_;
  Log log_;
  Description description_;
  fs::path resources_;
  std::unique_ptr<Binary> binary_;
  std::unique_ptr<Functions2> functions_;
  // As they were before the first of the living parts was made; what parts change is held against
  // it.
  mutable std::weak_ptr<Surroundings> surroundings_;
};

}  // namespace

std::shared_ptr<const model::Blueprint> open_fmu(const fs::path& file, Bells& bells,
                                                 const Log& log) {
  return std::make_shared<Fmu>(file, bells, log);
}

}  // namespace bw::fmi
