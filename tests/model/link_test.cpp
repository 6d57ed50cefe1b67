// Another process takes over when one dies, wherever it dies: all values are those of a component
// to which nothing happened.

#include "model/isolated/link.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/processes.h"
#include "support/refusal.h"

namespace bw::model::link_test {
namespace {

// Adds up what it is told; the order matters.
class Sum final : public Servant {
 public:
  void introduce(Letter& answer) override { answer.put(3.5); }
  void serve(Verb verb, OpenedLetter& request, Letter& answer) override {
    if (verb == Verb::advance) sum_ = 1.0 / 3 * sum_ + request.get<double>();
    answer.put(sum_);
  }

 private:
  double sum_ = 0.1;
};

class LinkTest : public test::LeavesNoProcess {
 protected:
  double tell(double value) {
    link_->request(Verb::advance).put(value);
    return link_->ask().get<double>();
  }
  double sum() {
    link_->request(Verb::outputs);
    return link_->ask().get<double>();
  }
  void kill_it() { kill(link_->pid(), SIGKILL); }
  static void kill_copy(const WaitingCopy& copy) {
    ASSERT_GT(copy.pid, 0);
    kill(copy.pid, SIGKILL);
  }
  void TearDown() override {
    link_.reset();
    LeavesNoProcess::TearDown();
  }

  Bells bells_;
  std::unique_ptr<Link> link_ = std::make_unique<Link>(
      "sum", [](Bells&) { return std::make_unique<Sum>(); }, Isolation{}, bells_);
};

double told(const std::vector<double>& values) {
  double sum = 0.1;
  for (const double value : values) sum = 1.0 / 3 * sum + value;
  return sum;
}

TEST_F(LinkTest, AHostIntroducesItself) { EXPECT_EQ(link_->introduction().get<double>(), 3.5); }

TEST_F(LinkTest, AKilledProcessIsReplacedByOneThatWasToldTheSame) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) {
    if (i % 4 == 1) kill_it();
    values.push_back(i);
    ASSERT_EQ(tell(i), told(values)) << i;
  }
  EXPECT_EQ(link_->resumed(), 10);
  ASSERT_EQ(bells_.rung().size(), 1U);
  EXPECT_EQ(bells_.rung()[0].code, BellCode::component_resumed);
  EXPECT_EQ(bells_.rung()[0].count, 10);
}

// As one that reads a clock or a file.
class Fickle final : public Servant {
 public:
  void introduce(Letter&) override {}
  void serve(Verb verb, OpenedLetter&, Letter& answer) override {
    if (verb == Verb::advance) seen_ = getpid();
    answer.put(seen_);
    if (verb == Verb::report) answer.put(getpid());  // seconds, in others
  }

 private:
  int seen_ = 0;
};

class FickleLink : public test::LeavesNoProcess {
 protected:
  int ask(Verb verb) {
    link_.request(verb);
    return link_.ask().get<int>();
  }
  Bells bells_;
  Link link_{"fickle", [](Bells&) { return std::make_unique<Fickle>(); }, Isolation{}, bells_};
};

TEST_F(FickleLink, OtherResultsOfRepeatedCallsAreAnError) {
  ask(Verb::advance);
  kill(link_.pid(), SIGKILL);
  const std::string said = test::refusal<ComponentFailure>([&] { ask(Verb::outputs); });
  EXPECT_NE(said.find("its calls were repeated in another process and gave other results"),
            std::string::npos)
      << said;
  EXPECT_TRUE(link_.is_broken());
  link_.end();
}

TEST_F(FickleLink, SecondsInReportsAreNoResults) {
  ask(Verb::report);
  kill(link_.pid(), SIGKILL);
  EXPECT_EQ(ask(Verb::outputs), 0);
  EXPECT_EQ(link_.resumed(), 1);
  link_.end();
}

TEST_F(LinkTest, ItGoesOnFromACopyThatWaits) {
  tell(1);
  WaitingCopy& copy = link_->copy(1);
  tell(2);
  EXPECT_NE(copy.pid, 0);
  kill_it();
  EXPECT_EQ(tell(3), told({1, 2, 3}));
  kill_it();
  link_->return_to(copy);
  EXPECT_EQ(tell(4), told({1, 4}));
  kill_it();
  EXPECT_EQ(tell(5), told({1, 4, 5}));
}

TEST_F(LinkTest, ACopyThatWasKilledIsMadeAgain) {
  tell(1);
  WaitingCopy& first = link_->copy(9);
  tell(2);
  WaitingCopy& second = link_->copy(9);
  tell(3);
  kill_copy(first);
  kill_copy(second);
  link_->return_to(first);
  EXPECT_EQ(sum(), told({1}));
  tell(7);
  link_->return_to(second);
  EXPECT_EQ(sum(), told({1, 2}));
  link_->return_to(first);
  EXPECT_EQ(tell(9), told({1, 9}));
  kill_copy(first);
  kill_it();
  link_->return_to(second);
  EXPECT_EQ(tell(1), told({1, 2, 1}));
}

