// The solver of loops, on systems given by hand.

#include "equation/code/newton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bw::equation::newton_test {
namespace {

constexpr std::size_t size = 20;

// r[i] = z[i]^2 + z[i-1]^2 + 1 has no zero.
struct Hopeless : Newton {
  Hopeless() : Newton{} {
    n = size;
    unit.fill(1);
    nominals = starts = unit.data();
    double* free = room.data();
    for (double** vector :
         {&z, &residuals, &step, &next, &trial, &larger, &begin, &base, &reached}) {
      *vector = free;
      free += size;
    }
    read = [](Newton* self, double* to) {
      std::copy_n(static_cast<Hopeless*>(self)->values.data(), size, to);
    };
    write = [](Newton* self, const double* z_of) {
      std::copy_n(z_of, size, static_cast<Hopeless*>(self)->values.data());
    };
    evaluate = [](Newton* self) {
      auto& it = *static_cast<Hopeless*>(self);
      ++it.evaluations;
      for (std::size_t i = 0; i < size; ++i)
        it.residuals[i] = it.square(i) + (i > 0 ? it.square(i - 1) : 0.0) + 1;
    };
    factorise = [](Newton* self) {
      auto& it = *static_cast<Hopeless*>(self);
      it.slopes = it.values;
      return 1;
    };
    solve = [](Newton* self, double* b) {
      const auto& by = static_cast<Hopeless*>(self)->slopes;
      for (std::size_t i = 0; i < size; ++i)
        b[i] = -(b[i] + (i > 0 ? 2 * by[i - 1] * b[i - 1] : 0.0)) / (2 * by[i]);
      return bw_all_finite(b, size);
    };
  }
  double square(std::size_t i) const { return values[i] * values[i]; }

  std::array<double, size> unit{}, values{}, slopes{};
  std::array<double, 9 * size> room{};
  long evaluations = 0;
};

TEST(Newton, GivesUpSoonWhereNothingIsFound) {
  Hopeless loop;
  loop.values.fill(0.5);
  EXPECT_EQ(bw_solve_loop(&loop), 0);
  EXPECT_LT(loop.evaluations, 1200);
}

// y + (x + y) a - x a - y a = b, x = c: y is b as far as the last digits of a c allow.
struct Cancelling : Newton {
  Cancelling() : Newton{} {
    n = 2;
    is_linear = 1;
    nominals = starts = unit.data();
    double* free = room.data();
    for (double** vector :
         {&z, &residuals, &step, &next, &trial, &larger, &begin, &base, &reached}) {
      *vector = free;
      free += 2;
    }
    read = [](Newton* self, double* to) {
      std::copy_n(static_cast<Cancelling*>(self)->values.data(), 2, to);
    };
    write = [](Newton* self, const double* z_of) {
      std::copy_n(z_of, 2, static_cast<Cancelling*>(self)->values.data());
    };
    evaluate = [](Newton* self) {
      auto& it = *static_cast<Cancelling*>(self);
      const double x = it.values[0], y = it.values[1];
      const volatile double both = (x + y) * a, one = x * a, other = y * a;
      it.residuals[0] = y - b_ + (both - one - other);
      it.residuals[1] = it.values[0] - c;
    };
    factorise = [](Newton*) { return 1; };
    solve = [](Newton*, double* b) {
      b[0] = -b[0];
      b[1] = -b[1];
      std::swap(b[0], b[1]);
      return 1;
    };
    note = [](Newton* self, const double* correction) {
      static_cast<Cancelling*>(self)->noted = std::abs(correction[1]);
    };
  }

  static constexpr double a = 1e6 / 7, b_ = 1.3e-9, c = 700 / 3.0;
  std::array<double, 2> unit{1, 1}, values{};
  std::array<double, 18> room{};
  double noted = 0;
};

TEST(Newton, AcceptsWhatRoundingLeavesOfLinearEquations) {
  Cancelling loop;
  ASSERT_EQ(bw_solve_loop(&loop), 1);
  EXPECT_NEAR(loop.values[1], 0, 2e-8);
  EXPECT_GT(loop.noted, 0);
}

}  // namespace
}  // namespace bw::equation::newton_test
