// Parts at the same time: the result is that of one after the other, to the last bit.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "cosim/master.h"
#include "support/test_parts.h"

namespace bw::cosim::jacobi_test {
namespace {

using test::Failing;
using test::Kit;
using test::Toiling;
using test::wire;

constexpr std::size_t parts = 8;
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

// A ring, each part driven by the one before.
Coupling ring(Threads& threads, const std::vector<const void*>& kin = {}) {
  Kit kit;
  std::vector<Connection> wires;
  for (std::size_t k = 0; k < parts; ++k) {
    auto& part =
        kit.add<Toiling>("p" + std::to_string(k), 0.1 * static_cast<double>(k),
                         long_work + 1000 * static_cast<long>(k), kin.empty() ? nullptr : kin[k]);
    part.at_work = [&threads] { threads.note(); };
    wires.push_back(wire((k + parts - 1) % parts, k, 0.5 + 0.1 * static_cast<double>(k)));
  }
  return kit.couple(wires);
}

std::vector<std::vector<double>> rows_of(Coupling& coupling, int threads, int steps,
                                         Hold hold = Hold::constant) {
  const auto master = jacobi().make(coupling, {.threads = threads, .hold = hold});
  Signals next = coupling.now();
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < steps; ++k) {
    EXPECT_EQ(master->step(coupling, {}, k * h, h, next).part, PartStatus::ok);
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
  for (std::size_t part = 0; part < parts; ++part)
    EXPECT_EQ(four.counters(part).advances, 120) << part;
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

TEST(Jacobi, CheapPartsGiveTheSameBitsWhateverIsDecided) {
  Coupling coupling = test::lotka_volterra_parts();
  const auto master = jacobi().make(coupling, {.threads = 4});
  Signals next = coupling.now();
  for (int k = 0; k < 3000; ++k) {
    ASSERT_EQ(master->step(coupling, {}, k * h, h, next).part, PartStatus::ok);
    coupling.accept(next);
  }
  Coupling same = test::lotka_volterra_parts();
  EXPECT_EQ(rows_of(same, 1, 3000).back(), coupling.now().reals);
}

TEST(Jacobi, PartsThatShareCodeNeverRunAtTheSameTime) {
  const int a = 0, b = 0;
  std::atomic<int> in_a = 0, in_b = 0;
  std::atomic<bool> met = false;
  Kit kit;
  std::vector<Connection> wires;
  for (std::size_t k = 0; k < parts; ++k) {
    std::atomic<int>& inside = k % 2 == 0 ? in_a : in_b;
    kit.add<Toiling>("p" + std::to_string(k), 0.1, long_work, k % 2 == 0 ? &a : &b).at_work =
        [&inside, &met] {
          if (++inside > 1) met = true;
          std::this_thread::yield();
          --inside;
        };
    wires.push_back(wire((k + 1) % parts, k));
  }
  Coupling coupling = kit.couple(wires);
  rows_of(coupling, 4, 100);
  EXPECT_FALSE(met);
}

TEST(Jacobi, PartsThatAllShareCodeRunOnOneThread) {
  const int a = 0;
  Threads threads;
  Coupling coupling = ring(threads, std::vector<const void*>(parts, &a));
  rows_of(coupling, 4, 50);
  EXPECT_EQ(threads.seen.size(), 1U);
}

// Toiling parts with two others among them that fail in the step that ends after `when`.
struct Troubled {
  Coupling coupling;
  std::unique_ptr<Master> master;

  Troubled(Failing::How first, Failing::How second, double when)
      : coupling(couple(first, second, when)), master(jacobi().make(coupling, {.threads = 4})) {}

  static Coupling couple(Failing::How first, Failing::How second, double when) {
    Kit kit;
    for (std::size_t k = 0; k < parts; ++k) {
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

  PartStatus march_until_trouble() {
    Signals next = coupling.now();
    for (int k = 0; k < 1000; ++k) {
      const MacroStep made = master->step(coupling, {}, k * h, h, next);
      if (made.part != PartStatus::ok) return made.part;
      coupling.accept(next);
    }
    return PartStatus::ok;
  }
};

// Where it is just being tried, whatever comes of it.
constexpr double while_parallel = 22.5 * h;

TEST(Jacobi, TheFirstPartInTroubleIsBlamed) {
  for (int round = 0; round < 5; ++round) {
    Troubled both(Failing::How::discard, Failing::How::nan, while_parallel);
    EXPECT_EQ(both.march_until_trouble(), PartStatus::discarded);
    EXPECT_EQ(both.coupling.trouble().part, 3U);
    EXPECT_EQ(both.coupling.trouble().reason, "it had enough.");
    EXPECT_DOUBLE_EQ(both.coupling.trouble().time, while_parallel);
    Troubled other(Failing::How::nan, Failing::How::terminate, while_parallel);
    EXPECT_EQ(other.march_until_trouble(), PartStatus::not_finite);
    EXPECT_EQ(other.coupling.trouble().reason, "bad");
  }
}

TEST(Jacobi, TroubleComesBeforeAFailureOfALaterPart) {
  Troubled both(Failing::How::terminate, Failing::How::failure, while_parallel);
  EXPECT_EQ(both.march_until_trouble(), PartStatus::terminated);
}

TEST(Jacobi, TheFirstPartThatFailsIsTold) {
  Troubled both(Failing::How::failure, Failing::How::failure, while_parallel);
  try {
    both.march_until_trouble();
    FAIL() << "nobody failed";
  } catch (const PartFailure& failure) {
    EXPECT_EQ(failure.part, "p3");
  }
}

TEST(Jacobi, BellsOfPartsInParallelAreToldInTheirOrder) {
  Bells bells;
  Kit kit;
  for (std::size_t k = 0; k < parts; ++k) {
    // The first parts take the longest, so that they would ring last.
    auto& part = kit.add<Toiling>("p" + std::to_string(k), 0.1,
                                  long_work + 4000 * static_cast<long>(parts - k));
    part.at_work = [&bells, &part] {
      if (part.steps.size() == 22 || part.steps.size() == 23)
        bells.ring(BellCode::fmu_warning, 1.5,
                   part.shape().name + (part.steps.size() == 22 ? " at first" : " then"), "");
    };
  }
  Coupling coupling = kit.couple({});
  rows_of(coupling, 4, 100);
  ASSERT_EQ(bells.rung().size(), 2 * parts);
  for (std::size_t k = 0; k < parts; ++k) {
    EXPECT_EQ(bells.rung()[k].subject, "p" + std::to_string(k) + " at first");
    EXPECT_EQ(bells.rung()[parts + k].subject, "p" + std::to_string(k) + " then");
  }
}

}  // namespace
}  // namespace bw::cosim::jacobi_test
