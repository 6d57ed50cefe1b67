// A component that its caller steps.

#include "run/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <variant>

#include "base/error.h"
#include "support/scratch_folder.h"

namespace bw::run::session_test {
namespace {

class SessionTest : public testing::Test {
 protected:
  RunSpec lag() const {
    test::write_file(scratch_ / "lag.mo",
                     "model Lag\n  input Real u;\n  output Real y(start=0, fixed=true);\n"
                     "equation\n  der(y) = u - y;\nend Lag;\n");
    return {.target = scratch_ / "lag.mo", .stop = 10, .tolerance = 1e-8};
  }
  static double value(Session& session, const std::string& name) {
    for (std::size_t k = 0; k < session.values().size(); ++k)
      if (session.values()[k].name == name) return std::get<double>(session.read()[k]);
    ADD_FAILURE() << name;
    return 0;
  }

  test::ScratchFolder scratch_;
};

TEST_F(SessionTest, StepsAModelWithItsInputs) {
  Session session(lag());
  ASSERT_EQ(session.inputs().size(), 1U);
  EXPECT_EQ(session.inputs()[0].name, "u");
  session.set(0, 1.0);
  EXPECT_EQ(value(session, "y"), 0);
  for (int k = 0; k < 4; ++k) session.step(0.25);
  EXPECT_EQ(session.time(), 1);
  EXPECT_NEAR(value(session, "y"), 1 - std::exp(-1), 1e-7);
}

TEST_F(SessionTest, ReturnsToSavedStatesAsOftenAsWanted) {
  Session session(lag());
  session.set(0, 1.0);
  session.step(0.5);
  const std::size_t saved = session.save();
  const double before = value(session, "y");
  session.set(0, -1.0);
  session.step(1);
  const double after = value(session, "y");
  for (int k = 0; k < 3; ++k) {
    session.restore(saved);
    EXPECT_EQ(session.time(), 0.5);
    EXPECT_EQ(value(session, "y"), before);
    session.set(0, -1.0);
    session.step(1);
    EXPECT_EQ(value(session, "y"), after);
  }
  session.drop(saved);
  EXPECT_THROW(session.restore(saved), InputError);
}

TEST_F(SessionTest, StepsAnFmuByBothInterfaces) {
  for (const char* interface : {"cs", "me"}) {
    Session session({.target = BW_TEST_FMUS "/2/Dahlquist.fmu",
                     .stop = 5,
                     .tolerance = 1e-6,
                     .interface = interface});
    for (int k = 0; k < 10; ++k) session.step(0.1);
    const std::size_t saved = session.save();
    const double before = value(session, "x");
    EXPECT_NEAR(before, std::exp(-1), 0.1) << interface;
    session.step(0.5);
    EXPECT_LT(value(session, "x"), before);
    session.restore(saved);
    EXPECT_EQ(value(session, "x"), before);
  }
}

TEST_F(SessionTest, RefusesImpossibleStepsAndValuesAndGoesOn) {
  Session session(lag());
  EXPECT_THROW(session.step(0), InputError);
  EXPECT_THROW(session.step(std::nan("")), InputError);
  EXPECT_THROW(session.step(11), InputError);
  EXPECT_THROW(session.set(0, std::nan("")), InputError);
  session.step(10);
  EXPECT_EQ(session.time(), 10);
}

TEST_F(SessionTest, RefusesASystemThatNeedsAMaster) {
  EXPECT_THROW(Session({.target = BW_EXAMPLES "/lotka_volterra/system.toml", .stop = 1}),
               UsageError);
}

}  // namespace
}  // namespace bw::run::session_test
