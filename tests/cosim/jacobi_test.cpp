// Components at the same time: the result is that of one after the other, to the last bit.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "cosim/master/master.h"
#include "support/model/test_components.h"
#include "support/refusal.h"

namespace bw::cosim::jacobi_test {
namespace {

using test::connection;
using test::Failing;
using test::Kit;
using test::Toiling;

constexpr std::size_t components = 8;
constexpr long long_work = 20000;  // some 100 µs
constexpr double h = 0.01;

const MasterKind& jacobi() { return *find_master("jacobi"); }

struct Threads {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  void note() {
    const std::scoped_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
  }
};

// A ring, each component driven by the one before.
Coupling ring(Threads& threads, const std::vector<const void*>& kin = {}) {
  Kit kit;
  std::vector<Connection> connections;
  for (std::size_t k = 0; k < components; ++k) {
    auto& component =
        kit.add<Toiling>("p" + std::to_string(k), 0.1 * static_cast<double>(k),
                         long_work + 1000 * static_cast<long>(k), kin.empty() ? nullptr : kin[k]);
    component.at_work = [&threads] { threads.note(); };
    connections.push_back(
        connection((k + components - 1) % components, k, 0.5 + 0.1 * static_cast<double>(k)));
  }
  return kit.couple(connections);
}

std::vector<std::vector<double>> rows_of(Coupling& coupling, int threads, int steps,
                                         Hold hold = Hold::constant) {
  const auto master = jacobi().make(coupling, {.threads = threads, .hold = hold});
  Signals next = coupling.now();
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < steps; ++k) {
    EXPECT_EQ(master->step(coupling, {}, k * h, h, next).component, ComponentStatus::ok);
    coupling.accept(next);
    rows.push_back(coupling.now().reals);
  }
  return rows;
}

TEST(Jacobi, InParallelGivesTheSameBitsAsOneAfterTheOther) {
  Threads of_one, of_four;
  Coupling one = ring(of_one), four = ring(of_four);
  const auto expected = rows_of(one, 1, 120);
  EXPECT_EQ(rows_of(four, 4, 120), expected);
  EXPECT_EQ(of_one.seen.size(), 1U);
  EXPECT_GT(of_four.seen.size(), 1U) << "nothing ran in parallel, so nothing was tested";
  for (std::size_t component = 0; component < components; ++component)
    EXPECT_EQ(four.counters(component).advances, 120) << component;
}

TEST(Jacobi, InParallelGivesTheSameBitsWithEveryHold) {
  for (const Hold hold : {Hold::mean, Hold::trapezoid}) {
    Threads of_one, of_four;
    Coupling one = ring(of_one), four = ring(of_four);
    const auto expected = rows_of(one, 1, 60, hold);
    EXPECT_EQ(rows_of(four, 4, 60, hold), expected) << name(hold);
    EXPECT_GT(of_four.seen.size(), 1U) << "nothing ran in parallel, so nothing was tested";
    EXPECT_EQ(four.counters(0).advances, hold == Hold::mean ? 60 : 120) << name(hold);
  }
}

TEST(Jacobi, CheapComponentsGiveTheSameBitsWhateverIsDecided) {
  Coupling coupling = test::lotka_volterra_components();
  const auto master = jacobi().make(coupling, {.threads = 4});
  Signals next = coupling.now();
  for (int k = 0; k < 3000; ++k) {
    ASSERT_EQ(master->step(coupling, {}, k * h, h, next).component, ComponentStatus::ok);
    coupling.accept(next);
  }
  Coupling same = test::lotka_volterra_components();
  EXPECT_EQ(rows_of(same, 1, 3000).back(), coupling.now().reals);
}

TEST(Jacobi, ComponentsThatShareCodeNeverRunAtTheSameTime) {
  const int a = 0, b = 0;
  std::atomic<int> in_a = 0, in_b = 0;
  std::atomic<bool> met = false;
  Kit kit;
  std::vector<Connection> connections;
  for (std::size_t k = 0; k < components; ++k) {
    std::atomic<int>& inside = k % 2 == 0 ? in_a : in_b;
    kit.add<Toiling>("p" + std::to_string(k), 0.1, long_work, k % 2 == 0 ? &a : &b).at_work =
        [&inside, &met] {
          if (++inside > 1) met = true;
          std::this_thread::yield();
          --inside;
        };
    connections.push_back(connection((k + 1) % components, k));
  }
  Coupling coupling = kit.couple(connections);
  rows_of(coupling, 4, 100);
  EXPECT_FALSE(met);
}

TEST(Jacobi, ComponentsThatAllShareCodeRunOnOneThread) {
  const int a = 0;
  Threads threads;
  Coupling coupling = ring(threads, std::vector<const void*>(components, &a));
  rows_of(coupling, 4, 50);
  EXPECT_EQ(threads.seen.size(), 1U);
}

// Toiling components with two others among them that fail in the step that ends after `when`.
struct Troubled {
  Coupling coupling;
  std::unique_ptr<Master> master;

