#include "fmi/component/fmu.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/run_control.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/refusal.h"

namespace bw::fmi::fmu_test {
namespace {

using model::Interface;

namespace fs = std::filesystem;
using test::contains;
using test::FmuPieces;
using test::make_zip;
using test::ScratchFolder;
using test::written;
using test::ZipEntry;

std::string refusal(const std::vector<ZipEntry>& entries) {
  const ScratchFolder scratch;
  const fs::path file = written(scratch, "odd.fmu", make_zip(entries));
  Bells bells;
  std::string said = test::refusal<InputError>([&] {
    const auto fmu = open_fmu(file, bells, {});
    fmu->prepare(fmu->interfaces().front(), bells);
  });
  EXPECT_TRUE(contains(said, file.string()));
  return said;
}

// One step of the component; its output afterwards.
double one_step(model::Component& component) {
  double y = 0;
  const model::SignalsOut out{{&y, 1}, {}};
  component.begin(0, 1);
  component.evaluate({}, out);
  component.start();
  component.advance({}, 0, 1, out);
  component.finish();
  return y;
}

model::ComponentRequest request(const model::Blueprint& fmu, const std::string& name, double rate) {
  model::ComponentRequest wanted{.name = name};
  wanted.outputs = {test::index_of(fmu, "y")};
  wanted.starts = {{test::index_of(fmu, "rate"), rate}};
  return wanted;
}

TEST(Fmu, WithoutADescriptionItIsNone) {
  EXPECT_TRUE(contains(
      refusal({{.name = "readme.txt", .bytes = "hello"}}),
      "the archive has no 'modelDescription.xml'; every FMU has one, so this is not an FMU."));
}

TEST(Fmu, AnInterfaceThatIsNotOfferedIsRefused) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("decay"), bells, {});
  EXPECT_EQ(fmu->interfaces(), std::vector<Interface>{Interface::co_simulation});
  EXPECT_THROW(fmu->prepare(Interface::model_exchange, bells), InputError);
}

TEST(Fmu, OneThatNeedsTheToolThatMadeItSaysSoAndOthersDoNot) {
  const ScratchFolder scratch;
  FmuPieces pieces("decay");
  for (const bool needs_tool : {false, true}) {
    if (needs_tool) pieces.replace("<CoSimulation", "<CoSimulation needsExecutionTool=\"true\"");
    const std::string name = needs_tool ? "needy.fmu" : "plain.fmu";
    Bells bells;
    const auto fmu = open_fmu(written(scratch, name, make_zip(pieces.entries())), bells, {});
    std::vector<std::string> announced;  // before anything waits for the tool
    RunControl control;
    control.on_announcement = [&](const std::string& sentence) { announced.push_back(sentence); };
    const ControlScope scope(control);
    fmu->prepare(Interface::co_simulation, bells);
    EXPECT_EQ(announced.size(), needs_tool ? 1U : 0U);
    ASSERT_EQ(bells.rung().size(), needs_tool ? 1U : 0U);
    if (!needs_tool) continue;
    EXPECT_EQ(bells.rung()[0].code, BellCode::fmu_needs_tool);
    EXPECT_EQ(bells.rung()[0].subject, "needy.fmu");
  }
}

TEST(Fmu, ModelExchangeComesFirstWhereItIsOffered) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("3/Dahlquist"), bells, {});
  const std::vector<Interface> offered = {Interface::model_exchange, Interface::co_simulation};
  EXPECT_EQ(fmu->interfaces(), offered);
}

TEST(Fmu, WithoutALibraryForThisMachineItNamesThoseThatAreThere) {
  const FmuPieces pieces("decay");
  const std::string said = refusal({{.name = "modelDescription.xml", .bytes = pieces.description},
                                    {.name = "binaries/win64/decay.dll", .bytes = "MZ"},
                                    {.name = "binaries/darwin64/decay.dylib", .bytes = "x"}});
  EXPECT_TRUE(contains(said, "no library for this machine (" + pieces.library_entry() + ")"));
  EXPECT_TRUE(contains(said, "it contains libraries for: darwin64, win64."));
}

