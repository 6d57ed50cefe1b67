#include "run/plan/algorithm.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/model/proposal.h"
#include "support/refusal.h"

namespace bw::run::algorithm_test {
namespace {

using test::contains;

constexpr model::Capabilities able{.can_roll_back = true};

// A loop of two components and a third that listens.
Components coupled(model::Capabilities first = able, model::Capabilities listener = able) {
  Components made;
  const std::pair<const char*, model::Capabilities> components[] = {
      {"first", first}, {"second", able}, {"listener", listener}};
  for (const auto& [name, can] : components) {
    made.list.push_back({std::make_shared<test::Proposal>(model::Experiment{}, can, 2)});
    model::ComponentRequest& request = made.list.back().request;
    request.name = name;
    request.outputs = {1};
    request.inputs = {0};
  }
  made.connections = {{0, 0, 1, 0}, {1, 0, 0, 0}, {0, 0, 2, 0}};
  return made;
}

std::string refusal(const RunSpec& spec, const Components& components = coupled()) {
  return test::outcome<UsageError>([&] { choose_algorithm(spec, components); });
}

TEST(Algorithm, TheSixCombinationsOfMasterSimAreThere) {
  const auto steps = [](const RunSpec& spec) {
    const Algorithm a = choose_algorithm(spec, coupled());
    return std::string(a.master->name) + (a.iterations > 1 ? " iterated" : "") +
           (a.error_test ? " tested" : "") + (a.chooses_steps ? " chosen" : " fixed");
  };
  EXPECT_EQ(steps({.master = "jacobi", .step = 0.1}), "jacobi fixed");
  EXPECT_EQ(steps({.master = "gauss-seidel", .step = 0.1}), "gauss-seidel fixed");
  EXPECT_EQ(steps({.master = "gauss-seidel", .error_test = "step-doubling"}),
            "gauss-seidel tested chosen");
  EXPECT_EQ(steps({.master = "gauss-seidel", .step = 0.1, .iterations = 5}),
            "gauss-seidel iterated fixed");
  EXPECT_EQ(
      steps(
          {.master = "gauss-seidel", .step = 0.1, .iterations = 5, .error_test = "step-doubling"}),
      "gauss-seidel iterated tested fixed");
  EXPECT_EQ(steps({.master = "gauss-seidel", .iterations = 5}), "gauss-seidel iterated chosen");
  EXPECT_EQ(steps({.master = "gauss-seidel", .iterations = 5, .error_test = "step-doubling"}),
            "gauss-seidel iterated tested chosen");
  EXPECT_EQ(steps({.master = "newton"}), "newton iterated chosen");
  EXPECT_EQ(steps({.master = "newton", .error_test = "step-doubling"}),
            "newton iterated tested chosen");
}

TEST(Algorithm, AComponentThatCannotRollBackIsNamedWithTheAlternative) {
  const Components components = coupled({.can_roll_back = false});
  for (const RunSpec& spec : {RunSpec{.error_test = "step-doubling"}, RunSpec{.iterations = 3},
                              RunSpec{.master = "newton", .step = 0.1}}) {
    const std::string said = refusal(spec, components);
    EXPECT_TRUE(contains(said, "component 'first'"));
    EXPECT_TRUE(contains(said, "cannot roll back"));
    EXPECT_TRUE(contains(said, "--master gauss-seidel or jacobi with a fixed --step"));
  }
}

TEST(Algorithm, IterationsWithAFixedStepAskOnlyComponentsOfLoops) {
  const Components components = coupled(able, {.can_roll_back = false});
  EXPECT_EQ(refusal({.step = 0.1, .iterations = 3}, components), "accepted");
  EXPECT_TRUE(contains(refusal({.iterations = 3}, components), "component 'listener'"));
}

TEST(Algorithm, AComponentWithOneStepSizeIsNamed) {
  const Components components = coupled({.can_roll_back = true, .variable_steps = false});
  EXPECT_TRUE(contains(refusal({.error_test = "step-doubling"}, components),
                       "component 'first' accepts one step size only"));
  EXPECT_EQ(refusal({.step = 0.1, .iterations = 3}, components), "accepted");
}

TEST(Algorithm, OptionsThatMakeNoSenseAreReported) {
  EXPECT_TRUE(contains(refusal({.master = "jacobi", .iterations = 2}), "jacobi does not iterate"));
  EXPECT_TRUE(contains(refusal({.master = "newton", .iterations = 1}), "at least 2 iterations"));
  EXPECT_TRUE(contains(refusal({.richardson = true}), "needs --error-test step-doubling"));
  EXPECT_TRUE(contains(refusal({.max_step = 1}), "--max-step applies to variable step sizes only"));
  EXPECT_TRUE(contains(refusal({.master = "gauss-seidel", .fallback_step = 1}),
                       "applies to iterated loops only"));
}

TEST(Algorithm, AHoldIsForMastersThatStepComponentsOnce) {
  const Algorithm mean = choose_algorithm({.hold = "mean"}, coupled());
  EXPECT_EQ(mean.hold, cosim::Hold::mean);
  EXPECT_TRUE(mean.is_named);
  EXPECT_EQ(method_line(mean.approach()), "gauss-seidel, mean hold");
  EXPECT_EQ(choose_algorithm({.master = "jacobi", .hold = "trapezoid"}, coupled()).hold,
            cosim::Hold::trapezoid);
  EXPECT_EQ(refusal({.master = "newton", .hold = "constant"}), "accepted");
  for (const char* master : {"newton", "alternating", "mixed", "ith"})
    EXPECT_TRUE(contains(refusal({.master = master, .hold = "mean"}),
                         "use --master gauss-seidel or jacobi"))
        << master;
  EXPECT_TRUE(contains(refusal({.hold = "mean", .iterations = 2}), "leave out --iterations"));
}

TEST(Algorithm, AlsoAComponentThatDrivesItselfMustRollBackForIth) {
  Components components = coupled(able, {.can_roll_back = false});
  components.connections.push_back({2, 0, 2, 0});
  EXPECT_EQ(refusal({.master = "newton", .step = 0.1}, components), "accepted");
  EXPECT_TRUE(
      contains(refusal({.master = "ith", .step = 0.1}, components), "component 'listener'"));
}

TEST(Algorithm, EventsAreLocatedWhereTheyMayShowAndComponentsCanRollBack) {
  EXPECT_FALSE(choose_algorithm({.step = 0.1}, coupled()).locates_events)
      << "reals with a fixed step: nothing would show them";
  EXPECT_TRUE(choose_algorithm({.error_test = "step-doubling"}, coupled()).locates_events);
  EXPECT_TRUE(
      choose_algorithm({.step = 0.1}, coupled({.can_roll_back = true, .reports_events = true}))
          .locates_events);
  EXPECT_FALSE(
      choose_algorithm({.step = 0.1}, coupled({.can_roll_back = false, .reports_events = true}))
          .locates_events);
  EXPECT_FALSE(choose_algorithm({.error_test = "step-doubling", .events = "ignore"}, coupled())
                   .locates_events);
}

TEST(Algorithm, RequestedEventsThatCannotBeLocatedAreRefused) {
  const Components components = coupled({.can_roll_back = false, .reports_events = true});
  EXPECT_TRUE(
      contains(refusal({.step = 0.1, .events = "locate"}, components), "component 'first'"));
  EXPECT_EQ(refusal({.step = 0.1, .events = "locate"}), "accepted");
}

}  // namespace
}  // namespace bw::run::algorithm_test
