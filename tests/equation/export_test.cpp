// Exported FMUs, called as an importer calls them. Compiled by the tiny compiler: no system
// compiler is needed, and it is quick.

#include "equation/export/export_fmu.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/code/build_library.h"
#include "equation/code/elf_library.h"
#include "fmi/instance/fmi2.h"
#include "fmi/instance/fmi3.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/text_models.h"
#include "support/scratch_folder.h"

namespace bw::equation::export_test {
namespace {

using test::contains;

std::string model_file(const std::string& name) {
  return BW_SOURCE "/tests/equation/models/" + name + ".mo";
}

// The library and the description of an exported model.
class Exported {
 public:
  explicit Exported(const FlatModel& model, FmiVersion version = FmiVersion::two) {
    for (const ArchiveFile& file : export_fmu(model, "", version, CompilerChoice::tiny)) {
      if (file.path == "modelDescription.xml") description = file.content;
      if (file.path.ends_with(".so")) test::write_file(scratch_ / "x.so", file.content);
    }
    handle_ = dlopen((scratch_ / "x.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  ~Exported() { dlclose(handle_); }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;

  template <class F>
  F* find(const char* name) const {
    return reinterpret_cast<F*>(dlsym(handle_, name));
  }
  std::string value_behind(const std::string& word, std::size_t from = 0) const {
    const std::size_t begin = description.find(word + "=\"", from) + word.size() + 2;
    return description.substr(begin, description.find('"', begin) - begin);
  }
  unsigned reference(const std::string& name) const {
    const std::size_t at = description.find("name=\"" + name + "\"");
    if (at == std::string::npos) throw std::out_of_range(name);
    return static_cast<unsigned>(std::stoul(value_behind("valueReference", at)));
  }

  std::string description;

 private:
  const test::ScratchFolder scratch_;
  void* handle_;
};

#define FMI2(name) fmu_.find<fmi2##name##TYPE>("fmi2" #name)

std::string& said() {
  static std::string text;
  return text;
}

std::vector<std::string>& all_said() {
  static std::vector<std::string> sentences;
  return sentences;
}

void note(fmi2ComponentEnvironment /*environment*/, fmi2String /*name*/, fmi2Status /*status*/,
          fmi2String /*category*/, fmi2String message, ...) {
  std::array<char, 1000> text{};
  va_list values;
  va_start(values, message);
  std::vsnprintf(text.data(), text.size(), message, values);
  va_end(values);
  said() = text.data();
  all_said().push_back(said());
}

// One instance of FMI 2.0.
class Instance {
 public:
  Instance(const Exported& fmu, fmi2Type type) : fmu_(fmu) {
    const std::string guid = fmu.value_behind("guid");
    instance_ = FMI2(Instantiate)("i", type, guid.c_str(), "", &callbacks_, 0, 0);
  }
  ~Instance() { FMI2(FreeInstance)(instance_); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  fmi2Component operator*() const { return instance_; }
  fmi2Status set(const std::string& name, double value) {
    const unsigned reference = fmu_.reference(name);
    return FMI2(SetReal)(instance_, &reference, 1, &value);
  }
  double get(const std::string& name) {
    const unsigned reference = fmu_.reference(name);
    double value = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(FMI2(GetReal)(instance_, &reference, 1, &value), fmi2OK) << said();
    return value;
  }
  fmi2Status initialise(double tolerance = 1e-8) {
    FMI2(SetupExperiment)(instance_, 1, tolerance, 0, 0, 0);
    FMI2(EnterInitializationMode)(instance_);
    return FMI2(ExitInitializationMode)(instance_);
  }
  fmi2Status step(double t, double h) { return FMI2(DoStep)(instance_, t, h, 1); }
  void enter_continuous() {
    fmi2EventInfo info{};
    EXPECT_EQ(FMI2(NewDiscreteStates)(instance_, &info), fmi2OK);
    EXPECT_EQ(FMI2(EnterContinuousTimeMode)(instance_), fmi2OK);
  }

 private:
  const Exported& fmu_;
  fmi2CallbackFunctions callbacks_{note, std::calloc, std::free, nullptr, nullptr};
  fmi2Component instance_;
};

class ExportedBall : public testing::Test {
 protected:
  const FlatModel flat_ = test::read_text_model(model_file("bouncing_ball"));
  const Exported fmu_{flat_};
};

TEST_F(ExportedBall, StepsGiveWhatTheModelGives) {
  test::EquationRun run(flat_);
  run.march(1, 1e-10);
  Instance ball(fmu_, fmi2CoSimulation);
  EXPECT_EQ(ball.initialise(), fmi2OK);
  EXPECT_EQ(ball.step(0, 0.6), fmi2OK);
  EXPECT_EQ(ball.step(0.6, 0.4), fmi2OK);
  EXPECT_NEAR(ball.get("h"), run.value("h"), 1e-7);
  EXPECT_NEAR(ball.get("v"), run.value("v"), 1e-7);
}

TEST_F(ExportedBall, InstancesDoNotDisturbEachOther) {
  Instance a(fmu_, fmi2CoSimulation), b(fmu_, fmi2CoSimulation);
  EXPECT_EQ(b.set("h", 2), fmi2OK);
  EXPECT_EQ(a.initialise(), fmi2OK);
  EXPECT_EQ(b.initialise(), fmi2OK);
  EXPECT_EQ(a.step(0, 0.1), fmi2OK);
  EXPECT_EQ(b.step(0, 0.1), fmi2OK);
  EXPECT_NEAR(b.get("h") - a.get("h"), 1, 1e-9);
}

TEST_F(ExportedBall, ASavedStateGoesOnAsBefore) {
  Instance ball(fmu_, fmi2CoSimulation), other(fmu_, fmi2CoSimulation);
  ball.initialise();
  ball.step(0, 0.4);
  fmi2FMUstate state = nullptr, read = nullptr;
  ASSERT_EQ(FMI2(GetFMUstate)(*ball, &state), fmi2OK);
  std::size_t size = 0;
  ASSERT_EQ(FMI2(SerializedFMUstateSize)(*ball, state, &size), fmi2OK);
  std::vector<char> bytes(size);
  ASSERT_EQ(FMI2(SerializeFMUstate)(*ball, state, bytes.data(), size), fmi2OK);
  ball.step(0.4, 0.6);
  const double h = ball.get("h");
  ASSERT_EQ(FMI2(SetFMUstate)(*ball, state), fmi2OK);
  ball.step(0.4, 0.6);
  EXPECT_EQ(ball.get("h"), h);
  ASSERT_EQ(FMI2(DeSerializeFMUstate)(*other, bytes.data(), size, &read), fmi2OK);
  ASSERT_EQ(FMI2(SetFMUstate)(*other, read), fmi2OK);
  other.step(0.4, 0.6);
  EXPECT_EQ(other.get("h"), h);
  FMI2(FreeFMUstate)(*ball, &state);
  FMI2(FreeFMUstate)(*other, &read);
  EXPECT_EQ(state, nullptr);
  bytes.assign(size, 'x');
  EXPECT_EQ(FMI2(DeSerializeFMUstate)(*other, bytes.data(), size, &read), fmi2Error);
}

TEST_F(ExportedBall, AStateOfTheOtherInterfaceIsRefused) {
  Instance stepped(fmu_, fmi2CoSimulation), exchanged(fmu_, fmi2ModelExchange);
  ASSERT_EQ(stepped.initialise(), fmi2OK);
  ASSERT_EQ(exchanged.initialise(), fmi2OK);
  for (auto [from, to] : {std::pair(&stepped, &exchanged), std::pair(&exchanged, &stepped)}) {
    fmi2FMUstate state = nullptr, read = nullptr;
    std::size_t size = 0;
    ASSERT_EQ(FMI2(GetFMUstate)(**from, &state), fmi2OK);
    ASSERT_EQ(FMI2(SerializedFMUstateSize)(**from, state, &size), fmi2OK);
    std::vector<char> bytes(size);
    ASSERT_EQ(FMI2(SerializeFMUstate)(**from, state, bytes.data(), size), fmi2OK);
    EXPECT_EQ(FMI2(DeSerializeFMUstate)(**to, bytes.data(), size, &read), fmi2Error);
    EXPECT_TRUE(contains(said(), "This state was saved in ")) << said();
    EXPECT_EQ(read, nullptr);
    EXPECT_EQ(FMI2(SetFMUstate)(**to, state), fmi2Error);
    FMI2(FreeFMUstate)(**from, &state);
  }
  EXPECT_EQ(exchanged.step(0, 0.1), fmi2Error);
  EXPECT_EQ(stepped.step(0, 0.1), fmi2OK);
}

TEST_F(ExportedBall, AfterAResetItRestarts) {
  Instance ball(fmu_, fmi2CoSimulation);
  ball.set("h", 3);
  ball.initialise();
  ball.step(0, 0.5);
  ASSERT_EQ(FMI2(Reset)(*ball), fmi2OK);
  EXPECT_EQ(ball.initialise(), fmi2OK);
  EXPECT_EQ(ball.get("h"), 1);
}

TEST_F(ExportedBall, WrongCallsAreErrorsWithASentence) {
  Instance ball(fmu_, fmi2CoSimulation);
  EXPECT_EQ(ball.step(0, 1), fmi2Error);
  EXPECT_TRUE(contains(said(), "fmi2DoStep is not allowed before initialisation")) << said();
  EXPECT_EQ(FMI2(EnterInitializationMode)(*ball), fmi2Error);
  EXPECT_EQ(ball.set("h", std::numeric_limits<double>::quiet_NaN()), fmi2Error);
  EXPECT_TRUE(contains(said(), "h cannot be set: the value is no finite number")) << said();
  EXPECT_EQ(ball.set("der(h)", 1), fmi2Error);
  const unsigned wrong = 999;
  double value = 0;
  EXPECT_EQ(FMI2(GetReal)(*ball, &wrong, 1, &value), fmi2Error);
  EXPECT_EQ(ball.initialise(), fmi2OK);
  EXPECT_EQ(ball.set("e", 0.5), fmi2Error);
  EXPECT_TRUE(contains(said(), "parameters are fixed")) << said();
  EXPECT_EQ(ball.step(0.5, 0.1), fmi2Error);
  EXPECT_TRUE(contains(said(), "the model is at t = 0")) << said();
  EXPECT_EQ(FMI2(Instantiate)("i", fmi2CoSimulation, "{other}", "", nullptr, 0, 0), nullptr);
  EXPECT_EQ(FMI2(DoStep)(nullptr, 0, 1, 1), fmi2Error);
}

TEST_F(ExportedBall, IndicatorsAreNotZeroBehindAnEvent) {
  Instance ball(fmu_, fmi2ModelExchange);
  ball.set("h", 0);
  ball.initialise();
  ball.enter_continuous();
  double z = 0;
  ASSERT_EQ(FMI2(GetEventIndicators)(*ball, &z, 1), fmi2OK);
  EXPECT_LT(z, 0);
  EXPECT_GT(z, -1e-15);
}

TEST_F(ExportedBall, OnlyFunctionsOfFmiAreVisible) {
  for (const char* name : {"derivatives", "jacobian", "update", "bw_model", "bw_event"})
    EXPECT_EQ(fmu_.find<void>(name), nullptr) << name;
  EXPECT_NE(fmu_.find<void>("fmi2DoStep"), nullptr);
}

// Without a word about it in the library the C library makes the stack executable, or refuses.
TEST_F(ExportedBall, ItsLibraryLeavesTheStackAsItIs) {
  std::ifstream maps("/proc/self/maps");
  std::string stack;
  for (std::string line; std::getline(maps, line);)
    if (contains(line, "[stack]")) stack = line;
  EXPECT_TRUE(contains(stack, " rw-p ")) << stack;
}

TEST(ElfLibrary, WhatIsNoLibraryStaysAsItIs) {
  for (const std::string bytes : {"", "\177ELF",
                                  "no library, but as long as the head of one would be "
                                  "at the least, which is 64 bytes"})
    EXPECT_EQ(with_plain_stack(with_hidden_symbols(bytes, "n")), bytes);
}

TEST(TinyCompiler, AFunctionWithoutADeclarationIsRefused) {  // it would be one of integers
  EXPECT_THROW(
      build_library({{"a.c", "double f(double x) { return lgamma(x); }\n"}}, CompilerChoice::tiny),
      InputError);
}

class ExportedDiode : public testing::Test {
 protected:
  const FlatModel flat_ = test::read_text_model(model_file("diode"));
  const Exported fmu_{flat_};
};

// The loop's answer is part of them: di/dsource = 1 / (R + dud/di).
TEST_F(ExportedDiode, DirectionalDerivativesAreThoseOfTheEquations) {
  Instance diode(fmu_, fmi2ModelExchange);
  ASSERT_EQ(diode.initialise(), fmi2OK);
  diode.enter_continuous();
  const std::array<unsigned, 2> unknowns{fmu_.reference("i"), fmu_.reference("der(uc)")};
  const std::array<unsigned, 2> knowns{fmu_.reference("source"), fmu_.reference("uc")};
  const double i = diode.get("i"), slope = 1 / (100 + 0.025 / (i + 1e-9));
  const auto direction = [&](double du, double dx) {
    const std::array<double, 2> seed{du, dx};
    std::array<double, 2> result{};
    EXPECT_EQ(FMI2(GetDirectionalDerivative)(*diode, unknowns.data(), 2, knowns.data(), 2,
                                             seed.data(), result.data()),
              fmi2OK);
    return result;
  };
  EXPECT_NEAR(direction(1, 0)[0], slope, 1e-12 * slope);
  EXPECT_NEAR(direction(0, 1)[0], -slope, 1e-12 * slope);
  EXPECT_NEAR(direction(2, 0)[1], 2 * 1000 * slope, 1e-12 * 2000 * slope);
  EXPECT_NEAR(direction(0, 1)[1], 1000 * (-slope - 1.0 / 2000), 1e-11);
}

TEST_F(ExportedDiode, ParametersThatAreFormulasFollow) {
  Instance diode(fmu_, fmi2CoSimulation);
  EXPECT_EQ(diode.set("tau", 1), fmi2Error);
  EXPECT_EQ(diode.set("R", 50), fmi2OK);
  EXPECT_EQ(diode.get("tau"), 0.05);
  EXPECT_EQ(diode.set("source", 3), fmi2OK);
  EXPECT_EQ(diode.initialise(), fmi2OK);
  EXPECT_NEAR(diode.get("ud") + 50 * diode.get("i"), 3, 1e-10);
  EXPECT_EQ(diode.set("source", 4), fmi2OK);  // between steps: direct feedthrough is up to date
  EXPECT_NEAR(diode.get("ud") + 50 * diode.get("i"), 4, 1e-10);
}

TEST_F(ExportedDiode, TheDescriptionSaysWhatDependsOnWhat) {
  EXPECT_TRUE(contains(fmu_.description, "causality=\"calculatedParameter\""));
  EXPECT_TRUE(contains(fmu_.description, "<BaseUnit kg=\"1\" m=\"2\" s=\"-3\" A=\"-1\"/>"));
  const std::size_t outputs = fmu_.description.find("<Outputs>");
  const unsigned source = fmu_.reference("source") + 1, uc = fmu_.reference("uc") + 1;
  EXPECT_TRUE(contains(fmu_.description.substr(outputs),
                       "dependencies=\"" + std::to_string(source) + " " + std::to_string(uc)));
}

FlatModel model_with(const std::string& declarations, const std::string& equations) {
  return read_model("model m\n" + declarations + "equation\n" + equations + "end m;\n", "m.mo")
      .model;
}

FlatModel model_with_assertions() {
  return model_with("  parameter Real a = 0;\n  Real x(start=a, fixed=true);\n",
                    "  der(x) = 1;\n  assert(x < 0.5, \"x is too large\");\n"
                    "  assert(x < 0.2, \"x warns\", AssertionLevel.warning);\n");
}

int times_said(const std::string& words) {
  int count = 0;
  for (const std::string& sentence : all_said()) count += contains(sentence, words) ? 1 : 0;
  return count;
}

TEST(ExportedModels, AnAssertionThatDoesNotHoldIsAnErrorAndTheLastSentence) {
  const Exported fmu_(model_with_assertions());
  Instance m(fmu_, fmi2CoSimulation);
  ASSERT_EQ(m.initialise(), fmi2OK);
  EXPECT_EQ(m.step(0, 0.4), fmi2OK);
  EXPECT_EQ(m.step(0.4, 1), fmi2Error);
  EXPECT_TRUE(contains(said(), "x is too large")) << said();
  Instance late(fmu_, fmi2CoSimulation), exchanged(fmu_, fmi2ModelExchange);
  for (Instance* begun : {&late, &exchanged}) {
    EXPECT_EQ(begun->set("a", 1), fmi2OK);
    EXPECT_EQ(begun->initialise(), fmi2Error);
    EXPECT_TRUE(contains(said(), "At t = 0 an assertion does not hold: x is too large")) << said();
  }
}

TEST(ExportedModels, AWarningIsReportedWhenItBeginsNotToHold) {
  const Exported fmu_(model_with_assertions());
  Instance m(fmu_, fmi2CoSimulation);
  ASSERT_EQ(m.initialise(), fmi2OK);
  all_said().clear();
  for (int k = 0; k < 40; ++k) EXPECT_EQ(m.step(0.01 * k, 0.01), fmi2OK);
  EXPECT_EQ(times_said("x warns"), 1);
  EXPECT_EQ(all_said().size(), 1U);
}

// Relations change at events only; those within noEvent() immediately.
TEST(ExportedModels, AssertionsHoldInModelExchange) {
  for (const bool by_events : {true, false}) {
    const Exported fmu_(by_events
                            ? model_with_assertions()
                            : model_with("  Real x(start=0, fixed=true);\n",
                                         "  der(x) = 1;\n  assert(noEvent(x < 0.5), \"x is too "
                                         "large\");\n  assert(noEvent(x < 0.2), \"x warns\", "
                                         "AssertionLevel.warning);\n"));
    Instance m(fmu_, fmi2ModelExchange);
    ASSERT_EQ(m.initialise(), fmi2OK);
    m.enter_continuous();
    all_said().clear();
    const auto go_to = [&](double x) {
      int event = 0, ends = 0;
      fmi2EventInfo info{};
      FMI2(SetTime)(*m, x);
      FMI2(SetContinuousStates)(*m, &x, 1);
      if (!by_events) return FMI2(CompletedIntegratorStep)(*m, 1, &event, &ends);
      FMI2(EnterEventMode)(*m);
      const fmi2Status answer = FMI2(NewDiscreteStates)(*m, &info);
      if (answer == fmi2OK) FMI2(EnterContinuousTimeMode)(*m);
      return answer;
    };
    for (const double x : {0.1, 0.3, 0.4}) EXPECT_EQ(go_to(x), fmi2OK);
    EXPECT_EQ(times_said("x warns"), 1);
    EXPECT_EQ(go_to(0.6), fmi2Error);
    EXPECT_TRUE(contains(said(), "At t = 0.6 an assertion does not hold: x is too large"))
        << said();
    EXPECT_EQ(FMI2(EnterEventMode)(*m), fmi2Error);
  }
}

TEST(ExportedModels, WhereAModelEndsItselfNoStepFollows) {
  const Exported fmu_(model_with("  Real x(start=0, fixed=true);\n",
                                 "  der(x) = 1;\n"
                                 "  when x > 0.3333 then terminate(\"enough\"); end when;\n"));
  Instance m(fmu_, fmi2CoSimulation);
  ASSERT_EQ(m.initialise(), fmi2OK);
  EXPECT_EQ(m.step(0, 0.3), fmi2OK);
  EXPECT_EQ(m.step(0.3, 0.1), fmi2Discard);
  EXPECT_NEAR(m.get("x"), 0.3333, 1e-9);
  EXPECT_EQ(m.step(0.3, 0.1), fmi2Discard);  // whatever time the importer set
  EXPECT_EQ(m.step(0.4, 0.1), fmi2Discard);
  fmi2Boolean terminated = 0;
  EXPECT_EQ(FMI2(GetBooleanStatus)(*m, fmi2Terminated, &terminated), fmi2OK);
  EXPECT_EQ(terminated, fmi2True);
}

// The bounces of a ball that nothing brings to rest end at sqrt(2 / g) (1 + e) / (1 - e).
TEST(ExportedModels, EventsThatNeverPassATimeAreAnErrorThatNamesIt) {
  const Exported fmu_(
      model_with("  parameter Real e = 0.5;\n  Real h(start=1, fixed=true);\n"
                 "  Real v(start=0, fixed=true);\n",
                 "  der(h) = v;\n  der(v) = -9.81;\n"
                 "  when h < 0 then reinit(v, -e*pre(v)); end when;\n"));
  for (const double e : {0.1, 0.5, 0.9}) {
    Instance ball(fmu_, fmi2CoSimulation);
    EXPECT_EQ(ball.set("e", e), fmi2OK);
    ASSERT_EQ(ball.initialise(), fmi2OK);
    const double limit = std::sqrt(2 / 9.81) * (1 + e) / (1 - e);
    EXPECT_EQ(ball.step(0, 0.9 * limit), fmi2OK);
    EXPECT_EQ(ball.step(0.9 * limit, limit), fmi2Error);
    const std::string words = "no time beyond t = ";
    const std::size_t at = said().find(words);
    ASSERT_NE(at, std::string::npos) << said();
    EXPECT_NEAR(std::stod(said().substr(at + words.size())), limit, 1e-6 * limit);
  }
}

TEST(ExportedModels, AnIntegerThatIsTooLargeIsAnErrorWhereItHappens) {
  const Exported fmu_(model_with("  Integer n(start=1, fixed=true);\n",
                                 "  when sample(0.25, 0.25) then n = 4000*pre(n); end when;\n"));
  Instance m(fmu_, fmi2CoSimulation);
  ASSERT_EQ(m.initialise(), fmi2OK);
  EXPECT_EQ(m.step(0, 0.5), fmi2OK) << said();
  EXPECT_EQ(m.step(0.5, 0.5), fmi2Error);
  EXPECT_TRUE(contains(said(), "At t = 0.75 the Integer n would be 64000000000")) << said();
}

TEST(ExportedModels, ALoopWithoutSolutionIsAnErrorThatNamesIt) {
  const FlatModel flat = read_model(
                             "model m\n  parameter Real p = 1;\n  Real y(start=1);\n"
                             "  Real x(start=0, fixed=true);\nequation\n  der(x) = y;\n"
                             "  y^2 + exp(y) = p;\nend m;\n",
                             "m.mo")
                             .model;
  const Exported fmu_(flat);
  Instance good(fmu_, fmi2CoSimulation), bad(fmu_, fmi2CoSimulation);
  EXPECT_EQ(good.initialise(), fmi2OK);
  EXPECT_NEAR(good.get("y"), 0, 1e-15);  // relative to itself the way to 0 never becomes short
  EXPECT_NEAR(test::EquationRun(flat).value("y"), 0, 1e-15);
  EXPECT_EQ(bad.set("p", -1), fmi2OK);
  EXPECT_EQ(bad.initialise(), fmi2Error);
  EXPECT_TRUE(contains(said(), "the equations for y have no solution")) << said();
  EXPECT_EQ(bad.step(0, 1), fmi2Error);
}

TEST(ExportedModels, TimeActsOnStiffModels) {  // x follows cos(time): df/dt has to be right
  const Exported fmu_(read_model("model m\n  Real x(start=1, fixed=true);\nequation\n"
                                 "  der(x) = -1e6*(x - cos(time)) - sin(time);\nend m;\n",
                                 "m.mo")
                          .model);
  Instance m(fmu_, fmi2CoSimulation);
  m.initialise(1e-7);
  EXPECT_EQ(m.step(0, 5), fmi2OK) << said();
  EXPECT_NEAR(m.get("x"), std::cos(5.0), 1e-6);
}

TEST(ExportedModels, DiscreteInputsActAtTheNextStep) {
  const Exported fmu_(read_model("model m\n  input Boolean on(start=false);\n"
                                 "  Integer n(start=0, fixed=true);\n"
                                 "  Real x(start=0, fixed=true);\nequation\n"
                                 "  der(x) = if on then 1 else 0;\n"
                                 "  when on then n = pre(n) + 1; end when;\nend m;\n",
                                 "m.mo")
                          .model);
  Instance m(fmu_, fmi2CoSimulation);
  m.initialise();
  EXPECT_EQ(m.step(0, 1), fmi2OK);
  const unsigned on = fmu_.reference("on"), n = fmu_.reference("n");
  const int yes = 1;
  EXPECT_EQ(FMI2(SetBoolean)(*m, &on, 1, &yes), fmi2OK);
  EXPECT_EQ(m.step(1, 1), fmi2OK);
  EXPECT_NEAR(m.get("x"), 1, 1e-12);
  int count = 0;
  EXPECT_EQ(FMI2(GetInteger)(*m, &n, 1, &count), fmi2OK);
  EXPECT_EQ(count, 1);
}

TEST(ExportedModels, OfFmi3HasTheSameNumbers) {
  const FlatModel flat = test::read_text_model(model_file("bouncing_ball"));
  const Exported fmu(flat, FmiVersion::three);
  const std::string token = fmu.value_behind("instantiationToken");
  const auto instantiate = fmu.find<fmi3InstantiateCoSimulationTYPE>("fmi3InstantiateCoSimulation");
  EXPECT_EQ(instantiate("i", token.c_str(), "", false, false, true, false, nullptr, 0, nullptr,
                        nullptr, nullptr),
            nullptr);  // there is no event mode
  fmi3Instance ball = instantiate("i", token.c_str(), "", false, false, false, false, nullptr, 0,
                                  nullptr, nullptr, nullptr);
  ASSERT_NE(ball, nullptr);
  EXPECT_EQ(fmu.find<fmi3EnterInitializationModeTYPE>("fmi3EnterInitializationMode")(
                ball, true, 1e-9, 0, false, 0),
            fmi3OK);
  EXPECT_EQ(fmu.find<fmi3ExitInitializationModeTYPE>("fmi3ExitInitializationMode")(ball), fmi3OK);
  bool event = false, ends = false, early = false;
  double reached = 0;
  EXPECT_EQ(
      fmu.find<fmi3DoStepTYPE>("fmi3DoStep")(ball, 0, 1, true, &event, &ends, &early, &reached),
      fmi3OK);
  EXPECT_EQ(reached, 1);
  const unsigned h = fmu.reference("h"), bounces = fmu.reference("bounces");
  double height = 0;
  int count = 0;
  EXPECT_EQ(fmu.find<fmi3GetFloat64TYPE>("fmi3GetFloat64")(ball, &h, 1, &height, 1), fmi3OK);
  EXPECT_EQ(fmu.find<fmi3GetInt32TYPE>("fmi3GetInt32")(ball, &bounces, 1, &count, 1), fmi3OK);
  EXPECT_EQ(count, 1);
  test::EquationRun run(flat);
  run.march(1, 1e-10);
  EXPECT_NEAR(height, run.value("h"), 1e-8);
  fmu.find<fmi3FreeInstanceTYPE>("fmi3FreeInstance")(ball);
}

}  // namespace
}  // namespace bw::equation::export_test