TEST(Fmu, WithoutAnyLibraryItSaysSo) {
  const FmuPieces pieces("decay");
  EXPECT_TRUE(contains(refusal({{.name = "modelDescription.xml", .bytes = pieces.description}}),
                       "it contains libraries for: no platform at all."));
}

TEST(Fmu, ALibraryOfAnotherNameIsNotThisOne) {
  FmuPieces pieces("decay");
  pieces.replace("modelIdentifier=\"decay\"", "modelIdentifier=\"dekay\"");
  EXPECT_TRUE(contains(
      refusal(pieces.entries()),
      "dekay.so) and no sources; it contains libraries for: " + platform_folders().front() + "."));
}

TEST(Fmu, ABrokenLibraryIsRefusedWithTheNameOfTheFmu) {
  FmuPieces pieces("decay");
  pieces.library = "MZ" + std::string(1000, ' ');
  EXPECT_TRUE(contains(refusal(pieces.entries()),
                       "the library decay.so cannot be loaded: it is a Windows library."));
}

TEST(Fmu, AnotherGuidThanTheLibrarysGivesNoInstance) {
  FmuPieces pieces("decay");
  pieces.replace("{24e9635f", "{00000000");
  const ScratchFolder scratch;
  Bells bells;
  const auto fmu = open_fmu(written(scratch, "a.fmu", make_zip(pieces.entries())), bells, {});
  const auto error = test::caught<ComponentFailure>([&] { fmu->make({.name = "p"}, bells); });
  ASSERT_TRUE(error) << "instantiated";
  EXPECT_EQ(error->component, "p");
  EXPECT_TRUE(
      contains(error->what(), "fmi2Instantiate at t = 0 returned no instance: The GUID is not"));
}

TEST(Fmu, OneFmuMayBeSeveralComponents) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("decay"), bells, {});
  const auto slow = fmu->make(request(*fmu, "slow", 0), bells);
  const auto fast = fmu->make(request(*fmu, "fast", 1), bells);
  EXPECT_EQ(one_step(*slow), 1.0);
  EXPECT_NEAR(one_step(*fast), 0.36787944117144233, 1e-15);
}

TEST(Fmu, TwoFilesOfTheSameFmuDoNotDisturbEachOther) {
  const FmuPieces pieces("decay");
  const ScratchFolder scratch;
  Bells bells;
  const auto a = open_fmu(written(scratch, "a.fmu", make_zip(pieces.entries())), bells, {});
  const auto b = open_fmu(written(scratch, "b.fmu", make_zip(pieces.entries())), bells, {});
  const auto slow = a->make(request(*a, "slow", 0), bells);
  const auto fast = b->make(request(*b, "fast", 1), bells);
  EXPECT_NEAR(one_step(*fast), 0.36787944117144233, 1e-15);
  EXPECT_EQ(one_step(*slow), 1.0);
}

std::shared_ptr<const model::Blueprint> one_at_a_time(const ScratchFolder& scratch, Bells& bells) {
  FmuPieces pieces("decay");
  pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                 "canBeInstantiatedOnlyOncePerProcess=\"true\"");
  return open_fmu(written(scratch, "once.fmu", make_zip(pieces.entries())), bells, {});
}

TEST(Fmu, WhatMayBeInstantiatedOnceIsRefusedTheSecondTime) {
  const ScratchFolder scratch;
  Bells bells;
  const auto fmu = one_at_a_time(scratch, bells);
  const auto first = fmu->make(request(*fmu, "first", 1), bells);
  const std::string said =
      test::refusal<InputError>([&] { fmu->make(request(*fmu, "second", 1), bells); });
  EXPECT_TRUE(contains(said, "once.fmu: it allows one instance per process"));
  EXPECT_TRUE(contains(said, "component 'second'"));
}

