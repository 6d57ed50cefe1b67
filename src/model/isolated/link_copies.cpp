// Points to which the component may return, and the copies of its process that wait for that.
//
// A copy costs 0.1 ms, and most points are never returned to. So a point costs nothing by itself: a
// copy is made there before the next call where a return is expected, because there was one to the
// snapshot before it; else the way is repeated from the newest copy before it, and there is one
// within some milliseconds.

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <utility>

#include "base/process/whereabouts.h"
#include "model/isolated/history.h"
#include "model/isolated/host.h"
#include "model/isolated/letter.h"
#include "model/isolated/link.h"
#include "model/isolated/window.h"

namespace bw::model {

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

// Makes the process of a copy, where the process that answers is now. Numbers are never used again:
// whoever waits in a berth sees only its own.
void Link::place(WaitingCopy& copy, Goes who) {
  copy.berth = free_berth();
  copy.number = ++numbers_;
  const std::uint32_t going_on = ++numbers_;
  copy.cpu_begin = cpu_begin_ - cpu_time();  // of one whose clock begins now
  window_->successor.store(who == Goes::copy ? Window::copying(copy.number) : 0);
  own_.clear();
  own_.put(verb_ = Verb::copy);
  own_.put(copy.berth);
  own_.put(copy.number);
  own_.put(going_on);
  own_.put(who == Goes::copy);
  const Visit visit(visited_, words_of(verb_));
  try {
    OpenedLetter answer = exchange(own_.bytes());
    copy.pid = answer.get<pid_t>();
    if (answer.get<bool>()) {
      std::swap(copy.pid, pid_);
      std::swap(copy.cpu_begin, cpu_begin_);
    }
  } catch (const Died&) {
    if (window_->successor.exchange(0) > 0) copy.pid = std::exchange(pid_, 0);  // it waits
    throw;
  }
  window_->successor.store(0);
  window_->active.store(going_on);
}

// After it went on, so that one waits there as before.
void Link::place_again(WaitingCopy& copy) {
  try {
    place(copy, Goes::original);
  } catch (const NoCopy&) {  // then the way is repeated from an earlier one
  }
}

bool Link::is_waiting(WaitingCopy& copy) {
  if (copy.pid == 0) return false;
  int status = 0;
  if (!has_died(copy.pid, status)) return true;
  forget_marks(std::exchange(copy.pid, 0));
  return false;
}

// The process that waits there answers from now on. It need not say so: the next letter finds it.
void Link::activate(WaitingCopy& copy) {
  kill_process(pid_);
  pid_ = std::exchange(copy.pid, 0);
  cpu_begin_ = copy.cpu_begin;
  window_->active.store(copy.number);
  window_->turn.store(Window::Turn::proxy);
  Berth& berth = window_->berths[copy.berth];
  berth.wanted.store(copy.number);
  wake_sleepers(berth.wanted);
}

// ---- points ----

WaitingCopy* Link::point_here() {
  for (WaitingCopy& copy : copies_)
    if (!copy.is_own && copy.is_on_the_way() && copy.common == history_.size()) return &copy;
  return nullptr;
}

WaitingCopy& Link::copy(int returns) {
  if (!broken_.empty()) fail();
  WaitingCopy* point = point_here();
  if (point == nullptr) {
    point = &copies_.emplace_back();
    point->common = history_.size();
  } else {
    ++point->holders;
  }
  point->expected = std::max(point->expected, point->restored + returns);
  here_ = point;
  try {
    try_to_keep_here();
  } catch (...) {
    drop(*point);
    throw;
  }
  return *point;
}

void Link::return_to(WaitingCopy& copy) {
  if (!broken_.empty()) fail();
  if (pid_ != 0 && copy.is_on_the_way() && copy.common == history_.size()) {
    here_ = &copy;
    return;
  }
  ++copy.restored;
  history_.return_to(copy, copies_);
  drop_unneeded();
  verb_ = Verb::restore;
  const Visit visit(visited_, words_of(verb_));
  try {
    take_over();
  } catch (const Died& died) {
    recover(died);
  }
  here_ = &copy;
}

void Link::drop(WaitingCopy& copy) {
  if (--copy.holders > 0) return;
  if (here_ == &copy) here_ = nullptr;
  kill_process(copy.pid);
  copies_.remove_if([&](const WaitingCopy& one) { return &one == &copy; });
}

WaitingCopy* Link::newest_copy() {
  WaitingCopy* newest = nullptr;
  for (WaitingCopy& copy : copies_)
    if (copy.pid != 0 && copy.is_on_the_way() &&
        (newest == nullptr || newest->position() <= copy.position()) && is_waiting(copy))
      newest = &copy;
  return newest;
}

// ---- own copies, from which the way is repeated ----

const WaitingCopy* Link::newest_own() const {
  const WaitingCopy* newest = nullptr;
  for (const WaitingCopy& copy : copies_)
    if (copy.is_own && copy.pid != 0 && copy.is_on_the_way() &&
        (newest == nullptr || newest->common < copy.common))
      newest = &copy;
  return newest;
}

bool Link::is_far_from_own() const {
  return newest_own() == nullptr || cpu_time() - cpu_begin_ > most_repeated;
}

// Of the process that answers, in seconds.
double Link::cpu_time() const {
  clockid_t clock{};
  timespec used{};
  if (pid_ == 0 || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return cpu_begin_;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// Before the component leaves a point to which it may return.
void Link::keep_here() {
  WaitingCopy* point = std::exchange(here_, nullptr);
  if (point == nullptr || point->pid != 0) return;
  if (point->wants_process()) return place(*point, Goes::copy);
  if (!is_far_from_own()) return;
  lay_up();
  if (!no_own_copy_.empty()) throw NoCopy(component(), no_own_copy_);
}

void Link::try_to_keep_here() {
  const Verb verb = verb_;
  try {
    keep_here();
  } catch (const Died& died) {
    recover(died);
  }
  verb_ = verb;
}

bool Link::is_needed(const WaitingCopy& own) const {
  if (!own.is_on_the_way()) return false;
  if (&own == newest_own()) return true;
  return std::ranges::any_of(copies_, [&](const WaitingCopy& point) {
    if (point.is_own || point.pid != 0 || point.common < own.common) return false;
    return std::ranges::none_of(copies_, [&](const WaitingCopy& other) {
      return other.is_own && other.is_on_the_way() && other.common > own.common &&
             other.common <= point.common;
    });
  });
}

void Link::drop_unneeded() {
  for (auto copy = copies_.begin(); copy != copies_.end();) {
    WaitingCopy& one = *copy++;
    if (one.is_own && !is_needed(one)) drop(one);
  }
}

// It makes taking over and returning short, and keeps the memory bounded.
void Link::lay_up() {
  next_copy_at_ = history_.size() + messages_between_copies;
  try {
    WaitingCopy made;
    made.is_own = true;
    made.common = history_.size();
    place(made, Goes::original);
    made.cpu_begin = 0;
    cpu_begin_ = cpu_time();
    copies_.push_back(std::move(made));
    no_own_copy_.clear();
    drop_unneeded();
  } catch (const NoCopy& refused) {
    no_own_copy_ = refused.reason;
    next_copy_at_ += 15 * messages_between_copies;  // what prevents it mostly stays
  }
}

}  // namespace bw::model
