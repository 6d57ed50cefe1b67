// A coupling as a value that a checkpoint can hold.

#include <memory>

#include "base/error.h"
#include "cosim/coupling/coupling.h"
#include "model/component.h"
#include "model/signals.h"

namespace bw::cosim {

Coupling::Memory Coupling::memory() {
  Memory memory;
  memory.now = now_;
  for (Seat& seat : seats_) {
    std::unique_ptr<model::Snapshot> snapshot;
    seat.component->save(snapshot);
    memory.components.push_back(seat.component->to_bytes(*snapshot));
    for (const long count : {seat.counters.advances, seat.counters.saves, seat.counters.restores})
      memory.counts.push_back(count);
  }
  return memory;
}

void Coupling::remember(const Memory& memory) {
  if (memory.components.size() != seats_.size() || memory.counts.size() != 3 * seats_.size() ||
      memory.now.reals.size() != now_.reals.size() ||
      memory.now.discretes.size() != now_.discretes.size())
    throw InputError("The checkpoint is of another system; start the run again.");
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    std::unique_ptr<model::Snapshot> snapshot;
    seats_[i].component->from_bytes(memory.components[i], snapshot);
    seats_[i].component->restore(*snapshot);
    ComponentCounters& counters = seats_[i].counters;
    counters.advances = memory.counts[3 * i];
    counters.saves = memory.counts[3 * i + 1];
    counters.restores = memory.counts[3 * i + 2];
  }
  now_ = memory.now;
}

std::vector<std::string> Coupling::to_bytes(const Checkpoint& checkpoint) {
  std::vector<std::string> components(checkpoint.components.size());
  for (std::size_t i = 0; i < components.size(); ++i)
    if (checkpoint.components[i] != nullptr)
      components[i] = seats_[i].component->to_bytes(*checkpoint.components[i]);
  return components;
}

Checkpoint Coupling::from_bytes(const std::vector<std::string>& components) {
  Checkpoint checkpoint;
  checkpoint.components.resize(seats_.size());
  for (std::size_t i = 0; i < components.size() && i < seats_.size(); ++i)
    if (!components[i].empty())
      seats_[i].component->from_bytes(components[i], checkpoint.components[i]);
  return checkpoint;
}

}  // namespace bw::cosim
