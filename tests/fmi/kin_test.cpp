// Which components share code, and thus never run at the same time.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/fmi/component_bench.h"
#include "support/scratch_folder.h"

namespace bw::fmi::kin_test {
namespace {

const void* kin_of(const model::Blueprint& blueprint, Bells& bells,
                   model::Interface interface = model::Interface::co_simulation) {
  model::ComponentRequest request{.name = "part"};
  request.interface = interface;
  return blueprint.make(request, bells)->shape().kin;
}

TEST(Kin, ComponentsOfOneFileShareTheirCode) {
  Bells bells;
  const auto decay = open_fmu(test::test_fmu("decay"), bells, {});
  const void* kin = kin_of(*decay, bells);
  EXPECT_NE(kin, nullptr);
  EXPECT_EQ(kin_of(*decay, bells), kin);
}

TEST(Kin, ComponentsOfTwoFilesDoNotEvenIfTheFilesAreEqual) {
  const test::ScratchFolder scratch;
  std::filesystem::copy_file(test::test_fmu("decay"), scratch / "copy.fmu");
  Bells bells;
  const auto decay = open_fmu(test::test_fmu("decay"), bells, {});
  const auto copy = open_fmu(scratch / "copy.fmu", bells, {});
  EXPECT_NE(kin_of(*decay, bells), kin_of(*copy, bells));
}

TEST(Kin, BothInterfacesOfAnFmuShareItsLibrary) {
  Bells bells;
  const auto fmu = open_fmu(test::test_fmu("2/Dahlquist"), bells, {});
  model::ComponentRequest request{.name = "part"};
  request.interface = model::Interface::model_exchange;
  const auto model = fmu->make_model(request, bells);
  EXPECT_EQ(model->shape().kin, kin_of(*fmu, bells));
}

}  // namespace
}  // namespace bw::fmi::kin_test
