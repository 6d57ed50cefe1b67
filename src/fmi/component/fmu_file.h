#pragma once
// An opened FMU file: archive, description and, loaded on demand, its libraries. Everything made
// from it shares it.

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/log.h"
#include "fmi/description/description.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/functions.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/signal_handlers.h"
#include "fmi/instance/surroundings.h"
#include "model/blueprint.h"

namespace bw::fmi {

class FmuFile {
 public:
  // Throws InputError with all errors of the description; rule violations that can be tolerated
  // become bells.
  FmuFile(const std::filesystem::path& file, Bells& bells, Log log);

  const std::filesystem::path& path() const { return archive_.file(); }
  const Description& description() const { return description_; }
  Archive& archive() const { return archive_; }

  // The library of an interface, compiled first if necessary, which is reported; nothing is loaded.
  // Throws InputError.
  std::filesystem::path library_file(Interface interface, Bells& bells) const;

  // Loads the library of an interface, once. Compiles it first if necessary, and reports that.
  // Throws InputError.
  const Functions& functions(Interface interface, Bells& bells) const;

  // Everything that an instance needs but its name. Throws InputError for a second instance where
  // only one is allowed.
  Instance::Setup setup(Interface interface, const std::string& name, Bells& bells) const;

 private:
  struct Library {
    Library() = default;
    ~Library();  // it may run code then, too
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    std::string file;  // of the FMU
    std::unique_ptr<Binary> binary;
    Functions functions;
  };

  Description describe(Bells& bells) const;
  std::filesystem::path find_library(const std::string& identifier, Interface interface,
                                     Bells& bells) const;
  const std::filesystem::path& found_library(Interface interface, Bells& bells) const;
  std::unique_ptr<Library> load(Interface interface, Bells& bells) const;

  mutable Archive archive_;
  Log log_;
  Description description_;
  mutable std::mutex mutex_;  // protects the following
  mutable std::array<std::filesystem::path, 3> library_files_;
  mutable std::array<std::unique_ptr<Library>, 3> libraries_;
  // The state of the process before the first living component was made; changes by components are
  // detected against it.
  mutable std::weak_ptr<Surroundings> surroundings_;
  std::shared_ptr<SignalHabits> habits_ = std::make_shared<SignalHabits>();
};

}  // namespace bw::fmi
