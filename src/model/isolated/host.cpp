#include "model/isolated/host.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <functional>
#include <string>
#include <system_error>

#include "base/process/child.h"
#include "base/process/heartbeat.h"
#include "base/process/shared_memory.h"
#include "model/isolated/process_copy.h"

namespace bw::model {

const char* words_of(Verb verb) {
  switch (verb) {
    case Verb::ping: return "its start";
    case Verb::copy: return "a copy of its process";
    case Verb::repeat: return "calls that are repeated";
    case Verb::end: return "its end";
    case Verb::begin:
    case Verb::evaluate:
    case Verb::start: return "its initialisation";
    case Verb::save: return "saving its state";
    case Verb::restore: return "restoring its state";
    case Verb::finish: return "its termination";
    case Verb::outputs:
    case Verb::records: return "reading its variables";
    case Verb::advance: return "a step";
    case Verb::partials:
    case Verb::jacobian: return "its directional derivatives";
    case Verb::report: return "its report";
    case Verb::derivatives: return "its derivatives";
    case Verb::indicators: return "its event indicators";
    case Verb::nominals: return "its nominal values";
    case Verb::handle_event: return "an event";
    case Verb::completed_step: return "the end of an integration step";
  }
  return "a call";
}

namespace {

class Host {
 public:
  explicit Host(const HostOrder& order)
      : order_(order),
        window_(*order.window),
        number_(order.number),
        channel_(window_, Window::Turn::host) {
    channel_.set_number(number_);
    relay_lines_to(outbox_);
  }

  [[noreturn]] void run() {
    attempt([this] {
      if (*order_.before) (*order_.before)();
      rules_ = CopyRules();  // a sandbox has changed what the process has
      servant_ = (*order_.make)(outbox_.bells());
      servant_->introduce(results_);
    });
    reply();
    for (;;) {
      const std::string_view bytes = channel_.receive({});
      if (window_.active.load() != number_) _exit(0);  // another process took over
      answer(OpenedLetter(bytes));
    }
  }

 private:
  void answer(OpenedLetter request) {
    const auto verb = request.get<Verb>();
    if (verb == Verb::copy) return copy(request);
    if (verb == Verb::repeat) return repeat(request);
    attempt([&] {
      if (verb == Verb::ping) return;
      if (verb == Verb::end) return servant_.reset();
      servant_->serve(verb, request, results_);
    });
    if (verb == Verb::end) std::fflush(nullptr);  // what foreign code printed
    reply();
    if (verb == Verb::end) _exit(0);
  }

  template <class Work>
  void attempt(Work&& work) {
    results_.clear();
    kind_ = Answer::done;
    try {
      work();
    } catch (...) {
      results_.clear();
      results_.put(std::string_view(exception_bytes()));
      kind_ = Answer::thrown;
    }
  }

  void reply() {
    whole_.clear();
    whole_.put(kind_);
    whole_.put(std::string_view(outbox_.take()));
    whole_.put(results_.bytes());
    channel_.send(whole_.bytes(), {});
  }

  // The answers are known, and so is what they said to the user; the proxy compares them.
  void repeat(OpenedLetter& calls) {
    std::uint64_t all = 0;
    for (auto left = calls.get<std::uint32_t>(); left > 0; --left) {
      OpenedLetter call(calls.text());
      const auto verb = call.get<Verb>();
      attempt([&] { servant_->serve(verb, call, results_); });
      all = joined(all, fingerprint(verb, kind_, results_.bytes()));
    }
    (void)outbox_.take();
    attempt([&] { results_.put(all); });
    reply();
  }

  void say_copied(pid_t copy, bool goes_on) {
    results_.clear();
    kind_ = Answer::done;
    results_.put(copy);
    results_.put(goes_on);
    reply();
  }

  void refuse(const std::string& reason) {
    results_.clear();
    kind_ = Answer::refused;
    results_.put(std::string_view(reason));
    reply();
  }

  static std::string no_process() {
    return "the operating system gives no further process (" +
           std::generic_category().message(errno) + ")";
  }

  void copy(OpenedLetter& request) {
    Berth& berth = window_.berths.at(request.get<std::uint32_t>());
    const auto waiting = request.get<std::uint32_t>(), going_on = request.get<std::uint32_t>();
    if (std::string obstacle = rules_.find_obstacle(); !obstacle.empty()) return refuse(obstacle);
    // Files of its own have to be opened again in the copy, which may fail: that one waits.
    const bool goes_on = request.get<bool>() && !rules_.has_files();
    const pid_t pid = copy_process();
    if (pid < 0) return refuse(no_process());
    const bool is_copy = pid == 0;
    if (is_copy) begin_copy();
    if (!is_copy && goes_on) {  // unless the copy has answered already
      std::int32_t expected = Window::copying(waiting);
      window_.successor.compare_exchange_strong(expected, pid);
    }
    if (is_copy != goes_on) return wait_in(berth, waiting);
    take_number(going_on);
    say_copied(is_copy ? getpid() : pid, goes_on);
  }

  void begin_copy() const {
    if (!bind_to_parent(order_.parent)) _exit(0);
    heartbeat::enter_process();
    if (!rules_.make_files_private()) _exit(0);
  }

  // Returns when it shall go on instead of the process that went on without it.
  void wait_in(Berth& berth, std::uint32_t number) {
    take_number(number);
    for (std::uint32_t wanted = 0; (wanted = berth.wanted.load()) != number_;)
      sleep_on(berth.wanted, wanted, 0);
  }

  void take_number(std::uint32_t number) {
    number_ = number;
    channel_.set_number(number);
  }

  HostOrder order_;
  Window& window_;
  std::uint32_t number_;
  Channel channel_;
  Outbox outbox_;
  CopyRules rules_;
  std::unique_ptr<Servant> servant_;
  Answer kind_ = Answer::done;
  Letter results_, whole_;
};

}  // namespace

std::uint64_t fingerprint(Verb verb, Answer kind, std::string_view results) {
  if (kind != Answer::done || verb == Verb::report) return 1;
  return std::hash<std::string_view>{}(results) | 1U;  // 0 stands for none
}

void be_host(const HostOrder& order) {
  begin_process(order.parent);
  setpgid(0, 0);  // a component that signals its group reaches no other process
  pin_shared(order.window);
  drop_shared();
  leave_requests_to_parent();
  sigprocmask(SIG_SETMASK, &order.signals, nullptr);
  Host(order).run();
}

}  // namespace bw::model
