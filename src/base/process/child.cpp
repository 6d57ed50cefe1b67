// A message is its length, one letter that says what it is, and its bytes.

#include "base/process/child.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <thread>

#include "base/process/belongings.h"
#include "base/process/heartbeat.h"
#include "base/process/shared_memory.h"
#include "base/process/signals_blocked.h"
#include "base/process/struck.h"

namespace bw {

struct SharedPage {
  std::atomic<bool> dismissed{false};
  std::atomic<long> polls{0};
  std::atomic<bool> is_cut_off{false};  // its pipe was closed or replaced
};

namespace {

constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr std::array requests = {SIGINT, SIGTERM, SIGHUP};
constexpr char result_kind = 'r', exception_kind = 'x';

int pipe_to_parent = -1;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): in a child

// ---- in the child ----

// Says which thread it is, and lets the signal take its usual course: a faulty instruction is
// executed again on return; a signal that was sent is raised again.
void on_crash(int signal, siginfo_t* cause, void*) {
  heartbeat::own_mark->calls |= heartbeat::struck;
  if (cause->si_code <= 0) raise(signal);
}

// The parent decides what a request from outside means. A component that raises one ends the
// process by it.
void on_request(int signal, siginfo_t* cause, void*) {
  if (cause->si_code > 0 || cause->si_pid != getpid()) return;
  heartbeat::own_mark->calls |= heartbeat::struck;
  ::signal(signal, SIG_DFL);
  raise(signal);
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

bool is_same_file(int descriptor, const struct stat& file) {
  struct stat now {};
  return fstat(descriptor, &now) == 0 && now.st_dev == file.st_dev && now.st_ino == file.st_ino;
}

[[noreturn]] void be_child(int pipe, pid_t parent, const sigset_t& mask, SharedPage& page,
                           const Child::Job& job) {
  begin_process(parent);
  pipe_to_parent = pipe;
  struct stat pipe_file {};
  fstat(pipe, &pipe_file);
  pin_shared(&page);
  leave_requests_to_parent();
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
  if (is_foreign_copy()) _exit(0);
  page.is_cut_off = !is_same_file(pipe, pipe_file);
  if (!page.is_cut_off) send(pipe, kind, bytes);
  _exit(0);
}

}  // namespace

void Child::Unmap::operator()(SharedPage* page) const { unmap_shared(page); }

Child::Page Child::make_page() {
  void* memory = map_shared(sizeof(SharedPage));
  return Page(memory == nullptr ? nullptr : new (memory) SharedPage);
}

std::unique_ptr<Child> Child::start(const Job& job, const Fork& fork) {
  heartbeat::prepare();
  Page page = make_page();
  std::array<int, 2> ends{};
  if (page == nullptr || pipe2(ends.data(), O_CLOEXEC) != 0) return nullptr;
  std::fflush(nullptr);  // or both would write it
  const pid_t parent = getpid();
  const SignalsBlocked blocked;
  const OwnFork own;
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
  // The end of the pipe is seen before that of the process which closes it by ending.
  const auto dies_soon = [this] {
    constexpr int checks = 100;
    for (int check = 0; check < checks && !has_died(); ++check)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return reaped_;
  };
  if (pipe_ < 0) return true;
  if (take_in()) {
    if (!has_died()) return false;
    take_in();  // what arrived between the two checks
  } else if (!is_whole() && !dies_soon()) {
    page_->is_cut_off = true;
  }
  finish();
  explain();
  return true;
}

void Child::dismiss() { page_->dismissed = true; }

long Child::polls() const { return page_->polls.load(std::memory_order_relaxed); }

void Child::end() {
  if (listen()) return;
  finish();
  explain(true);
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

void Child::explain(bool was_ended) {
  outcome_.delivered = is_whole() && head_.back() == result_kind;
  if (is_whole()) {
    (outcome_.delivered ? outcome_.bytes : outcome_.reason) = std::move(bytes_);
  } else if (page_->is_cut_off) {
    const heartbeat::Whereabouts position = heartbeat::position(pid_);
    outcome_.is_cut_off = true;
    outcome_.component = position.component;
    outcome_.time = position.time;
    outcome_.reason =
        (position.component.empty() ? "a component" : "component '" + position.component + "'") +
        " closed or replaced the descriptors of its process.";
  } else {
    const heartbeat::Whereabouts position = heartbeat::position(pid_);
    outcome_.death = was_ended ? Death{Death::Kind::hung, SIGKILL, position}
                               : death_of(status_.value_or(0), position);
    outcome_.reason = sentence(*outcome_.death);
    outcome_.component = position.component;
    outcome_.time = position.time;
  }
  heartbeat::forget(pid_);
}

namespace {

// A process that is forked where an exception is handled never leaves that handler, and as long as
// one is handled, what is no exception of C++ (pthread_exit) ends the process by SIGABRT instead of
// reaching the handler that knows what it is.
void forget_handled_exceptions() {
  void* globals = abi::__cxa_get_globals();
  *static_cast<void**>(globals) = nullptr;  // the exceptions that are handled: a list
}

}  // namespace

void begin_process(pid_t parent) {
  forget_handled_exceptions();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before prctl took effect
  heartbeat::enter_process();
  belongings::remember(parent);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_RESETHAND);
  for (const int crash : crashes) sigaction(crash, &action, nullptr);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

void leave_requests_to_parent() {
  struct sigaction action {};
  action.sa_sigaction = on_request;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int request : requests) sigaction(request, &action, nullptr);
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
