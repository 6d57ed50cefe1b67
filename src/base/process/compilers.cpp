#include "base/process/compilers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/process/shared_memory.h"
#include "base/run_control.h"
#include "base/text.h"

namespace bw {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// Absolute, because the compiler runs in another folder. Links stay: ccache goes by its own name.
std::optional<fs::path> find_program(const std::string& name) {
  if (name.find('/') != name.npos)
    return is_program(name) ? std::optional(fs::absolute(name)) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && is_program(fs::path(folder) / name))
      return fs::absolute(fs::path(folder) / name);
  return std::nullopt;
}

// Of all words that are programs: in "ccache gcc" the second one matters.
std::string identity_of(const std::vector<std::string>& command) {
  std::string identity;
  for (const std::string& word : command) {
    identity += word + "\n";
    const auto program = find_program(word);
    if (!program) continue;
    std::error_code ignored;
    const fs::path real = fs::canonical(*program, ignored);
    identity += fmt::format("{} {} {}\n", real.string(), fs::file_size(*program, ignored),
                            fs::last_write_time(*program, ignored).time_since_epoch().count());
  }
  return identity;
}

std::vector<std::string> words_of(const std::string& text) {
  if (is_program(text)) return {text};  // a path may have blanks
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<Compiler> compiler_of(const std::string& text) {
  Compiler compiler;
  compiler.command = words_of(text);
  if (compiler.command.empty()) return std::nullopt;
  const auto program = find_program(compiler.command.front());
  if (!program) return std::nullopt;
  compiler.command.front() = program->string();
  compiler.identity = identity_of(compiler.command);
  return compiler;
}

// Text for an error: a source file's escape sequences shall not reach the terminal.
std::string beginning_of(const fs::path& file) {
  constexpr std::size_t most = std::size_t{1} << 16;
  std::string text(most, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; }, '?');
  return text;
}

// The compilers that run now, where a signal handler finds them. Each leads a group.
using CompilerList = std::array<std::atomic<pid_t>, 64>;

CompilerList& running_compilers() { return shared_table<CompilerList>(); }

// Listed from construction to destruction.
class ListedCompiler {
 public:
  explicit ListedCompiler(pid_t pid) {
    for (auto& place : running_compilers()) {
      pid_t none = 0;
      if (!place.compare_exchange_strong(none, pid)) continue;
      place_ = &place;
      return;
    }
  }
  ~ListedCompiler() {
    if (place_ != nullptr) *place_ = 0;
  }
  ListedCompiler(const ListedCompiler&) = delete;
  ListedCompiler& operator=(const ListedCompiler&) = delete;

 private:
  std::atomic<pid_t>* place_ = nullptr;
};

// This process's environment, with the temporary files of the compiler in its own folder: one that
// is killed leaves them behind.
class CompilerEnvironment {
 public:
  explicit CompilerEnvironment(const fs::path& folder) : temporary_("TMPDIR=" + folder.string()) {
    for (char** entry = environ; *entry != nullptr; ++entry)
      if (!std::string_view(*entry).starts_with("TMPDIR=")) entries_.push_back(*entry);
    entries_.push_back(temporary_.data());
    entries_.push_back(nullptr);
  }
  char* const* entries() const { return entries_.data(); }

 private:
  std::string temporary_;
  std::vector<char*> entries_;
};

// What a new process becomes a compiler with. Everything is made before the fork: of the threads
// of this process only one is copied, and another may hold a lock of the allocator.
struct CompilerStart {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char *folder, *said;
  pid_t parent;
  int report;  // where the reason goes if it cannot be started
};

void open_as(int descriptor, const char* path, int flags) {
  const int opened = open(path, flags, S_IRUSR | S_IWUSR);
  if (opened < 0 || dup2(opened, descriptor) < 0) return;
  if (opened != descriptor) close(opened);
}

// A group of its own, so that it can be killed with its helpers; the signals as they usually are;
// it ends with the thread that waits for it, however that ends.
[[noreturn]] void become_compiler(const CompilerStart& start) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != start.parent) _exit(1);  // it died before prctl took effect
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  open_as(STDIN_FILENO, "/dev/null", O_RDONLY);
  open_as(STDOUT_FILENO, start.said, O_WRONLY | O_CREAT | O_TRUNC);
  dup2(STDOUT_FILENO, STDERR_FILENO);
  if (chdir(start.folder) == 0) execve(start.program, start.arguments, start.environment);
  const int problem = errno;
  while (write(start.report, &problem, sizeof problem) < 0 && errno == EINTR) continue;
  _exit(1);
}

// Forks with all signals blocked: between the fork and exec no handler of ours runs in the copy.
pid_t fork_compiler(CompilerStart start) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = fork();
  if (child == 0) become_compiler(start);
  const int problem = errno;
  if (child > 0) setpgid(child, child);  // whichever of both is first
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = problem;
  return child;
}

