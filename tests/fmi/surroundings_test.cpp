#include "fmi/instance/surroundings.h"

#include <gtest/gtest.h>

#include <clocale>
#include <csignal>
#include <filesystem>

#include "support/scratch_folder.h"

namespace bw::fmi::surroundings_test {
namespace {

namespace fs = std::filesystem;

std::string locale() { return std::setlocale(LC_ALL, nullptr); }

void (*handler(int signal))(int) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

TEST(Surroundings, UntouchedNothingIsSaid) {
  Surroundings surroundings;
  EXPECT_EQ(surroundings.restore(), "");
}

TEST(Surroundings, AChangedLocaleIsPutBack) {
  const std::string before = locale();
  Surroundings surroundings;
  ASSERT_NE(std::setlocale(LC_NUMERIC, "C.UTF-8"), nullptr);
  ASSERT_NE(locale(), before);
  EXPECT_EQ(surroundings.restore(), "locale");
  EXPECT_EQ(locale(), before);
  EXPECT_EQ(surroundings.restore(), "");
}

TEST(Surroundings, AChangedFolderIsPutBack) {
  const fs::path before = fs::current_path();
  Surroundings surroundings;
  fs::current_path("/");
  EXPECT_EQ(surroundings.restore(), "working directory");
  EXPECT_EQ(fs::current_path(), before);
}

TEST(Surroundings, AFolderThatWasRenamedMeanwhileIsFoundAgain) {
  const fs::path before = fs::current_path();
  const test::ScratchFolder scratch;
  fs::create_directory(scratch.path() / "old");
  fs::current_path(scratch.path() / "old");
  {
    Surroundings surroundings;
    fs::current_path("/");
    fs::rename(scratch.path() / "old", scratch.path() / "new");
    EXPECT_EQ(surroundings.restore(), "working directory");
    EXPECT_EQ(fs::current_path(), scratch.path() / "new");
  }
  fs::current_path(before);
}

TEST(Surroundings, AChangedHandlerIsPutBack) {
  const auto before = handler(SIGUSR1);
  Surroundings surroundings;
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.restore(), "signal handlers");
  EXPECT_EQ(handler(SIGUSR1), before);
}

TEST(Surroundings, ALibraryThatBehavedForALifeIsCheckedAtTheEndOfTheLastComponent) {
  const auto before = handler(SIGUSR1);
  const auto habits = std::make_shared<SignalHabits>();
  Surroundings surroundings(habits);
  surroundings.begin_life();
  EXPECT_EQ(surroundings.end_life(), "");
  Surroundings others;
  surroundings.begin_life();
  others.begin_life();
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.restore("the end"), "");
  EXPECT_EQ(others.end_life(), "");
  EXPECT_EQ(surroundings.end_life(), "signal handlers");
  EXPECT_EQ(handler(SIGUSR1), before);
}

TEST(Surroundings, ALibraryThatChangedAHandlerOnceIsCheckedAfterEveryCall) {
  const auto habits = std::make_shared<SignalHabits>();
  Surroundings surroundings(habits);
  for (int life = 0; life < 2; ++life) {
    surroundings.begin_life();
    std::signal(SIGUSR1, SIG_IGN);
    EXPECT_EQ(surroundings.restore("the end"), "signal handlers") << life;
    EXPECT_EQ(surroundings.end_life(), "");
  }
}

TEST(Surroundings, OtherInstancesAreTrustedInAPhaseThatOneWentThrough) {
  const auto before = handler(SIGUSR1);
  Surroundings surroundings;
  for (int instance = 0; instance < 2; ++instance) surroundings.begin_life();
  EXPECT_EQ(surroundings.restore("instantiation"), "");
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.restore("instantiation"), "");
  EXPECT_EQ(surroundings.restore("initialisation"), "signal handlers");
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.restore("instantiation"), "signal handlers");  // it is suspected now
  EXPECT_EQ(surroundings.end_life(), "");
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.end_life(), "signal handlers");
  EXPECT_EQ(handler(SIGUSR1), before);
}

TEST(Surroundings, TheLastComponentIsCheckedThoughItsLibraryIsNew) {
  const auto before = handler(SIGUSR1);
  const auto calm = std::make_shared<SignalHabits>();
  calm->lived = true;
  Surroundings surroundings(calm), others;
  surroundings.begin_life();
  others.begin_life();
  std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(surroundings.end_life(), "");
  EXPECT_EQ(others.restore(), "signal handlers");
  EXPECT_EQ(others.end_life(), "");
  EXPECT_EQ(handler(SIGUSR1), before);
}

TEST(Surroundings, AllChangesAreNamedAtOnce) {
  Surroundings surroundings;
  std::setlocale(LC_NUMERIC, "C.UTF-8");
  fs::current_path("/");
  std::signal(SIGUSR2, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  EXPECT_EQ(surroundings.restore(), "locale, working directory, signal handlers");
}

}  // namespace
}  // namespace bw::fmi::surroundings_test
