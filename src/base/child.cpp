// A message is its length, one letter that says what it is, and its bytes.

#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <thread>

#include "base/text.h"
#include "base/whereabouts.h"

namespace bw {

using LastEvent = Child::LastEvent;

struct SharedPage {
  std::atomic<bool> dismissed{false};
  std::atomic<long> polls{0};
  // Written on a crash or exit; complete once `event` is set.
  std::atomic<LastEvent> event{LastEvent::none};
  int number = 0;  // signal or exit code
  double time = 0;
  std::array<char, 256> component{};  // empty: in no component
  std::array<char, 64> call{};
};

namespace {

constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array requests = {SIGINT, SIGTERM, SIGHUP};  // the parent decides what they mean
constexpr int question = SIGUSR1;                           // requests the place of the child
constexpr int answer_time = 200;                            // milliseconds
constexpr char result_kind = 'r', exception_kind = 'x';

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signal handlers see nothing else
SharedPage* own_page = nullptr;  // in a child
int pipe_to_parent = -1;         // likewise
alignas(16) std::array<char, 64 * 1024> spare_stack{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// ---- in the child ----

template <std::size_t size>
void copy(const char* from, std::array<char, size>& to) {
  const std::size_t length = strnlen(from, size - 1);
  std::memcpy(to.data(), from, length);
}

// Does only what a signal handler may.
[[noreturn]] void leave_last_words(LastEvent event, int number, int exit_code) {
  if (own_page->event == LastEvent::none) {
    const Whereabouts& where = event == LastEvent::question ? some_whereabouts() : whereabouts;
    if (where.host != nullptr) {
      copy(where.host->component.c_str(), own_page->component);
      copy(where.call, own_page->call);
      own_page->time = where.host->time;
    }
    own_page->number = number;
    own_page->event = event;
  }
  _exit(exit_code);
}

void on_signal(int signal) {
  // As in the program itself; after abort() the memory manager may hold its own locks.
  if (way_out != nullptr && signal != question && signal != SIGABRT) siglongjmp(*way_out, signal);
  leave_last_words(signal == question ? LastEvent::question : LastEvent::crash, signal, 1);
}

// Foreign code called exit(). Exit handlers of the parent, which were there before, are not run.
void on_leaving(int code, void*) { leave_last_words(LastEvent::exit, code, code); }

void listen_to_signals() {
  stack_t stack{};
  stack.ss_sp = spare_stack.data();
  stack.ss_size = spare_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  for (const int crash : crashes) sigaction(crash, &action, nullptr);
  sigaction(question, &action, nullptr);
  action = {};
  action.sa_handler = SIG_IGN;
  for (const int request : requests) sigaction(request, &action, nullptr);
}

void write_all(int pipe, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(pipe, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void send(int pipe, char kind, std::string_view bytes) {
  const std::uint64_t length = bytes.size();
  std::string head(sizeof length, '\0');
  std::memcpy(head.data(), &length, sizeof length);
  write_all(pipe, head + kind);
  write_all(pipe, bytes);
}

[[noreturn]] void be_child(int pipe, pid_t parent, const sigset_t& mask, SharedPage& page,
                           const Child::Job& job) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before prctl took effect
  own_page = &page;
  pipe_to_parent = pipe;
  ::on_exit(on_leaving, nullptr);
  listen_to_signals();
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  std::string bytes;
  char kind = exception_kind;
  try {
    bytes = job([&page] {  // no other thread of the child writes the count
      page.polls.store(page.polls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return !page.dismissed.load(std::memory_order_relaxed);
    });
    kind = result_kind;
  } catch (const std::exception& error) {
    bytes = error.what();
  } catch (...) {
    bytes = "an unknown exception.";
  }
  std::fflush(nullptr);  // what foreign code printed
  send(pipe, kind, bytes);
  _exit(0);
}

// ---- in the parent ----

// Between the fork and the child's own handlers no signal reaches the parent's handlers there.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~AllSignalsBlocked() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

std::string place(const SharedPage& page) {
  return fmt::format("{} at t = {}", page.call.data(), brief(page.time));
}

std::string sentence(const SharedPage& page) {
  const bool in_component = page.component.front() != '\0';
  const std::string who = in_component ? fmt::format("component '{}'", page.component.data())
                                       : "something outside of all components";
  const std::string where = in_component ? " in " + place(page) : "";
  switch (page.event) {
    case LastEvent::crash: return fmt::format("{} crashed (signal {}){}.", who, page.number, where);
    case LastEvent::exit:
      return fmt::format("{} ended the process (exit code {}){}.", who, page.number, where);
    case LastEvent::question:
      return in_component
                 ? fmt::format("{} did not return from {} and was ended.", who, place(page))
                 : "the process was ended outside of all components.";
    case LastEvent::none: break;
  }
  return "";
}

// Where the page is empty.
std::string sentence(const std::optional<int>& status) {
  if (status && WIFSIGNALED(*status))
    return fmt::format("the process was ended by signal {}.", WTERMSIG(*status));
  if (status && WIFEXITED(*status))
    return fmt::format("the process ended itself (exit code {}).", WEXITSTATUS(*status));
  return "the process ended for an unknown reason.";
}

}  // namespace

void Child::Unmap::operator()(SharedPage* page) const { munmap(page, sizeof(SharedPage)); }

Child::Page Child::make_page() {
  void* memory =
      mmap(nullptr, sizeof(SharedPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return Page(memory == MAP_FAILED ? nullptr : new (memory) SharedPage);
}

std::unique_ptr<Child> Child::start(const Job& job, const Fork& fork) {
  Page page = make_page();
  std::array<int, 2> ends{};
  if (page == nullptr || pipe2(ends.data(), O_CLOEXEC) != 0) return nullptr;
  std::fflush(nullptr);  // or both would write it
  const pid_t parent = getpid();
  const AllSignalsBlocked blocked;
  const pid_t pid = fork ? fork() : ::fork();
  if (pid == 0) be_child(ends[1], parent, blocked.before(), *page, job);
  const int reason = errno;
  close(ends[1]);
  if (pid < 0) close(ends[0]);
  errno = reason;
  if (pid < 0) return nullptr;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Child>(new Child(pid, ends[0], std::move(page)));
}

int Child::own_pipe() { return pipe_to_parent; }

Child::~Child() {
  if (pipe_ >= 0) finish();
}

// False: nothing more will come.
bool Child::take_in() {
  std::array<char, std::size_t{1} << 16> buffer;
  while (!is_whole()) {
    const ssize_t count = read(pipe_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN;
    if (count == 0) return false;
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t to_head = std::min(head_size - head_.size(), piece.size());
    head_ += piece.substr(0, to_head);
    bytes_ += piece.substr(to_head);
  }
  return false;
}

bool Child::is_whole() const {
  std::uint64_t length = 0;
  if (head_.size() < head_size) return false;
  std::memcpy(&length, head_.data(), sizeof length);
  return bytes_.size() >= length;
}

// A process that foreign code started in the child may hold the pipe open for longer than the child
// lives.
bool Child::has_died() {
  int status = 0;
  const pid_t answer = waitpid(pid_, &status, WNOHANG);
  if (answer == 0) return false;
  reaped_ = true;
  if (answer == pid_) status_ = status;
  return true;
}

bool Child::listen() {
  if (pipe_ < 0) return true;
  if (take_in()) {
    if (!has_died()) return false;
    take_in();  // what arrived between the two checks
  }
  finish();
  explain();
  return true;
}

void Child::dismiss() { page_->dismissed = true; }

long Child::polls() const { return page_->polls.load(std::memory_order_relaxed); }

void Child::end() {
  if (pipe_ < 0) return;
  kill(pid_, question);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(answer_time);
  while (!listen() && std::chrono::steady_clock::now() < deadline) {
    pollfd ready{pipe_, POLLIN, 0};
    poll(&ready, 1, answer_time);
  }
  if (pipe_ < 0) return;
  finish();
  explain();
}

// A child that has sent its message has nothing left to do.
void Child::finish() {
  if (!reaped_) {
    kill(pid_, SIGKILL);
    int status = 0;
    pid_t answer = -1;
    do answer = waitpid(pid_, &status, 0);
    while (answer < 0 && errno == EINTR);
    reaped_ = true;
    if (answer == pid_) status_ = status;
  }
  close(pipe_);
  pipe_ = -1;
}

void Child::explain() {
  outcome_.delivered = is_whole() && head_.back() == result_kind;
  if (is_whole()) {
    (outcome_.delivered ? outcome_.bytes : outcome_.reason) = std::move(bytes_);
    return;
  }
  const bool told = page_->event != LastEvent::none;
  outcome_.reason = told ? sentence(*page_) : sentence(status_);
  outcome_.component = page_->component.data();
  outcome_.call = page_->call.data();
  outcome_.time = page_->time;
  outcome_.event = page_->event;
  outcome_.number = told                               ? page_->number
                    : WIFSIGNALED(status_.value_or(0)) ? WTERMSIG(*status_)
                                                       : 0;
}

bool has_other_threads() {
  constexpr int checks = 4;
  for (int check = 0; check < checks; ++check) {
    if (check > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::error_code problem;  // without /proc the number of threads is unknown
    int threads = 0;
    for (std::filesystem::directory_iterator task("/proc/self/task", problem), last;
         !problem && task != last; task.increment(problem))
      ++threads;
    if (threads <= 1) return false;
  }
  return true;
}

}  // namespace bw
