#pragma once
// The Lotka-Volterra pair driven by hand: exactly the FMI calls of a step and nothing else. This is
// the speed that no master can beat.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "fmi/archive.h"
#include "fmi/binary.h"
#include "fmi/description.h"
#include "fmi/functions_2.h"

namespace bw::bench {

class RawPart {
 public:
  explicit RawPart(const std::string& name)
      : archive_(std::filesystem::path(BW_EXAMPLES) / "lotka_volterra" / (name + ".fmu"), bells_),
        description_(fmi::Description::parse(archive_.read("modelDescription.xml"), name, bells_)),
        binary_(archive_.unpack(fmi::platform_folders()) / "binaries" / fmi::platform_folders().front() /
                fmi::library_name(description_.co_simulation->model_identifier)),
        f(binary_, name) {
    instance = f.fmi2Instantiate(name.c_str(), fmi2CoSimulation, description_.guid.c_str(), "",
                                 &callbacks_, fmi2False, fmi2False);
    if (instance == nullptr) throw InputError(name + ": no instance");
    f.fmi2SetupExperiment(instance, fmi2False, 0, 0, fmi2False, 0);
    f.fmi2EnterInitializationMode(instance);
    f.fmi2ExitInitializationMode(instance);
  }
  ~RawPart() { f.fmi2FreeInstance(instance); }
  RawPart(const RawPart&) = delete;
  RawPart& operator=(const RawPart&) = delete;

 private:
  Bells bells_;
  fmi::Archive archive_;
  fmi::Description description_;
  fmi::Binary binary_;
  static void say_nothing(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String,
                          ...) {}
  fmi2CallbackFunctions callbacks_{say_nothing, std::calloc, std::free, nullptr, nullptr};

 public:
  fmi::Functions2 f;
  fmi2Component instance = nullptr;
};

// Gauss-Seidel over `steps` steps of size h; gives the final prey so that nothing is optimised
// away.
inline double raw_gauss_seidel(RawPart& prey, RawPart& predator, long steps, double h) {
  const fmi2ValueReference output = 0, input = 1;  // see examples/lotka_volterra/*.xml
  double x = 10, y = 10;
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h;
    prey.f.fmi2SetReal(prey.instance, &input, 1, &y);
    prey.f.fmi2DoStep(prey.instance, t, h, fmi2True);
    prey.f.fmi2GetReal(prey.instance, &output, 1, &x);
    predator.f.fmi2SetReal(predator.instance, &input, 1, &x);
    predator.f.fmi2DoStep(predator.instance, t, h, fmi2True);
    predator.f.fmi2GetReal(predator.instance, &output, 1, &y);
  }
  return x;
}

}  // namespace bw::bench