  Troubled(Failing::How first, Failing::How second, double when)
      : coupling(couple(first, second, when)), master(jacobi().make(coupling, {.threads = 4})) {}

  static Coupling couple(Failing::How first, Failing::How second, double when) {
    Kit kit;
    for (std::size_t k = 0; k < components; ++k) {
      const std::string name = "p" + std::to_string(k);
      if (k == 3)
        kit.add<Failing>(name, when, first);
      else if (k == 6)
        kit.add<Failing>(name, when, second);
      else
        kit.add<Toiling>(name, 0.1, long_work);
    }
    return kit.couple({});
  }

  ComponentStatus march_until_trouble() {
    Signals next = coupling.now();
    for (int k = 0; k < 1000; ++k) {
      const CommunicationStep made = master->step(coupling, {}, k * h, h, next);
      if (made.component != ComponentStatus::ok) return made.component;
      coupling.accept(next);
    }
    return ComponentStatus::ok;
  }
};

// Where it is just being tried, whatever comes of it.
constexpr double while_parallel = 22.5 * h;

TEST(Jacobi, TheFirstComponentInTroubleIsBlamed) {
  for (int round = 0; round < 5; ++round) {
    Troubled both(Failing::How::discard, Failing::How::nan, while_parallel);
    EXPECT_EQ(both.march_until_trouble(), ComponentStatus::discarded);
    EXPECT_EQ(both.coupling.trouble().component, 3U);
    EXPECT_EQ(both.coupling.trouble().reason, "it had enough.");
    EXPECT_DOUBLE_EQ(both.coupling.trouble().time, while_parallel);
    Troubled other(Failing::How::nan, Failing::How::terminate, while_parallel);
    EXPECT_EQ(other.march_until_trouble(), ComponentStatus::not_finite);
    EXPECT_EQ(other.coupling.trouble().reason, "bad");
  }
}

TEST(Jacobi, TroubleComesBeforeAFailureOfALaterComponent) {
  Troubled both(Failing::How::terminate, Failing::How::failure, while_parallel);
  EXPECT_EQ(both.march_until_trouble(), ComponentStatus::terminated);
}

TEST(Jacobi, TheFirstComponentThatFailsIsReported) {
  Troubled both(Failing::How::failure, Failing::How::failure, while_parallel);
  const auto failure = test::caught<ComponentFailure>([&] { both.march_until_trouble(); });
  ASSERT_TRUE(failure) << "nobody failed";
  EXPECT_EQ(failure->component, "p3");
}

TEST(Jacobi, BellsOfComponentsInParallelAreReportedInTheirOrder) {
  Bells bells;
  Kit kit;
  for (std::size_t k = 0; k < components; ++k) {
    // The first components take the longest, so that they would ring last.
    auto& component = kit.add<Toiling>("p" + std::to_string(k), 0.1,
                                       long_work + 4000 * static_cast<long>(components - k));
    component.at_work = [&bells, &component] {
      if (component.steps.size() == 22 || component.steps.size() == 23)
        bells.ring(BellCode::fmu_warning, 1.5,
                   component.shape().name + (component.steps.size() == 22 ? " at first" : " then"),
                   "");
    };
  }
  Coupling coupling = kit.couple({});
  rows_of(coupling, 4, 100);
  ASSERT_EQ(bells.rung().size(), 2 * components);
  for (std::size_t k = 0; k < components; ++k) {
    EXPECT_EQ(bells.rung()[k].subject, "p" + std::to_string(k) + " at first");
    EXPECT_EQ(bells.rung()[components + k].subject, "p" + std::to_string(k) + " then");
  }
}

}  // namespace
}  // namespace bw::cosim::jacobi_test
