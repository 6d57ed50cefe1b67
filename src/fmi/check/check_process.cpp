// Findings are sent through a pipe, one record each: rule, line, file, sentence, separated by ASCII
// control characters. Crash messages are sent the same way, by a signal handler.

#include "fmi/check/check_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/whereabouts.h"

namespace bw::fmi {
namespace {

constexpr char unit_end = '\x1f', record_end = '\x1e';
constexpr double patience = 5;  // seconds for the child to end itself
constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signal handlers see nothing else
int words_to = -1;
alignas(16) std::array<char, 64 * 1024> spare_stack{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void write_all(int pipe, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(pipe, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

// "run-crashed" or "run-endless", and where: " in fmi2DoStep at t = 0.5".
void last_words(const char* rule, const char* event) {
  char text[512], place[256] = "";
  if (whereabouts.host != nullptr)
    std::snprintf(place, sizeof place, " in %s at t = %g", whereabouts.call,
                  whereabouts.host->time);
  std::snprintf(text, sizeof text, "%s%c0%c%c%s%s.%c", rule, unit_end, unit_end, unit_end, event,
                place, record_end);
  write_all(words_to, text, std::strlen(text));
  _exit(0);
}

void on_signal(int signal) {
  if (signal == SIGALRM) last_words("run-endless", "it did not come back within the time limit");
  char event[64];
  std::snprintf(event, sizeof event, "it crashed (signal %d)", signal);
  last_words("run-crashed", event);
}

void on_exit() {
  if (words_to >= 0) last_words("run-crashed", "it called exit()");
}

void listen_to_signals(double seconds) {
  stack_t stack{};
  stack.ss_sp = spare_stack.data();
  stack.ss_size = spare_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : crashes) sigaction(signal, &action, nullptr);
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &alarm_only, nullptr);
  alarm(static_cast<unsigned>(std::ceil(seconds)));
}

void silence() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void be_child(int pipe, double seconds,
                           const std::function<void(const AddFinding&)>& work) {
  words_to = pipe;
  std::atexit(on_exit);
  silence();
  listen_to_signals(seconds);
  const AddFinding add_finding = [pipe](Rule rule, const Position& place,
                                        const std::string& sentence) {
    const std::string record = fmt::format("{}{}{}{}{}{}{}{}", kind(rule).key, unit_end, place.line,
                                           unit_end, place.file, unit_end, sentence, record_end);
    write_all(pipe, record.data(), record.size());
  };
  try {
    work(add_finding);
  } catch (const std::exception& error) {
    add_finding(Rule::run_failed, {}, error.what());
  }
  const char end[] = {record_end};  // an empty record: complete
  write_all(pipe, end, sizeof end);
  words_to = -1;
  _exit(0);
}

const RuleKind* find_rule(std::string_view key) {
  for (const RuleKind& known : rule_kinds())
    if (known.key == key) return &known;
  return nullptr;
}

void add_record(std::string_view record, const Position& place, Report& report) {
  std::array<std::string_view, 3> units;
  for (std::string_view& unit : units) {
    const auto end = record.find(unit_end);
    if (end == std::string_view::npos) return;
    unit = record.substr(0, end);
    record.remove_prefix(end + 1);
  }
  const RuleKind* rule = find_rule(units[0]);
  if (rule == nullptr) return;
  Position at{std::string(units[2]), static_cast<int>(to_number(units[1]).value_or(0))};
  add(report, rule->rule, at.file.empty() ? place : at, record);
}

// Reads until the other end closes; false: timeout.
bool read_all(int pipe, double seconds, std::string& bytes) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 4096> buffer{};
  for (;;) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(left * 1000) + 1) <= 0) continue;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count <= 0) return true;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

void in_own_process(double seconds, const Position& place, Report& report,
                    const std::function<void(const AddFinding&)>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error(ExitCode::stopped, "no pipe to another process could be made.");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw Error(ExitCode::stopped, "no other process could be started.");
  if (child == 0) be_child(ends[1], seconds, work);
  close(ends[1]);
  std::string bytes;
  const bool came_to_an_end = read_all(ends[0], seconds + patience, bytes);
  close(ends[0]);
  if (!came_to_an_end) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  bool is_explained = false;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto end = std::min(rest.find(record_end), rest.size() - 1);
    const std::string_view record = rest.substr(0, end);
    is_explained = is_explained || record.empty() || record.starts_with("run-crashed") ||
                   record.starts_with("run-endless");
    add_record(record, place, report);
    rest.remove_prefix(end + 1);
  }
  if (is_explained) return;
  if (!came_to_an_end)
    add(report, Rule::run_endless, place, "it did not come back within the time limit.");
  else
    add(report, Rule::run_crashed, place,
        WIFSIGNALED(status) ? fmt::format("it was ended by signal {}.", WTERMSIG(status))
                            : "it ended the process.");
}

}  // namespace bw::fmi
