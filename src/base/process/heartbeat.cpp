#include "base/process/heartbeat.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/process/shared_memory.h"
#include "base/process/struck.h"

// Of the linker: where the program, or the shared library that holds this, begins and ends in
// memory. NOLINTBEGIN
extern "C" const char __ehdr_start[] __attribute__((visibility("hidden")));
extern "C" const char _end[];
// NOLINTEND

namespace bw::heartbeat {
namespace {

constexpr std::size_t most_threads = 1024, most_components = 16384;

constexpr std::uint64_t intact = 0x6265'6c6c'7765'7468U;

struct Marks {
  std::atomic<std::uint64_t> canary{0};  // `intact` from prepare() on
  std::array<ThreadMark, most_threads> threads{};
  std::array<ComponentMark, most_components> components{};
  std::atomic<std::size_t> next_component{0};  // where the search for a free one begins
  // A search found none, and none was given back since: the rest of a large system need not search.
  std::atomic<bool> all_taken{false};
  // So many were taken at most: nobody looks at, and so takes, the memory behind them.
  std::atomic<std::size_t> threads_seen{0}, components_seen{0};
};

void raise_to(std::atomic<std::size_t>& most, std::size_t count) {
  std::size_t seen = most;
  while (seen < count && !most.compare_exchange_weak(seen, count)) continue;
}

Marks& marks() { return shared_table<Marks>(); }

std::span<ThreadMark> threads_in_use() {
  return std::span(marks().threads).first(std::min(marks().threads_seen.load(), most_threads));
}

// A thread gives its mark back when it ends. One that called exit() inside of a component has not
// left it: where it was must stay known.
class Attendance {
 public:
  ~Attendance() {
    own_mark = &unclaimed;
    if (mark_ == nullptr) return;
    if (mark_->component.load() == nullptr)
      mark_->process = 0;
    else
      mark_->calls |= struck;
  }
  ThreadMark& take() {
    const pid_t self = getpid();
    for (ThreadMark& mark : marks().threads) {
      pid_t nobody = 0;
      if (mark.process.load(std::memory_order_relaxed) != 0 ||
          !mark.process.compare_exchange_strong(nobody, self))
        continue;
      mark.component = nullptr;
      mark.call = "";
      mark.calls = 0;
      raise_to(marks().threads_seen, static_cast<std::size_t>(&mark - marks().threads.data()) + 1);
      mark_ = &mark;
      return mark;
    }
    return spare_;
  }

 private:
  ThreadMark* mark_ = nullptr;
  ThreadMark spare_;  // of a thread beyond the last mark
};

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
thread_local Attendance attendance;

// The memory may hold anything after a component has written over it.
std::string text_of(const char* call) {
  constexpr std::size_t longest = 80;
  if (call < __ehdr_start || call >= _end) return "a call";
  const auto room = static_cast<std::size_t>(_end - call);
  return {call, strnlen(call, std::min(room, longest))};
}

bool is_listed(const ComponentMark* mark) {
  const auto& all = marks().components;
  const auto offset =
      reinterpret_cast<std::uintptr_t>(mark) - reinterpret_cast<std::uintptr_t>(all.data());
  return offset < sizeof all && offset % sizeof(ComponentMark) == 0;
}

Whereabouts position_of(const ThreadMark& thread) {
  Whereabouts position{.process = thread.process,
                       .thread = static_cast<std::size_t>(&thread - marks().threads.data()),
                       .calls = thread.calls};
  const ComponentMark* component = thread.component;
  if (component == nullptr || !is_listed(component)) return position;
  position.component = {component->name.data(),
                        strnlen(component->name.data(), component->name.size())};
  position.call = text_of(thread.call);
  position.time = component->time;
  return position;
}

}  // namespace

void claim() {
  if (own_mark == &unclaimed) own_mark = &attendance.take();
}

ComponentMark* take_component_mark(std::string_view name, const void* host) {
  if (marks().all_taken.load(std::memory_order_relaxed)) return nullptr;
  auto& all = marks().components;
  const pid_t self = getpid();
  const std::size_t begin = marks().next_component.load(std::memory_order_relaxed);
  for (std::size_t k = 0; k < all.size(); ++k) {
    ComponentMark& mark = all[(begin + k) % all.size()];
    pid_t nobody = 0;
    if (mark.process.load(std::memory_order_relaxed) != 0 ||
        !mark.process.compare_exchange_strong(nobody, self))
      continue;
    const std::size_t length = std::min(name.size(), mark.name.size());
    mark.name.fill('\0');
    std::memcpy(mark.name.data(), name.data(), length);
    mark.time = 0;
    mark.host = host;
    raise_to(marks().components_seen, (begin + k) % all.size() + 1);
    marks().next_component.store((begin + k + 1) % all.size(), std::memory_order_relaxed);
    return &mark;
  }
  marks().all_taken = true;
  return nullptr;
}

void release(ComponentMark* mark) {
  if (mark == nullptr || mark->process != getpid()) return;  // a copy's: its parent still has it
  mark->process = 0;
  marks().all_taken = false;
  const auto place = static_cast<std::size_t>(mark - marks().components.data());
  if (place < marks().next_component) marks().next_component = place;
}

void prepare() {
  marks().canary = intact;
  pin_shared(&marks());
}

bool is_damaged() { return marks().canary != intact; }

void enter_process() {
  is_own_process = true;
  own_mark = &attendance.take();
}

std::vector<Whereabouts> positions(pid_t process) {
  std::vector<Whereabouts> found;
  for (const ThreadMark& thread : threads_in_use()) {
    const pid_t owner = thread.process;
    if (owner == 0 || (process != 0 && owner != process)) continue;
    if (Whereabouts position = position_of(thread); !position.component.empty())
      found.push_back(std::move(position));
  }
  return found;
}

Whereabouts position(pid_t process) {
  const std::vector<Whereabouts> found = positions(process);
  const auto guilty =
      std::ranges::find_if(found, [](const Whereabouts& one) { return (one.calls & struck) != 0; });
  if (guilty != found.end()) return *guilty;
  return found.empty() ? Whereabouts{} : found.front();
}

void end_with_thread() {
  if (!is_own_process) return;
  own_mark->calls |= struck;
  _exit(0);
}

void forget(pid_t process) {
  for (ThreadMark& thread : threads_in_use())
    if (thread.process == process) {
      thread.component = nullptr;
      thread.process = 0;
    }
  Marks& all = marks();
  const std::size_t seen = std::min(all.components_seen.load(), most_components);
  for (ComponentMark& component : std::span(all.components).first(seen))
    if (component.process == process) component.process = 0;
  marks().all_taken = false;
}

}  // namespace bw::heartbeat