TEST(Fmu, ThatOnlyOneInstanceMayBeIsACapability) {
  const ScratchFolder scratch;
  Bells bells;
  const auto once = one_at_a_time(scratch, bells),
             often = open_fmu(test::test_fmu("decay"), bells, {});
  EXPECT_TRUE(once->capabilities(Interface::co_simulation).one_instance_only);
  EXPECT_FALSE(often->capabilities(Interface::co_simulation).one_instance_only);
}

TEST(Fmu, OneInstanceAtATimeIsEnoughForTwoAfterEachOther) {
  const ScratchFolder scratch;
  Bells bells;
  const auto fmu = one_at_a_time(scratch, bells);
  for (int k = 0; k < 3; ++k) EXPECT_NE(fmu->make(request(*fmu, "one", 1), bells), nullptr);
}

TEST(Fmu, AComponentKeepsItsLibraryWhenTheBlueprintIsGone) {
  Bells bells;
  auto fmu = open_fmu(test::test_fmu("decay"), bells, {});
  const auto component = fmu->make(request(*fmu, "orphan", 1), bells);
  fmu.reset();
  component->begin(0, 1);
  component->start();
  component->finish();
}

#if defined(__x86_64__)
TEST(Fmu, ALibraryThatSetsFlushToZeroWhenItIsLoadedDoesNotChangeOurNumbers) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("fast_math"), bells, {});
  fmu->prepare(Interface::co_simulation, bells);
  volatile double smallest = std::numeric_limits<double>::min();
  EXPECT_GT(smallest / 2, 0.0);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::fmu_environment);
  EXPECT_TRUE(contains(bells.rung()[0].message, "while the library was loaded: floating-point"));
}
#endif

// TMPDIR, into which FMUs are unpacked, while it lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const fs::path& folder) {
    if (const char* value = std::getenv("TMPDIR")) before_ = value;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_)
      setenv("TMPDIR", before_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(Fmu, BlanksAndUmlautsInPathsDoNoHarm) {
  const ScratchFolder scratch;
  const fs::path odd = scratch.path() / "größe 100% #1";
  fs::create_directories(odd / "tmp dir");
  const TemporaryFolder variable(odd / "tmp dir");
  fs::copy_file(test::test_fmu("decay"), odd / "ein Zerfall.fmu");
  Bells bells;
  const auto fmu = open_fmu(odd / "ein Zerfall.fmu", bells, {});
  EXPECT_EQ(one_step(*fmu->make(request(*fmu, "p", 0), bells)), 1.0);
}

TEST(Fmu, ATmpdirThatIsRelativeIsOneAllTheSame) {
  const ScratchFolder scratch;
  fs::create_directories(scratch.path() / "tmp");
  const fs::path before = fs::current_path();
  fs::current_path(scratch.path());
  {
    const TemporaryFolder variable("tmp");
    Bells bells;
    const auto fmu = open_fmu(test::test_fmu("decay"), bells, {});
    fmu->prepare(Interface::co_simulation, bells);
    fs::current_path(before);  // the unpacked files are found from anywhere
    EXPECT_EQ(one_step(*fmu->make(request(*fmu, "p", 0), bells)), 1.0);
  }
  EXPECT_TRUE(fs::is_empty(scratch.path() / "tmp"));
}

TEST(Fmu, NothingIsLeftInTheTemporaryFolder) {
  const ScratchFolder scratch;
  const TemporaryFolder variable(scratch.path());
  Bells bells;
  {
    const auto fmu = open_fmu(test::test_fmu("decay"), bells, {});
    fmu->prepare(Interface::co_simulation, bells);
    EXPECT_FALSE(fs::is_empty(scratch.path()));
  }
  EXPECT_TRUE(fs::is_empty(scratch.path()));
}

TEST(Fmu, AMissingFileIsNamed) {
  Bells bells;
  const std::string said =
      test::refusal<InputError>([&] { open_fmu("nowhere/none.fmu", bells, {}); });
  EXPECT_TRUE(contains(said, "nowhere/none.fmu"));
}

}  // namespace
}  // namespace bw::fmi::fmu_test
