// Components in processes of their own: the same values, and what becomes of misdeeds.

#include "model/isolated/isolated_component.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/run_control.h"
#include "model/isolated/isolated_blueprint.h"
#include "support/contains.h"
#include "support/model/odd_component.h"
#include "support/processes.h"
#include "support/scratch_folder.h"

namespace bw::model::isolated_component_test {
namespace {

using test::contains;
using test::odd_request;

class IsolatedComponent : public test::LeavesNoProcess {
 protected:
  void make(Copies copies = Copies::used, const Isolation& how = {}) {
    component = make_isolated_component(std::make_shared<test::OddBlueprint>(), odd_request(),
                                        copies, how, bells);
    component->begin(0, 10);
    evaluate();
    component->start();
  }
  void TearDown() override {
    component.reset();
    LeavesNoProcess::TearDown();
  }
  void evaluate() { component->evaluate({u, deed}, {x, echo}); }
  Advance step(const std::string& what = "", double input = 1) {
    u[0] = input;
    deed[0] = what;
    const Advance moved = component->advance({u, deed}, t, 0.25, {x, echo});
    if (moved.status == Advance::Status::completed) t = moved.reached;
    return moved;
  }
  std::string failure_of(const std::string& what) {
    try {
      (void)step(what);
    } catch (const ComponentFailure& failure) {
      EXPECT_EQ(failure.component, "odd");
      return failure.what();
    }
    return "none";
  }

  Bells bells;
  std::vector<double> u{0}, x{0};
  std::vector<Discrete> deed{std::string()}, echo{std::string()};
  double t = 0;
  std::unique_ptr<Component> component;
};

TEST_F(IsolatedComponent, SignalsTravelThereAndBack) {
  make();
  EXPECT_EQ(x[0], 1);
  const std::string zeros("a\0b", 3);
  EXPECT_EQ(step(zeros, 3).reached, 0.25);
  EXPECT_EQ(x[0], 1.75);
  EXPECT_EQ(echo[0], Discrete(zeros));
  std::vector<double> record{0};
  component->get_records({record, {}});
  EXPECT_EQ(record[0], 3.5);
  component->finish();
}

TEST_F(IsolatedComponent, ATextLongerThanTheWindowTravelsInPieces) {
  make();
  std::string text(1'000'000, '?');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * i % 251);
  (void)step(text);
  EXPECT_EQ(echo[0], Discrete(text));
}

TEST_F(IsolatedComponent, StatusReasonBellsAndExceptionsComeBack) {
  make();
  EXPECT_EQ(step("discard").status, Advance::Status::discarded);
  EXPECT_EQ(component->reason(), "it did not like t = 0.000000.");
  (void)step("warn");
  (void)step("warn");
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].count, 2);
  EXPECT_EQ(bells.rung()[0].message, "it warns.");
  try {
    (void)step("fail");
    FAIL();
  } catch (const ComponentFailure& failure) {
    EXPECT_EQ(failure.code, BellCode::nan);
    EXPECT_EQ(failure.subject, "odd.x");
    EXPECT_EQ(failure.time, 0.5);
    EXPECT_STREQ(failure.what(), "it failed.");
  }
}

TEST_F(IsolatedComponent, WhatCannotBeMadeIsTheSameMistake) {
  EXPECT_THROW(make_isolated_component(std::make_shared<test::OddBlueprint>(),
                                       odd_request("unmade"), Copies::used, {}, bells),
               InputError);
}

TEST_F(IsolatedComponent, ACrashThatRepeatsIsAFailureWithPlaceAndSignal) {
  make();
  (void)step();
  const std::string said = failure_of("segfault");
  EXPECT_TRUE(contains(said, "component 'odd'")) << said;
  EXPECT_TRUE(contains(said, "signal 11")) << said;
  EXPECT_TRUE(contains(said, "in a step at t = 0.25")) << said;
  EXPECT_TRUE(contains(said, "as before when the same call was repeated")) << said;
  EXPECT_EQ(failure_of(""), said) << "it stays as it is";
}

TEST_F(IsolatedComponent, AnExitIsAFailureWithItsCode) {
  make();
  const std::string said = failure_of("exit");
  EXPECT_TRUE(contains(said, "ended the process (exit code 7)")) << said;
}

TEST_F(IsolatedComponent, AHangEndsAtTheDeadline) {
  make(Copies::unused, {.call_timeout = 0.05});
  const std::string said = failure_of("hang");
  EXPECT_TRUE(contains(said, "did not return from a step at t = 0 within 0.05 s")) << said;
}

TEST_F(IsolatedComponent, AnInterruptionEndsACallThatDoesNotReturn) {
  make();
  const std::atomic<bool> interrupt{true};
  const RunControl control{.interrupt = &interrupt};
  const ControlScope scope(control);
  EXPECT_THROW((void)step("hang"), Interrupted);
}

