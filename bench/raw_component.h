#pragma once
// A FMI 2.0 component driven by hand: exactly the FMI calls of a step and nothing else. This is the
// speed that no master can beat.

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/archive/archive.h"
#include "base/error.h"
#include "fmi/description/description.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/functions.h"

namespace bw::bench {

class RawComponent {
 public:
  explicit RawComponent(const std::filesystem::path& fmu)
      : archive_(fmu, bells_),
        description_(fmi::Description::parse(archive_.read("modelDescription.xml"), fmu, report_)),
        binary_(archive_.unpack(fmi::platform_folders()) / "binaries" /
                fmi::platform_folders().front() / fmi::library_name(identifier())),
        f(std::get<fmi::Functions2>(
            fmi::find_functions(binary_, description_, fmi::Interface::co_simulation).functions)) {
    instance = f.fmi2Instantiate("raw", fmi2CoSimulation, description_.token.c_str(), "",
                                 &callbacks_, fmi2False, fmi2False);
    if (instance == nullptr) throw InputError(fmu.string() + ": no instance");
    f.fmi2SetupExperiment(instance, fmi2False, 0, 0, fmi2False, 0);
    f.fmi2EnterInitializationMode(instance);
    f.fmi2ExitInitializationMode(instance);
  }
  ~RawComponent() { f.fmi2FreeInstance(instance); }
  RawComponent(const RawComponent&) = delete;
  RawComponent& operator=(const RawComponent&) = delete;

 private:
  const std::string& identifier() const {
    return description_.at(fmi::Interface::co_simulation)->model_identifier;
  }

  Bells bells_;
  Report report_;
  Archive archive_;
  fmi::Description description_;
  fmi::Binary binary_;
  static void say_nothing(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String,
                          ...) {}
  fmi2CallbackFunctions callbacks_{say_nothing, std::calloc, std::free, nullptr, nullptr};

 public:
  fmi::Functions2 f;
  fmi2Component instance = nullptr;
};

}  // namespace bw::bench
