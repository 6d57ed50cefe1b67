#pragma once
// Marks which call into foreign code this thread is in, for the last message of a run that crashes
// or hangs (base/process/heartbeat.h). Written before every such call, so it must cost nothing.

#include <memory>
#include <string>
#include <utility>

#include "base/process/heartbeat.h"

namespace bw {

// A component that is called.
class Visited {
 public:
  explicit Visited(std::string name)
      : component(std::move(name)), mark_(heartbeat::take_component_mark(component, this)) {
    heartbeat::claim();
    if (mark_ != nullptr) return;
    spare_ = std::make_unique<ComponentMark>();  // one too many to be found by others
    spare_->host = this;
    mark_ = spare_.get();
  }
  ~Visited() {
    if (spare_ == nullptr) heartbeat::release(mark_);
  }
  Visited(const Visited&) = delete;
  Visited& operator=(const Visited&) = delete;

  const std::string component;
  double time() const { return mark_->time.load(std::memory_order_relaxed); }  // simulated
  void set_time(double t) { mark_->time.store(t, std::memory_order_relaxed); }
  const ComponentMark* mark() const { return mark_; }

 private:
  ComponentMark* mark_;
  std::unique_ptr<ComponentMark> spare_;
};

inline ThreadMark& whereabouts() { return *heartbeat::own_mark; }

// The last call of this thread, which may be over.
inline const char* last_call() { return whereabouts().call.load(std::memory_order_relaxed); }

// The component that this thread is in; null: none.
inline const ComponentMark* visited_now() {
  return whereabouts().component.load(std::memory_order_relaxed);
}

// Marks a call from construction to destruction, even if it throws.
class Visit {
 public:
  Visit(const Visited& host, const char* call) { whereabouts().enter(host.mark(), call); }
  ~Visit() { whereabouts().leave(); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
};

}  // namespace bw
