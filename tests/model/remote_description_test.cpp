#include "model/remote/remote_description.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "model/remote/remote_blueprint.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::model::remote_description_test {
namespace {

using namespace test;

const std::string first_lines = "bellwether remote 1\nsocket\t/nowhere\ncomponent\t2\n";

class RemoteFile : public testing::Test {
 protected:
  RemoteDescription read(const std::string& text) const {
    write_file(folder / "x.remote", text);
    return read_remote(folder / "x.remote");
  }
  std::string refused(const std::string& text) const {
    return refusal<InputError>([&] { read(text); });
  }
  const ScratchFolder folder;
};

TEST_F(RemoteFile, DescribesAModel) {
  const RemoteDescription made =
      read(first_lines +
           "kind\tmodel\ninput\tforce\tN\t3\nstate\tx\tm\t1\t10\noutput\tpower\tW\nindicators\t2\n"
           "has\tjacobian\n");
  EXPECT_EQ(made.socket, "/nowhere");
  EXPECT_EQ(made.component, 2);
  EXPECT_EQ(made.kind, RemoteDescription::Kind::model);
  ASSERT_EQ(made.variables.size(), 3u);
  EXPECT_EQ(made.variables[0].unit, "N");
  EXPECT_EQ(std::get<double>(*made.variables[0].start), 3);
  EXPECT_EQ(made.variables[1].nominal, 10);
  EXPECT_TRUE(made.variables[1].is_state);
  EXPECT_TRUE(made.variables[1].direct_inputs.has_value());   // a state follows no input at once
  EXPECT_FALSE(made.variables[2].direct_inputs.has_value());  // an output may
  EXPECT_EQ(made.indicators, 2u);
  EXPECT_TRUE(made.has_jacobian);
  EXPECT_FALSE(made.keeps_state());
}

TEST_F(RemoteFile, OfASampledFunctionHasDiscreteOutputs) {
  const RemoteDescription made = read(first_lines + "kind\tsampled\noutput\ty\t\n");
  EXPECT_EQ(made.variables[0].variability, Variability::discrete);
  EXPECT_TRUE(made.keeps_state());
}

TEST_F(RemoteFile, IsRefusedWithTheLine) {
  EXPECT_TRUE(contains(refused("something else\n"), "x.remote:1: its first line is not"));
  EXPECT_TRUE(contains(refused("bellwether remote 1\nkind\tmodel\n"), "names no socket"));
  EXPECT_TRUE(contains(refused(first_lines + "kind\tother\n"), "x.remote:4: kind 'other'"));
  EXPECT_TRUE(contains(refused(first_lines + "input\tu\t\n"), "'input' needs 3 fields"));
  EXPECT_TRUE(contains(refused(first_lines + "input\tu\t\tx\n"), "'x' is no number"));
  EXPECT_TRUE(contains(refused(first_lines + "what\tu\n"), "'what' is unknown"));
  EXPECT_TRUE(contains(refused(first_lines + "kind\tstepped\nstate\tx\t\t0\t1\n"), "only a model"));
  EXPECT_TRUE(
      contains(refusal<InputError>([&] { read_remote(folder / "none"); }), "cannot be read"));
}

TEST_F(RemoteFile, OffersTheInterfaceOfItsKind) {
  write_file(folder / "a.remote", first_lines + "kind\tstepped\noutput\ty\t\n");
  write_file(folder / "b.remote", first_lines + "kind\tfunction\noutput\ty\t\n");
  EXPECT_EQ(make_remote_blueprint(folder / "a.remote")->interfaces().front(),
            Interface::co_simulation);
  EXPECT_EQ(make_remote_blueprint(folder / "b.remote")->interfaces().front(),
            Interface::model_exchange);
}

}  // namespace
}  // namespace bw::model::remote_description_test
