// Another process takes over when one dies.

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

// ---- taking over ----

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

// Another process at the newest point of the way that there is, and from there to its end.
void Link::take_over() {
  for (;;) {
    WaitingCopy* newest = newest_copy();
    if (newest == nullptr) break;
    try {
      activate(*newest);
      const std::size_t from = newest->position();
      if (newest->is_own || from < history_.size()) place_again(*newest);
      return replay(from);
    } catch (const Died&) {
      kill_process(newest->pid);
    }
  }
  if (history_.first() > 0) throw ComponentFailure(component(), "no process is left to take over");
  kill_process(pid_);
  start_host();
  replay(0);
}

// All calls of the component from there on; the answers must be those of before. Several calls in
// one letter where they are short: a letter has the time of one call.
void Link::replay(std::size_t from) {
  const std::size_t end = history_.size() - (in_flight_ ? 1 : 0);
  for (std::size_t i = from, count = 1; i < end;) {
    count = std::min(count, end - i);
    own_.clear();
    own_.put(Verb::repeat);
    own_.put(static_cast<std::uint32_t>(count));
    const std::size_t begin = i;
    for (const std::size_t stop = i + count; i < stop; ++i)
      own_.put(std::string_view(history_[i].message));
    begin_call();
    whereabouts().enter(visited_.mark(), words_of(verb_));  // each letter has its own time
    channel_.send(own_.bytes(), watch_);
    compare(open(channel_.receive(watch_), false).get<std::uint64_t>(), begin, i);
    const bool was_short = std::chrono::steady_clock::now() - began_ < std::chrono::milliseconds(1);
    count = was_short ? std::min(2 * count, most_in_a_letter) : 1;
  }
}

// A component that reads clocks, random numbers or files gives other results than before, and is
// then not where it was.
void Link::compare(std::uint64_t repeated, std::size_t from, std::size_t end) {
  std::uint64_t before = 0;
  for (std::size_t i = from; i < end; ++i) {
    if (history_[i].answer == 0) return;  // it was never heard
    before = joined(before, history_[i].answer);
  }
  if (repeated == before) return;
  broken_ = fmt::format(
      "component '{}' cannot be brought back to t = {}: its calls were repeated in another process "
      "and gave other results, so that it depends on the time of day, on random numbers or on "
      "files "
      "that change; choose options that repeat no step (--step, --events ignore).",
      component(), brief(visited_.time()));
  kill_process(pid_);
  fail();
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
      begin_call();
      if (in_flight_) channel_.send(letter_.bytes(), watch_);
      return;
    } catch (const Died& again) {
      died = again;
    }
  }
}

void Link::keep_in_bounds() {
  try_to_keep_here();
  const Verb verb = verb_;
  try {
    if (history_.size() >= next_copy_at_) lay_up();
  } catch (const Died& died) {
    recover(died);
  }
  verb_ = verb;
  if (history_.bytes() <= History::most_bytes) return;
  // Without a copy to begin from, it cannot be resumed from here on.
  std::size_t known = history_.size();
  for (const WaitingCopy& copy : copies_) known = std::min(known, copy.common);
  history_.forget_before(known);
}

}  // namespace bw::model