TEST_F(LinkTest, SnapshotsAtTheSamePointShareACopy) {
  tell(1);
  WaitingCopy& first = link_->copy();
  WaitingCopy& second = link_->copy();
  EXPECT_EQ(&first, &second);
  tell(2);
  link_->drop(second);
  link_->return_to(first);
  EXPECT_EQ(sum(), told({1}));
}

TEST_F(LinkTest, ACopyThatGoesOnIsCopiedWhenItIsCalled) {
  tell(1);
  WaitingCopy& before = link_->copy(2);
  tell(2);
  link_->return_to(before);
  EXPECT_EQ(before.pid, 0);
  WaitingCopy& again = link_->copy();  // of the same state
  EXPECT_EQ(&before, &again);
  link_->drop(before);
  EXPECT_EQ(tell(3), told({1, 3}));
  EXPECT_NE(again.pid, 0);
  link_->return_to(again);
  link_->return_to(again);
  EXPECT_EQ(tell(4), told({1, 4}));
}

TEST_F(LinkTest, APointThatIsNotReturnedToCostsNoProcess) {
  for (int i = 0; i < 100; ++i) {
    WaitingCopy& point = link_->copy();
    tell(i);
    EXPECT_EQ(point.pid, 0);
    link_->drop(point);
  }
}

TEST_F(LinkTest, TheWayToAPointWithoutACopyIsRepeated) {
  WaitingCopy& first = link_->copy();
  std::vector<double> values, way;
  for (int i = 0; i < 1000; ++i) values.push_back(tell(i)), way.push_back(i);
  WaitingCopy& middle = link_->copy();
  for (int i = 0; i < 1000; ++i) tell(2 * i);
  for (const int times : {1, 2, 3}) {
    link_->return_to(middle);
    EXPECT_EQ(sum(), values.back()) << times;
    EXPECT_EQ(tell(-1), 1.0 / 3 * values.back() - 1);
    EXPECT_EQ(middle.pid != 0, times > 1);  // a search goes on
  }
  link_->return_to(first);
  EXPECT_EQ(tell(5), told({5}));
  link_->return_to(middle);
  EXPECT_EQ(tell(6), 1.0 / 3 * values.back() + 6);
  EXPECT_EQ(link_->resumed(), 0);
}

TEST_F(LinkTest, TheProcessStaysTheSameWhereReturnsAreExpected) {
  tell(1);
  const pid_t original = link_->pid();
  for (int i = 0; i < 20; ++i) {
    WaitingCopy& point = link_->copy(1);
    tell(i);
    EXPECT_EQ(point.pid, original);
    EXPECT_NE(link_->pid(), original);
    link_->return_to(point);
    EXPECT_EQ(sum(), told({1}));
    EXPECT_EQ(link_->pid(), original);
    link_->drop(point);
  }
}

// Whatever dies between any two calls.
TEST_F(LinkTest, SnapshotsSurviveTheDeathOfAnyProcess) {
  std::vector<double> way;
  WaitingCopy* point = &link_->copy();
  std::vector<double> at_point;
  for (int i = 0; i < 300; ++i) {
    if (i % 7 == 2) {
      link_->drop(*point);
      point = &link_->copy(i % 3);
      at_point = way;
    }
    if (i % 5 == 3) kill_it();
    if (i % 11 == 4 && point->pid > 0) kill_copy(*point);
    if (i % 4 == 1) {
      link_->return_to(*point);
      way = at_point;
    }
    way.push_back(i);
    ASSERT_EQ(tell(i), told(way)) << i;
  }
}

TEST_F(LinkTest, TwoRollbacksWithoutACallBetweenThemKeepBothSnapshots) {
  tell(1);
  WaitingCopy& first = link_->copy();
  tell(2);
  WaitingCopy& second = link_->copy();
  tell(3);
  link_->return_to(second);
  link_->return_to(first);
  EXPECT_EQ(tell(4), told({1, 4}));
  link_->return_to(second);
  EXPECT_EQ(tell(5), told({1, 2, 5}));
  EXPECT_EQ(link_->resumed(), 0);
}

TEST_F(LinkTest, AProcessThatIsKilledRightAfterARollbackIsReplaced) {
  tell(1);
  WaitingCopy& copy = link_->copy();
  tell(2);
  link_->return_to(copy);
  kill_it();
  EXPECT_EQ(tell(3), told({1, 3}));
  link_->return_to(copy);
  EXPECT_EQ(tell(4), told({1, 4}));
}

TEST_F(LinkTest, CopiesNowAndThenKeepTheWayShort) {
  std::vector<double> values;
  for (int i = 0; i < 10'000; ++i) {
    values.push_back(i);
    tell(i);
  }
  kill_it();
  values.push_back(1);
  EXPECT_EQ(tell(1), told(values));
}

TEST_F(LinkTest, SeveralCanComputeAtTheSameTime) {
  Link other(
      "other", [](Bells&) { return std::make_unique<Sum>(); }, Isolation{}, bells_);
  link_->request(Verb::advance).put(1.0);
  link_->send();
  other.request(Verb::advance).put(2.0);
  other.send();
  EXPECT_EQ(link_->wait().get<double>(), told({1}));
  kill(other.pid(), SIGKILL);
  EXPECT_EQ(other.wait().get<double>(), told({2}));
}

}  // namespace
}  // namespace bw::model::link_test
