#include "study/launch/external.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace bw::study {
namespace {

constexpr int not_found = 127;

[[noreturn]] void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words)
    arguments.push_back(
        const_cast<char*>(word.c_str()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  arguments.push_back(nullptr);
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, nullptr);
  execvp(arguments.front(), arguments.data());
  _exit(not_found);
}

// Reads both until their writers have closed them.
void read_both(std::array<int, 2> from, std::array<std::string*, 2> to) {
  std::array<char, 4096> piece{};
  while (from[0] >= 0 || from[1] >= 0) {
    std::array<pollfd, 2> ends = {{{from[0], POLLIN, 0}, {from[1], POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t k = 0; k < ends.size(); ++k) {
      if (from[k] < 0 || ends[k].revents == 0) continue;
      const ssize_t count = read(from[k], piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count > 0) {
        to[k]->append(piece.data(), static_cast<std::size_t>(count));
        continue;
      }
      close(from[k]);
      from[k] = -1;
    }
  }
}

}  // namespace

std::string own_program() {
  std::error_code problem;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", problem);
  return problem ? "bellwether" : path.string();
}

pid_t start_program(const std::vector<std::string>& words,
                    const std::vector<std::pair<std::string, std::string>>& environment) {
  const pid_t parent = getpid(), pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  become(words);
}

Said output_of_program(const std::vector<std::string>& words) {
  Said said;
  std::array<int, 2> out{}, err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0) return said;
  if (pipe2(err.data(), O_CLOEXEC) != 0) return close(out[0]), close(out[1]), said;
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    become(words);
  }
  close(out[1]);
  close(err[1]);
  read_both({out[0], err[0]}, {&said.out, &said.err});
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  said.code = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return said;
}

}  // namespace bw::study