TEST_F(IsolatedComponent, ACopyOfTheProcessIsASnapshotThatCanBeRestoredOften) {
  make();
  (void)step("", 2);
  std::unique_ptr<Snapshot> begin, later;
  component->save(begin);
  const double saved_time = t;
  for (int round = 0; round < 3; ++round) {
    component->restore(*begin);
    t = saved_time;
    (void)step("", 1 + round);
    EXPECT_EQ(x[0], 1.5 + 0.25 * (1 + round));
  }
  component->save(later);
  (void)step("", 8);
  component->restore(*later);
  component->get_outputs({x, echo});
  EXPECT_EQ(x[0], 2.25);
  component->save(begin);  // over an old one
  (void)step("", 4);
  component->restore(*begin);
  component->get_outputs({x, echo});
  EXPECT_EQ(x[0], 2.25);
}

TEST_F(IsolatedComponent, SnapshotsMayOutliveTheirComponent) {
  std::unique_ptr<Snapshot> snapshot;
  make();
  component->save(snapshot);
  component.reset();
  EXPECT_FALSE(test::has_children());
}

TEST_F(IsolatedComponent, ThereIsNoCopyOfThreadsAndSockets) {
  for (const auto& [deed_name, reason] :
       {std::pair("thread", "it has 2 threads"), std::pair("socket", "it has an open socket")}) {
    make();
    (void)step(deed_name);
    std::unique_ptr<Snapshot> snapshot;
    try {
      component->save(snapshot);
      FAIL() << deed_name;
    } catch (const NoCopy& refused) {
      EXPECT_EQ(refused.reason, reason);
    }
    (void)step();  // it lives on
    t = 0;
  }
}

TEST_F(IsolatedComponent, ThereMayBeMoreSnapshotsThanCopies) {
  make();
  std::vector<std::unique_ptr<Snapshot>> many(most_copies + 4);
  std::vector<double> values;
  for (auto& one : many) {
    component->save(one);
    (void)step();
    values.push_back(x[0]);
  }
  for (std::size_t k = many.size(); k-- > 0;) {
    component->restore(*many[k]);
    t = 0.25 * static_cast<double>(k);
    (void)step();
    EXPECT_EQ(x[0], values[k]) << k;
  }
}

TEST_F(IsolatedComponent, AFileOfTheComponentHasItsOwnPlaceInEachCopy) {
  const test::ScratchFolder scratch;
  make();
  const std::string deed_name = "write " + (scratch / "log");
  (void)step(deed_name);
  std::unique_ptr<Snapshot> snapshot;
  component->save(snapshot);
  (void)step(deed_name);
  (void)step(deed_name);
  component->restore(*snapshot);
  (void)step(deed_name);
  EXPECT_EQ(test::read_file(scratch / "log"), "abc");  // b was written again, in its place
}

TEST_F(IsolatedComponent, CopiesAreTriedBeforeTheyAreUsed) {
  const auto odd = std::make_shared<test::OddBlueprint>();
  EXPECT_EQ(try_copies(odd, odd_request(), {0, 1, 0.1}, {}), "");
}

TEST_F(IsolatedComponent, ItsBlueprintAllowsSeveralInstancesAndRollback) {
  const auto odd = std::make_shared<test::OddBlueprint>();
  const auto isolated = make_isolated_blueprint(odd, "odd", {}, Copies::used);
  const Capabilities can = isolated->capabilities(Interface::co_simulation);
  EXPECT_FALSE(can.one_instance_only);
  EXPECT_TRUE(can.can_roll_back);
  EXPECT_TRUE(rolls_back_by_copies(*isolated));
  EXPECT_EQ(isolated_inner(*isolated), odd.get());
  EXPECT_EQ(isolated_inner(*odd), nullptr);
  isolated->prepare(Interface::co_simulation, bells);
  const auto later = make_isolated_blueprint(odd, "odd", {}, Copies::for_rollback);
  EXPECT_TRUE(later->capabilities(Interface::co_simulation).one_instance_only);
  EXPECT_FALSE(later->make(odd_request(), bells)->shape().is_elsewhere);
  ComponentRequest rolled_back = odd_request();
  rolled_back.may_roll_back = true;
  EXPECT_TRUE(later->make(rolled_back, bells)->shape().is_elsewhere);
}

TEST_F(IsolatedComponent, TheHookIsCalledInTheHostOnly) {
  bool here = false;
  Isolation how;
  how.before_loading = [&] {
    here = true;
    throw InputError("no way in.");
  };
  EXPECT_THROW(make(Copies::unused, how), InputError);
  EXPECT_FALSE(here);
}

TEST_F(IsolatedComponent, HundredsOfThemLeaveNothingBehind) {
  const long files = test::open_files();
  for (int i = 0; i < 300; ++i) {
    t = 0;
    make();
    (void)step();
    std::unique_ptr<Snapshot> snapshot;
    if (i % 3 == 0) component->save(snapshot);
  }
  component.reset();
  EXPECT_EQ(test::open_files(), files);
  EXPECT_FALSE(test::has_children());
}

}  // namespace
}  // namespace bw::model::isolated_component_test