// 0: it was started; else errno.
int start_problem(int report) {
  int problem = 0;
  while (read(report, &problem, sizeof problem) < 0 && errno == EINTR) continue;
  return problem;
}

pid_t start(const std::vector<std::string>& command, const fs::path& folder) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const fs::path said = folder / "said.txt";
  const CompilerEnvironment environment(folder);
  std::array<int, 2> report{};
  int problem = pipe2(report.data(), O_CLOEXEC) == 0 ? 0 : errno;
  pid_t child = 0;
  if (problem == 0) {
    child = fork_compiler({command.front().c_str(), arguments.data(), environment.entries(),
                           folder.c_str(), said.c_str(), getpid(), report[1]});
    problem = child < 0 ? errno : 0;
    close(report[1]);
    if (child > 0) problem = start_problem(report[0]);
    close(report[0]);
    if (problem != 0 && child > 0) waitpid(child, nullptr, 0);
  }
  if (problem != 0)
    throw InputError(
        fmt::format("The compiler '{}' cannot be started: {}. Name another one with "
                    "the environment variables CC and CXX.",
                    command.front(), std::generic_category().message(problem)));
  return child;
}

// True: it has ended. Where the parent process ignores SIGCHLD the exit code is unknown; whether
// the library exists then decides.
bool has_ended(pid_t child, Ending& ending) {
  int status = 0;
  const pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  if (ended == child) ending.code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return true;
}

// A killed compiler's helpers end a little later than it does, and write into its folder until
// then. Not for ever: where nobody waits for orphans, they stay on the list of processes.
void wait_for_group(pid_t group) {
  constexpr timespec pause{0, 1'000'000};
  constexpr int most_pauses = 100;
  for (int pauses = 0; pauses < most_pauses && ::kill(-group, 0) == 0; ++pauses)
    ::nanosleep(&pause, nullptr);
}

}  // namespace

std::string Compiler::shown() const { return fmt::format("{}", fmt::join(command, " ")); }

std::optional<Compiler> find_translator(const std::string& name) { return compiler_of(name); }

Compiler find_compiler(Language language, const std::string& why, const std::string& otherwise) {
  const bool is_c = language == Language::c;
  const char* variable = is_c ? "CC" : "CXX";
  const char* named = std::getenv(variable);
  if (named != nullptr && *named != '\0') {
    if (auto compiler = compiler_of(named)) return *compiler;
    throw InputError(
        fmt::format("{}, and the compiler '{}', which the environment variable {} names, is not a "
                    "program. Name an existing one, or leave the variable empty.",
                    why, named, variable));
  }
  const std::vector<std::string> usual = is_c ? std::vector<std::string>{"cc", "gcc", "clang"}
                                              : std::vector<std::string>{"c++", "g++", "clang++"};
  for (const std::string& name : usual)
    if (auto compiler = compiler_of(name)) return *compiler;
  throw InputError(
      fmt::format("{}, and there is no {} compiler ({}). Install one (the package {}){}.", why,
                  is_c ? "C" : "C++", listed(usual), is_c ? "gcc" : "g++", otherwise));
}

Ending run_compiler(const std::vector<std::string>& command, const fs::path& folder,
                    std::chrono::milliseconds limit, const std::atomic<bool>* unwanted) {
  constexpr std::chrono::milliseconds longest_nap(50);
  const auto deadline = Clock::now() + limit;
  const pid_t child = start(command, folder);
  const ListedCompiler entry(child);
  Ending ending;
  std::chrono::milliseconds nap(1);
  while (!has_ended(child, ending)) {
    const bool is_wanted =
        unwanted != nullptr ? !unwanted->load(std::memory_order_relaxed) : !is_interrupted();
    if (!ending.took_too_long && (!is_wanted || Clock::now() > deadline)) {
      ending.took_too_long = true;
      kill(-child, SIGKILL);
    }
    std::this_thread::sleep_for(nap);
    nap = std::min(2 * nap, longest_nap);
  }
  if (ending.took_too_long) wait_for_group(child);
  if (unwanted == nullptr && ending.took_too_long) throw_if_interrupted();
  ending.said = beginning_of(folder / "said.txt");
  return ending;
}

void share_compilers() { (void)running_compilers(); }

void kill_compilers() noexcept {
  constexpr timespec pause{0, 2'000'000};
  constexpr int most_pauses = 100;
  for (auto& place : running_compilers())
    if (const pid_t pid = place; pid > 1) ::kill(-pid, SIGKILL);
  for (auto& place : running_compilers()) {
    const pid_t pid = place;
    for (int pauses = 0; pid > 0 && pauses < most_pauses; ++pauses) {
      if (::waitpid(pid, nullptr, WNOHANG) != 0) break;
      ::nanosleep(&pause, nullptr);
    }
    if (pid > 0) wait_for_group(pid);
  }
}

}  // namespace bw
