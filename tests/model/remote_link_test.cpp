// A connection to a program that answers what a test has told it to.

#include "model/remote/remote_link.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/run_control.h"
#include "model/model.h"
#include "model/remote/remote_blueprint.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::model::remote_link_test {
namespace {

using namespace test;

std::string answer(const std::string& content) {
  const auto length = static_cast<std::uint32_t>(content.size());
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + content;
}

std::string number(double value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

constexpr char late = '~';  // before an answer: it comes 200 ms later

// Answers the requests of one connection, one after the other, and then ends it.
class Program {
 public:
  explicit Program(std::vector<std::string> answers) : answers_(std::move(answers)) {
    description.socket = folder_ / "socket";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, description.socket.c_str(), sizeof address.sun_path - 1);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_, 1), 0);
    thread_ = std::thread([this] { serve(); });
  }
  ~Program() {
    thread_.join();
    ::close(listener_);
  }

  RemoteDescription description;
  std::vector<std::string> requests;  // to be read when the link has ended

 private:
  void serve() {
    const int link = ::accept(listener_, nullptr, nullptr);
    for (const std::string& each : answers_) {
      char bytes[4096];
      const ssize_t got = ::recv(link, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      requests.emplace_back(bytes, static_cast<std::size_t>(got));
      const bool waits = each.starts_with(late);
      if (waits) ::usleep(200000);
      for (const char c : each.substr(waits ? 1 : 0))
        if (::send(link, &c, 1, MSG_NOSIGNAL) != 1) break;  // in pieces
      if (each.empty()) ::usleep(300000);
    }
    ::close(link);
  }

  ScratchFolder folder_;
  std::vector<std::string> answers_;
  int listener_ = -1;
  std::thread thread_;
};

TEST(RemoteLink, SendsNumbersAndReceivesNumbers) {
  Program program({answer("+"), answer("+" + number(3) + number(4))});
  program.description.component = 7;
  {
    RemoteLink link(program.description, "c");
    const auto numbers = link.request(RemoteVerb::advance).put(1.5).ask(2);
    EXPECT_EQ(std::vector(numbers.begin(), numbers.end()), (std::vector<double>{3, 4}));
  }
  ASSERT_EQ(program.requests.size(), 2u);
  EXPECT_EQ(program.requests[0], answer("o" + number(7)));
  EXPECT_EQ(program.requests[1], answer("a" + number(1.5)));
}

TEST(RemoteLink, FailsWithTheSentenceOfTheOtherProgram) {
  const Program program({answer("+"), answer("!raised ValueError: too hot")});
  RemoteLink link(program.description, "c");
  const std::string said =
      refusal<ComponentFailure>([&] { link.request(RemoteVerb::start).ask(1); });
  EXPECT_EQ(said, "component 'c' raised ValueError: too hot.");
}

TEST(RemoteLink, RefusesAnswersWithoutMeaning) {
  for (const std::string& wrong : {answer(""), answer("+" + number(1)), answer("?")}) {
    const Program program({answer("+"), wrong});
    RemoteLink link(program.description, "c");
    EXPECT_TRUE(
        contains(refusal<ComponentFailure>([&] { link.request(RemoteVerb::outputs).ask(2); }),
                 "no meaning"));
  }
}

TEST(RemoteLink, SaysThatTheOtherProgramEnded) {
  const Program program({answer("+")});
  RemoteLink link(program.description, "c");
  EXPECT_TRUE(contains(refusal<ComponentFailure>([&] { link.request(RemoteVerb::outputs).ask(2); }),
                       "ended the connection"));
}

TEST(RemoteLink, SaysThatNobodyListens) {
  RemoteDescription description;
  for (const std::string& path : {std::string("/nowhere"), std::string(200, 'x')}) {
    description.socket = path;
    EXPECT_TRUE(contains(refusal<ComponentFailure>([&] { RemoteLink(description, "c"); }),
                         "cannot be reached by the socket"));
  }
}

TEST(RemoteLink, IsInterruptedWhileItWaits) {
  const Program program({answer("+"), ""});
  RemoteLink link(program.description, "c");
  const std::atomic<bool> interrupt = true;
  RunControl control;
  control.interrupt = &interrupt;
  const ControlScope scope(control);
  EXPECT_TRUE(caught<Interrupted>([&] { link.request(RemoteVerb::outputs).ask(1); }).has_value());
}

TEST(RemoteLink, TakesNoLateAnswerForThatOfTheNextRequest) {
  const Program program({answer("+"), late + answer("+" + number(1)), answer("+" + number(2))});
  RemoteLink link(program.description, "c");
  std::atomic<bool> interrupt = true;
  RunControl control;
  control.interrupt = &interrupt;
  const ControlScope scope(control);
  EXPECT_TRUE(caught<Interrupted>([&] { link.request(RemoteVerb::outputs).ask(1); }).has_value());
  interrupt = false;
  ::usleep(300000);
  EXPECT_TRUE(contains(refusal<ComponentFailure>([&] { link.request(RemoteVerb::outputs).ask(1); }),
                       "ended the connection"));
}

// At its event the other program may change what it remembers, and with it the indicators.
TEST(RemoteLink, IndicatorsAreRequestedAgainBehindAnEvent) {
  const std::string rising = answer("+" + number(1)), falling = answer("+" + number(-1));
  Program program({answer("+"), rising, falling,
                   answer("+" + number(0) + number(HUGE_VAL) + number(5)), rising});
  program.description.kind = RemoteDescription::Kind::model;
  program.description.states = program.description.indicators = 1;
  Variable state;
  state.name = "x";
  program.description.variables = {state};
  const auto model = make_remote_model(program.description, {.name = "c"});
  std::vector<double> x{5}, z{0};
  model->begin(0, 1, {});
  (void)model->start(x);
  (void)model->handle_event(0.5, x);
  model->indicators(0.5, x, z);
  EXPECT_EQ(z[0], 1);
}

TEST(RemoteLink, UsesNumbersOfSnapshotsAgain) {
  const Program program({answer("+")});
  RemoteLink link(program.description, "c");
  const std::size_t first = link.free_number(), second = link.free_number();
  EXPECT_NE(first, second);
  link.give_back(first);
  EXPECT_EQ(link.free_number(), first);
}

}  // namespace
}  // namespace bw::model::remote_link_test
