#include "fmi/instance/binary.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>

#include "base/error.h"
#include "fmi/instance/functions.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/refusal.h"

namespace bw::fmi::binary_test {
namespace {

using test::contains;
using test::FmuPieces;
using test::ScratchFolder;
using test::written;

std::string refusal(const std::string& bytes) {
  const ScratchFolder scratch;
  std::string said =
      test::refusal<InputError>([&] { const Binary binary(written(scratch, "part.so", bytes)); });
  EXPECT_TRUE(contains(said, "the library part.so cannot be loaded: "));
  return said;
}

std::string decay() { return FmuPieces("decay").library; }

TEST(Binary, FindsTheFunctionsOfALibrary) {
  const ScratchFolder scratch;
  const Binary binary(written(scratch, "decay.so", decay()));
  EXPECT_NE(binary.find("fmi2DoStep"), nullptr);
  EXPECT_EQ(binary.find("fmi3DoStep"), nullptr);
}

TEST(Binary, DoesNotShowItsSymbolsToOthers) {
  const ScratchFolder scratch;
  const Binary decay_library(written(scratch, "decay.so", decay()));
  const Binary other(written(scratch, "algebraic.so", FmuPieces("algebraic").library));
  EXPECT_NE(decay_library.find("fmi2DoStep"), other.find("fmi2DoStep"));
}

TEST(Binary, AMissingFileIsSaid) {
  const std::string said =
      test::refusal<InputError>([&] { const Binary binary("/nowhere/gone.so"); });
  EXPECT_TRUE(contains(said, "the library gone.so cannot be loaded"));
  EXPECT_TRUE(contains(said, "No such file"));
}

// All descriptors that are open stay so; no other can be opened.
class NoFreeDescriptor {
 public:
  NoFreeDescriptor() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoFreeDescriptor() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoFreeDescriptor(const NoFreeDescriptor&) = delete;
  NoFreeDescriptor& operator=(const NoFreeDescriptor&) = delete;

 private:
  rlimit before_{};
};

TEST(Binary, WhereNoDescriptorIsFreeThatIsSaid) {
  const ScratchFolder scratch;
  const std::filesystem::path library = written(scratch, "part.so", decay());
  const std::string said = test::refusal<InputError>([&] {
    const NoFreeDescriptor none;
    const Binary binary(library);
  });
  EXPECT_EQ(said, "the library part.so cannot be loaded: Too many open files.");
}

TEST(Binary, AnotherArchitectureIsNamedBesideThisOne) {
  std::string bytes = decay();
  constexpr std::size_t e_machine = 18;
  bytes[e_machine] = static_cast<char>(0xF3);  // RISC-V
  bytes[e_machine + 1] = 0;
  EXPECT_TRUE(contains(refusal(bytes), "it is built for RISC-V, and this machine is "));
}

TEST(Binary, AThirtyTwoBitLibraryIsNamed) {
  std::string bytes = decay();
  constexpr std::size_t ei_class = 4, e_machine = 18;
  bytes[ei_class] = 1;
  bytes[e_machine] = 3;
  bytes[e_machine + 1] = 0;
  EXPECT_TRUE(contains(refusal(bytes), "it is built for 32-bit x86"));
}

TEST(Binary, AWindowsLibraryIsRecognised) {
  EXPECT_TRUE(contains(refusal("MZ\x90" + std::string(500, '\0')), "it is a Windows library"));
}

TEST(Binary, AMacLibraryOrATextIsNoElf) {
  EXPECT_TRUE(contains(refusal("\xCF\xFA\xED\xFE" + std::string(500, '\0')), "not an ELF shared"));
  EXPECT_TRUE(contains(refusal(std::string(500, 'x')), "not an ELF shared library"));
}

TEST(Binary, ATruncatedLibraryIsRefused) {
  EXPECT_TRUE(contains(refusal(""), "too short to be a shared library"));
  EXPECT_TRUE(contains(refusal(decay().substr(0, 40)), "too short to be a shared library"));
  EXPECT_NE(refusal(decay().substr(0, 3000)), "accepted");
}

TEST(Binary, AnFmuLibraryWithoutStepsIsNoneForCoSimulation) {
  // A library with a symbol renamed: as if it had never been there.
  std::string bytes = decay();
  std::size_t at = 0;
  while ((at = bytes.find("fmi2DoStep", at)) != std::string::npos) bytes[at] = 'x';
  const ScratchFolder scratch;
  const Binary binary(written(scratch, "decay.so", bytes));
  Report report;
  const Description description =
      Description::parse(FmuPieces("decay").description, "decay.xml", report);
  const FoundFunctions found = find_functions(binary, description, Interface::co_simulation);
  EXPECT_EQ(found.missing_needed, std::vector<std::string>{"fmi2DoStep"});
}

TEST(Binary, OptionalFunctionsThatAreMissingAreNoObstacle) {
  std::string bytes = decay();
  std::size_t at = 0;
  while ((at = bytes.find("fmi2CancelStep", at)) != std::string::npos) bytes[at] = 'x';
  const ScratchFolder scratch;
  const Binary binary(written(scratch, "decay.so", bytes));
  Report report;
  const Description description =
      Description::parse(FmuPieces("decay").description, "decay.xml", report);
  const FoundFunctions found = find_functions(binary, description, Interface::co_simulation);
  EXPECT_TRUE(found.missing_needed.empty());
  EXPECT_EQ(found.missing, std::vector<std::string>{"fmi2CancelStep"});
}

}  // namespace
}  // namespace bw::fmi::binary_test
