#include "support/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "support/scratch_folder.h"

namespace bw::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto pause = std::chrono::milliseconds(2);
constexpr const char *out_file = "/.standard_output", *error_file = "/.standard_error";

void redirect(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, descriptor);
  close(file);
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const Circumstances& c) {
  redirect(STDOUT_FILENO, c.folder + out_file);
  redirect(STDERR_FILENO, c.folder + error_file);
  if (chdir(c.folder.c_str()) != 0) _exit(99);
  for (const std::string& variable : c.environment) {
    const auto equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  if (c.largest_file >= 0) {
    const rlimit limit{static_cast<rlim_t>(c.largest_file), static_cast<rlim_t>(c.largest_file)};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  std::vector<char*> words = {const_cast<char*>(c.program.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(words.front(), words.data());
  _exit(99);
}

}  // namespace

char state_of(pid_t process) {
  const std::string line = read_file("/proc/" + std::to_string(process) + "/stat");
  const auto name_end = line.rfind(") ");
  return name_end == std::string::npos ? 'Z' : line[name_end + 2];
}

std::string Outcome::said() const {
  std::string text;
  for (const char c : err) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || text.empty() || text.back() != ' ') text += next;
  }
  return text;
}

Program::Program(const std::vector<std::string>& arguments, const Circumstances& circumstances)
    : circumstances_(circumstances), pid_(fork()) {
  if (pid_ == 0) become(arguments, circumstances_);
}

Program::~Program() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Program::send(int signal) const {
  if (pid_ > 0) kill(pid_, signal);  // -1, of a fork that failed, is every process
}

std::vector<pid_t> Program::children() const {
  const std::string id = std::to_string(pid_);
  std::istringstream list(read_file("/proc/" + id + "/task/" + id + "/children"));
  std::vector<pid_t> found;
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

void Program::send_to_children(int signal) const {
  for (const pid_t child : children()) kill(child, signal);
}

char Program::state() const { return state_of(pid_); }

// A program that runs components waits for a child from its first milliseconds on.
bool Program::wait_until_asleep() const {
  constexpr int long_enough = 50, patience = 5000;
  int asleep = 0;
  for (int k = 0; k < patience && asleep < long_enough && state() != 'Z'; ++k) {
    const std::vector<pid_t> all = children();
    const bool is_asleep =
        state() == 'S' && !all.empty() &&
        std::all_of(all.begin(), all.end(), [](pid_t child) { return state_of(child) == 'S'; });
    asleep = is_asleep ? asleep + 1 : 0;
    std::this_thread::sleep_for(pause);
  }
  return asleep == long_enough;
}

Outcome Program::wait(double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (Clock::now() > end) send(SIGKILL);
    std::this_thread::sleep_for(pause);
  }
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          read_file(circumstances_.folder + out_file),
          read_file(circumstances_.folder + error_file)};
}

Outcome run_program(const std::vector<std::string>& arguments, const Circumstances& circumstances) {
  return Program(arguments, circumstances).wait();
}

}  // namespace bw::test
