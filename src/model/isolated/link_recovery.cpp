// Copies of the process, and another process that takes over when one dies.

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "base/bell.h"
#include "base/error.h"
#include "base/process/death.h"
#include "base/process/heartbeat.h"
#include "base/process/whereabouts.h"
#include "base/text.h"
#include "model/isolated/history.h"
#include "model/isolated/host.h"
#include "model/isolated/link.h"
#include "model/isolated/window.h"

namespace bw::model {
namespace {

bool is_kill(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; }

}  // namespace

// A component that crashes will mostly do so again; where somebody else ended its process, it may
// go well later.
int Link::most_retries(int status) { return is_kill(status) ? 10 : 1; }

// ---- copies ----

std::uint32_t Link::free_berth() const {
  std::uint32_t berth = 0;
  const auto taken = [&](const WaitingCopy& copy) { return copy.pid != 0 && copy.berth == berth; };
  while (std::any_of(copies_.begin(), copies_.end(), taken)) ++berth;
  if (berth >= most_copies)
    throw NoCopy(component(), fmt::format("{} copies of it are kept already, the most there can be",
                                          most_copies));
  return berth;
}

// Makes the process of a copy, where the process that answers is now.
void Link::place(WaitingCopy& copy) {
  copy.berth = free_berth();
  copy.number = ++numbers_;
  window_->berths[copy.berth].state.store(Berth::State::empty);
  own_.clear();
  own_.put(verb_ = Verb::copy);
  own_.put(copy.berth);
  own_.put(copy.number);
  const Visit visit(visited_, words_of(verb_));
  copy.pid = exchange(own_.bytes()).get<pid_t>();
}

// One that waits where the component is now.
WaitingCopy* Link::copy_here() {
  if (here_ != nullptr) return here_;
  for (WaitingCopy& copy : copies_)
    if (copy.is_on_the_way() && copy.common == history_.size() && is_waiting(copy)) return &copy;
  return nullptr;
}

WaitingCopy& Link::copy() {
  if (!broken_.empty()) fail();
  if (WaitingCopy* known = copy_here()) {
    ++known->holders;
    return *known;
  }
  for (;;) try {
      WaitingCopy made;
      made.common = history_.size();
      place(made);
      return copies_.emplace_back(std::move(made));
    } catch (const Died& died) {
      recover(died);
    }
}

bool Link::is_waiting(WaitingCopy& copy) {
  if (copy.pid == 0) return false;
  int status = 0;
  if (!has_died(copy.pid, status)) return true;
  forget_marks(std::exchange(copy.pid, 0));
  return false;
}

// The copy answers from now on. Another one is made in its place when the component is about to be
// called: until then a further rollback or snapshot does without.
void Link::activate(WaitingCopy& copy) {
  Berth& berth = window_->berths[copy.berth];
  kill_process(pid_);
  pid_ = std::exchange(copy.pid, 0);
  window_->active.store(copy.number);
  window_->turn.store(Window::Turn::host);
  berth.wanted.store(copy.number);
  wake_sleepers(berth.wanted);
  began_ = std::chrono::steady_clock::now();
  (void)open(channel_.receive(watch_), true);
  here_ = &copy;
}

void Link::place_here() {
  if (here_ == nullptr) return;
  try {
    place(*std::exchange(here_, nullptr));
  } catch (const NoCopy&) {  // the next time it is computed again
  }
}

void Link::return_to(WaitingCopy& copy) {
  if (!broken_.empty()) fail();
  if (here_ == &copy) return;
  try {
    place_here();
  } catch (const Died&) {  // it is not needed any more
  }
  history_.return_to(copy, copies_);
  verb_ = Verb::restore;
  const Visit visit(visited_, words_of(verb_));
  if (is_waiting(copy)) try {
      return activate(copy);
    } catch (const Died&) {
      copy.pid = 0;
    }
  recover({SIGKILL});
  try {
    place(copy);
  } catch (const NoCopy&) {  // the next time it is computed again
  } catch (const Died& died) {
    recover(died);
  }
}

void Link::drop(WaitingCopy& copy) {
  if (--copy.holders > 0) return;
  if (here_ == &copy) here_ = nullptr;
  kill_process(copy.pid);
  copies_.remove_if([&](const WaitingCopy& one) { return &one == &copy; });
}

// ---- taking over ----

WaitingCopy* Link::newest_copy() {
  WaitingCopy* newest = nullptr;
  for (WaitingCopy& copy : copies_)
    if (copy.is_on_the_way() && is_waiting(copy) &&
        (newest == nullptr || newest->position() < copy.position()))
      newest = &copy;
  return newest;
}

Death Link::death(const Died& died) const {
  heartbeat::Whereabouts position{.component = component(),
                                  .call = died.call.empty() ? words_of(verb_) : died.call,
                                  .time = visited_.time()};
  return death_of(died.status, position);
}

void Link::fail() const {
  throw ComponentFailure(component(), broken_code_, component(), visited_.time(), broken_);
}

void Link::give_up(const Died& died, const std::string& further) {
  const Death how = death(died);
  broken_ = sentence(how);
  broken_.insert(broken_.size() - 1, further);  // before its full stop
  broken_code_ = bell_code(how.kind);
  fail();
}

// Another process at the newest point of the way that there is.
void Link::take_over() {
  for (;;) {
    WaitingCopy* newest = newest_copy();
    if (newest == nullptr) break;
    try {
      activate(*newest);
      place_here();
      return replay(newest->position());
    } catch (const Died&) {
      kill_process(newest->pid);
    }
  }
  if (history_.first() > 0) throw ComponentFailure(component(), "no process is left to take over");
  kill_process(pid_);
  start_host();
  replay(0);
}

// All that the component was told from there on; the answers are known.
void Link::replay(std::size_t from) {
  const std::size_t end = history_.size() - (in_flight_ ? 1 : 0);
  for (std::size_t i = from; i < end; ++i) {
    began_ = std::chrono::steady_clock::now();
    whereabouts().enter(visited_.mark(), words_of(verb_));  // each call has its own time
    channel_.send(history_[i], watch_);
    (void)channel_.receive(watch_);
  }
}

void Link::recover(const Died& first) {
  Died died = first;
  const Verb verb = verb_;
  for (;;) {
    if (std::exchange(failed_at_, history_.size()) != history_.size()) failures_ = 0;
    if (++failures_ > most_retries(died.status))
      give_up(died, failures_ > 1 ? ", as before when the same call was repeated" : "");
    const std::string what = sentence(death(died));
    if (history_.first() > 0 && newest_copy() == nullptr)
      give_up(died, fmt::format("; it cannot be resumed, because more than {} MB of calls were "
                                "made and its process could not be copied{}",
                                History::most_bytes >> 20,
                                no_own_copy_.empty() ? "" : " (" + no_own_copy_ + ")"));
    try {
      take_over();
      verb_ = verb;
      ++resumed_;
      bells_.ring(BellCode::component_resumed, visited_.time(), component(),
                  what + " It was resumed in another process and went on from there.");
      began_ = std::chrono::steady_clock::now();
      if (in_flight_) channel_.send(letter_.bytes(), watch_);
      return;
    } catch (const Died& again) {
      died = again;
    }
  }
}

// A copy now and then makes taking over short and keeps the memory bounded.
void Link::lay_up() {
  next_copy_at_ = history_.size() + messages_between_copies;
  try {
    WaitingCopy& made = copy();
    if (own_copy_ != nullptr) drop(*own_copy_);
    own_copy_ = &made;
    no_own_copy_.clear();
  } catch (const NoCopy& refused) {
    no_own_copy_ = refused.reason;
    next_copy_at_ += 15 * messages_between_copies;  // what prevents it mostly stays
  }
}

void Link::keep_in_bounds() {
  const Verb verb = verb_;
  try {
    place_here();
  } catch (const Died& died) {
    recover(died);
  }
  if (history_.size() >= next_copy_at_) lay_up();
  verb_ = verb;
  if (history_.bytes() <= History::most_bytes) return;
  // Without a copy to begin from, it cannot be resumed from here on.
  std::size_t known = history_.size();
  for (const WaitingCopy& copy : copies_) known = std::min(known, copy.common);
  history_.forget_before(known);
}

}  // namespace bw::model
