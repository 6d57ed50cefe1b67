#pragma once
// The events so far. Copies are cheap and share their entries: a component is saved at every step
// of a master that rolls back, and must not copy thousands of events each time.

#include <memory>
#include <span>
#include <vector>

#include "model/event_mark.h"

namespace bw::ode {

class EventLog {
 public:
  // 1.6 GB of entries; what has more, samples every nanosecond, would take all memory.
  static constexpr std::size_t most = 50'000'000;
  bool is_full() const { return size_ >= most; }

  std::span<const model::EventMark> marks() const { return std::span(*entries_).first(size_); }

  void add(const model::EventMark& mark) {
    if (size_ < entries_->size()) {  // rolled back, and the same again?
      model::EventMark known = (*entries_)[size_];
      known.moved_states = mark.moved_states;
      if (known == mark) {
        ++size_;
        return;
      }
    }
    // Entries behind our last one belong to copies that continued differently.
    if (size_ < entries_->size())
      entries_ = std::make_shared<std::vector<model::EventMark>>(marks().begin(), marks().end());
    entries_->push_back(mark);
    ++size_;
  }
  // Marks the last event; all copies that share the entry handled the same event.
  void moved_states() { (*entries_)[size_ - 1].moved_states = true; }

 private:
  std::shared_ptr<std::vector<model::EventMark>> entries_ =
      std::make_shared<std::vector<model::EventMark>>();
  std::size_t size_ = 0;  // entries beyond are not ours
};

}  // namespace bw::ode
