#include "fmi/fmu.h"

#include <cstdio>
#include <set>

#include "base/error.h"
#include "fmi/archive.h"
#include "fmi/binary.h"
#include "fmi/description.h"
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
    const bool plain =
        std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos;
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", byte);
    uri += plain ? std::string(1, c) : std::string(code);
  }
  return uri;
}

class Fmu final : public model::Blueprint {
 public:
  Fmu(const fs::path& file, Bells& bells, Log log)
      : archive_(file, bells), log_(std::move(log)), description_(describe(bells)) {
    if (!description_.co_simulation)
      throw InputError(file.string() + ": it offers model exchange only; a part must offer " +
                       "co-simulation. Export it for co-simulation from the tool that made it.");
    check_library();
    const fs::path& folder = archive_.unpack(platform_folder());
    resources_ = folder / "resources";
    fs::create_directories(resources_);  // the location given to an FMU always exists
    load(folder, bells);
  }

  const std::vector<model::Variable>& variables() const override { return description_.variables; }
  const model::Experiment& experiment() const override { return description_.experiment; }

  std::unique_ptr<model::Part> make(const model::PartRequest& request,
                                    Bells& bells) const override {
    if (description_.co_simulation->one_instance_only && ++instances_ > 1)
      throw InputError(archive_.file().string() +
                       ": it can be instantiated once per process only, and part '" + request.name +
                       "' would be a second instance.");
    const Instance2::Setup setup{
        request.name, file_uri(resources_), functions_.get(), &description_, &bells, log_};
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

  void load(const fs::path& folder, Bells& bells) {
    Surroundings surroundings;
    try {
      binary_ = std::make_unique<Binary>(folder / library_entry());
    } catch (const InputError& error) {
      throw InputError(archive_.file().string() + ": " + error.what());
    }
    const std::string changed = surroundings.restore();
    if (!changed.empty())
      bells.ring(BellCode::fmu_environment, 0, archive_.file().filename().string(),
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
  mutable int instances_ = 0;
};

}  // namespace

std::unique_ptr<model::Blueprint> open_fmu(const fs::path& file, Bells& bells, const Log& log) {
  return std::make_unique<Fmu>(file, bells, log);
}

}  // namespace bw::fmi
