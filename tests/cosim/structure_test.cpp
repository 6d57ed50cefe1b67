#include "cosim/master/structure.h"

#include <gtest/gtest.h>

#include "support/cosim/linear_components.h"

namespace bw::cosim::structure_test {
namespace {

using test::Algebraic;
using test::connection;
using test::Integrator;
using test::Kit;

double same(double u) { return u; }

// An output "direct" that follows the second input, and an output "slow" that follows none.
class TwoOutputs final : public test::TestComponent {
 public:
  explicit TwoOutputs(std::string name)
      : TestComponent(
            std::move(name), {test::variable("d", Type::integer), test::variable("u")},
            {test::without_feed_through(test::variable("slow")), test::variable("direct")}) {
    shape_.outputs[1].direct_inputs = std::vector<std::size_t>{1};
  }

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = y.reals[1] = 0; }
};

TEST(StructureOfACoupling, WithoutConnectionsHasNothing) {
  Kit kit;
  kit.add<Algebraic>("a", same);
  const Structure structure = examine(kit.couple({}));
  EXPECT_FALSE(structure.loop || structure.feed_through || structure.algebraic_loop);
}

TEST(StructureOfACoupling, ALoopOfComponentsThatFeelTheirInputsLaterIsNotAlgebraic) {
  const Structure structure = examine(test::lotka_volterra_components());
  EXPECT_TRUE(structure.loop);
  EXPECT_FALSE(structure.feed_through);
  EXPECT_FALSE(structure.algebraic_loop);
}

TEST(StructureOfACoupling, AnAlgebraicLoopNeedsEveryComponentOfIt) {
  for (const bool all : {false, true}) {
    Kit kit;
    kit.add<Algebraic>("a", same);
    if (all)
      kit.add<Algebraic>("b", same);
    else
      kit.add<Integrator>("b", 0.0);
    const Structure structure = examine(kit.couple({connection(0, 1), connection(1, 0)}));
    EXPECT_TRUE(structure.loop);
    EXPECT_TRUE(structure.feed_through) << "an undeclared dependency counts as direct feedthrough";
    EXPECT_EQ(structure.algebraic_loop, all);
  }
}

TEST(StructureOfACoupling, AnOutputThatNobodyReadsFeedsNothingThrough) {
  Kit kit;
  kit.add<Integrator>("a", 0.0);
  kit.add<Algebraic>("meter", same);
  Coupling coupling = kit.couple({connection(0, 1)});
  EXPECT_FALSE(examine(coupling).feed_through);
  EXPECT_EQ(feeding_through(coupling), (std::vector<bool>{false, false}));
}

TEST(StructureOfACoupling, DirectInputsArePositionsAmongAllInputsNotAmongReals) {
  for (const std::size_t output : {0u, 1u}) {
    Kit kit;
    kit.add<TwoOutputs>("two");
    kit.add<Algebraic>("b", same);
    Coupling coupling = kit.couple(
        {test::connection_between(0, output, 1, 0), test::connection_between(1, 0, 0, 1)});
    const bool direct = output == 1;
    EXPECT_TRUE(examine(coupling).loop);
    EXPECT_EQ(examine(coupling).algebraic_loop, direct);
    EXPECT_EQ(feeding_through(coupling), (std::vector<bool>{direct, true}));
  }
}

TEST(StructureOfACoupling, AComponentThatDrivesItselfIsALoop) {
  Kit kit;
  kit.add<Algebraic>("a", [](double u) { return u / 2; });
  const Structure structure = examine(kit.couple({connection(0, 0)}));
  EXPECT_TRUE(structure.loop && structure.feed_through && structure.algebraic_loop);
}

}  // namespace
}  // namespace bw::cosim::structure_test
