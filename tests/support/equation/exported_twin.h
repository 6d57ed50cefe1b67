#pragma once
// An exported FMU of FMI 2.0, compiled by the tiny compiler and loaded: one instance of it.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/value.h"
#include "equation/export/export_fmu.h"
#include "fmi/instance/fmi2.h"
#include "model/model.h"
#include "support/scratch_folder.h"

namespace bw::test {

inline void ignore_message(fmi2ComponentEnvironment /*environment*/, fmi2String /*name*/,
                           fmi2Status /*status*/, fmi2String /*category*/, fmi2String /*message*/,
                           ...) {}

#define BW_CALL(name) find<fmi2##name##TYPE>("fmi2" #name)

// One instance of FMI 2.0.
class ExportedTwin {
 public:
  explicit ExportedTwin(const equation::FlatModel& flat, fmi2Type type = fmi2ModelExchange) {
    std::string description;
    for (const equation::ArchiveFile& file : equation::export_fmu(
             flat, "", equation::FmiVersion::two, equation::CompilerChoice::tiny)) {
      if (file.path == "modelDescription.xml") description = file.content;
      if (file.path.ends_with(".so")) write_file(scratch_ / "x.so", file.content);
    }
    handle_ = dlopen((scratch_ / "x.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    const std::size_t begin = description.find("guid=\"") + 6;
    const std::string guid = description.substr(begin, description.find('"', begin) - begin);
    instance_ = BW_CALL(Instantiate)("i", type, guid.c_str(), "", &callbacks_, 0, 0);
  }
  ~ExportedTwin() {
    for (fmi2FMUstate& state : states_) BW_CALL(FreeFMUstate)(instance_, &state);
    BW_CALL(FreeInstance)(instance_);
    dlclose(handle_);
  }
  ExportedTwin(const ExportedTwin&) = delete;
  ExportedTwin& operator=(const ExportedTwin&) = delete;

  bool begin(double start, double tolerance = 1e-4) {
    return BW_CALL(SetupExperiment)(instance_, 1, tolerance, start, 0, 0) == fmi2OK &&
           BW_CALL(EnterInitializationMode)(instance_) == fmi2OK;
  }
  bool start_steps() { return BW_CALL(ExitInitializationMode)(instance_) == fmi2OK; }
  bool step(double t, double h) { return BW_CALL(DoStep)(instance_, t, h, 1) == fmi2OK; }
  // The first event included; nothing: it cannot be.
  std::optional<model::EventUpdate> start() {
    const fmi2Status status = BW_CALL(ExitInitializationMode)(instance_);
    if (status != fmi2OK && status != fmi2Warning) return {};
    has_warned = status == fmi2Warning;
    return update();
  }
  bool has_warned = false;  // at the end of initialisation

  void move_to(double t, std::span<const double> x) {
    EXPECT_EQ(BW_CALL(SetTime)(instance_, t), fmi2OK);
    if (!x.empty()) {
      EXPECT_EQ(BW_CALL(SetContinuousStates)(instance_, x.data(), x.size()), fmi2OK);
    }
  }
  std::vector<double> states(std::size_t n) {
    std::vector<double> x(n);
    if (n > 0) {
      EXPECT_EQ(BW_CALL(GetContinuousStates)(instance_, x.data(), n), fmi2OK);
    }
    return x;
  }
  std::vector<double> derivatives(std::size_t n) {
    std::vector<double> dx(n);
    if (BW_CALL(GetDerivatives)(instance_, dx.data(), n) != fmi2OK) dx.assign(n, std::nan(""));
    return dx;
  }
  std::vector<double> indicators(std::size_t n) {
    std::vector<double> z(n);
    if (BW_CALL(GetEventIndicators)(instance_, z.data(), n) != fmi2OK) z.assign(n, std::nan(""));
    return z;
  }
  std::vector<double> nominals(std::size_t n) {
    std::vector<double> sizes(n);
    EXPECT_EQ(BW_CALL(GetNominalsOfContinuousStates)(instance_, sizes.data(), n), fmi2OK);
    return sizes;
  }
  std::optional<model::EventUpdate> event() {
    if (BW_CALL(EnterEventMode)(instance_) != fmi2OK) return {};
    return update();
  }
  bool ends_at_step() {
    fmi2Boolean event = 0, ends = 0;
    return BW_CALL(CompletedIntegratorStep)(instance_, 1, &event, &ends) == fmi2Error || ends != 0;
  }
  // Of a variable in the order of the text: time has the reference 0.
  double value(std::size_t variable, Type type) {
    const auto reference = static_cast<unsigned>(variable + 1);
    double real = 0;
    int whole = 0;
    const fmi2Status status = is_real(type) ? BW_CALL(GetReal)(instance_, &reference, 1, &real)
                              : type == Type::boolean
                                  ? BW_CALL(GetBoolean)(instance_, &reference, 1, &whole)
                                  : BW_CALL(GetInteger)(instance_, &reference, 1, &whole);
    return status != fmi2OK ? std::nan("") : is_real(type) ? real : whole;
  }
  void set(std::size_t variable, Type type, double value) {
    const auto reference = static_cast<unsigned>(variable + 1);
    const int whole = static_cast<int>(value);
    const fmi2Status status = is_real(type) ? BW_CALL(SetReal)(instance_, &reference, 1, &value)
                              : type == Type::boolean
                                  ? BW_CALL(SetBoolean)(instance_, &reference, 1, &whole)
                                  : BW_CALL(SetInteger)(instance_, &reference, 1, &whole);
    EXPECT_EQ(status, fmi2OK);
  }
  void set_real(std::size_t variable, double value) {
    const auto reference = static_cast<unsigned>(variable + 1);
    EXPECT_EQ(BW_CALL(SetReal)(instance_, &reference, 1, &value), fmi2OK);
  }
  // d(derivatives) / d(state k); references of derivatives follow those of the variables.
  std::vector<double> column(const std::vector<std::size_t>& states, std::size_t k,
                             std::size_t variables) {
    std::vector<unsigned> unknowns;
    for (std::size_t i = 0; i < states.size(); ++i)
      unknowns.push_back(static_cast<unsigned>(variables + 1 + i));
    const auto known = static_cast<unsigned>(states[k] + 1);
    const double seed = 1;
    std::vector<double> result(states.size());
    const fmi2Status status = BW_CALL(GetDirectionalDerivative)(
        instance_, unknowns.data(), unknowns.size(), &known, 1, &seed, result.data());
    EXPECT_TRUE(status == fmi2OK || status == fmi2Discard);
    if (status != fmi2OK) result.assign(result.size(), std::nan(""));
    return result;
  }

  std::size_t save() {
    fmi2FMUstate state = nullptr;
    EXPECT_EQ(BW_CALL(GetFMUstate)(instance_, &state), fmi2OK);
    states_.push_back(state);
    return states_.size() - 1;
  }
  void save(std::size_t number) {
    EXPECT_EQ(BW_CALL(GetFMUstate)(instance_, &states_[number]), fmi2OK);
  }
  void restore(std::size_t number) {
    EXPECT_EQ(BW_CALL(SetFMUstate)(instance_, states_[number]), fmi2OK);
  }

 private:
  template <class F>
  F* find(const char* name) const {
    return reinterpret_cast<F*>(dlsym(handle_, name));
  }
  std::optional<model::EventUpdate> update() {
    fmi2EventInfo info{};
    if (BW_CALL(NewDiscreteStates)(instance_, &info) != fmi2OK) return {};
    EXPECT_EQ(info.newDiscreteStatesNeeded, 0);
    EXPECT_EQ(BW_CALL(EnterContinuousTimeMode)(instance_), fmi2OK);
    return model::EventUpdate{
        info.valuesOfContinuousStatesChanged != 0, info.terminateSimulation != 0,
        info.nextEventTimeDefined != 0 ? info.nextEventTime
                                       : std::numeric_limits<double>::infinity()};
  }

  const ScratchFolder scratch_;
  void* handle_ = nullptr;
  fmi2CallbackFunctions callbacks_{ignore_message, std::calloc, std::free, nullptr, nullptr};
  fmi2Component instance_ = nullptr;
  std::vector<fmi2FMUstate> states_;
};

#undef BW_CALL

}  // namespace bw::test
