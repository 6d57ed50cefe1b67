#pragma once
// A FMU file that was opened: archive, description and, as soon as somebody needs them, its
// libraries. Everything made from it shares it.

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
#include "fmi/instance/surroundings.h"
#include "model/blueprint.h"

namespace bw::fmi {

class FmuFile {
 public:
  // Throws InputError with all errors of the description; rings for what is only against the rules.
  FmuFile(const std::filesystem::path& file, Bells& bells, Log log);

  const std::filesystem::path& path() const { return archive_.file(); }
  const Description& description() const { return description_; }
  Archive& archive() const { return archive_; }

  // Loads the library of an interface, once. A library that has to be compiled first is, and that
  // is told. Throws InputError.
  const Functions& functions(Interface interface, Bells& bells) const;

  // Everything that an instance needs but its name. Throws InputError for a second instance where
  // only one may be.
  Instance::Setup setup(Interface interface, const std::string& name, Bells& bells) const;

 private:
  struct Library {
    std::unique_ptr<Binary> binary;
    Functions functions;
  };

  Description describe(Bells& bells) const;
  std::filesystem::path find_library(const std::string& identifier, Interface interface,
                                     Bells& bells) const;
  std::unique_ptr<Library> load(Interface interface, Bells& bells) const;

  mutable Archive archive_;
  Log log_;
  Description description_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::array<std::unique_ptr<Library>, 3> libraries_;
  // As they were before the first of the living components was made; what components change is held
  // against it.
  mutable std::weak_ptr<Surroundings> surroundings_;
};

}  // namespace bw::fmi
