#include "cosim/march/march_memory.h"

#include "base/pack.h"
#include "math/step_controller.h"
#include "model/signals.h"

namespace bw {
namespace model {

template <class Pack, Is<Signals> S>
void fields(Pack& pack, S& signals) {
  pack(signals.reals, signals.discretes);
}

}  // namespace model

namespace cosim {

template <class Pack, Is<Coupling::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.now, memory.components, memory.counts);
}

template <class Pack, Is<Pace::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.interval, memory.substep, memory.from, memory.to, memory.limit, memory.h,
       memory.controller.log_error_before, memory.controller.rejected_before);
}

template <class Pack, Is<JumpWatch::Watched> W>
void fields(Pack& pack, W& signal) {
  pack(signal.y, signal.rate, signal.rate_before, signal.absolute);
}

template <class Pack, Is<JumpWatch::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.signals, memory.t, memory.h, memory.seen, memory.last.t, memory.last.h,
       memory.last.signal, memory.last.size);
}

template <class Pack, Is<SignalHistory::Entry> E>
void fields(Pack& pack, E& entry) {
  pack(entry.t, entry.reals);
}

template <class Pack, Is<Stepper::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.has_before, memory.signals, memory.components);
}

template <class Pack, Is<Tally::First> F>
void fields(Pack& pack, F& first) {
  pack(first.count, first.time, first.measured, first.place);
}

// Without the time that the error test took.
template <class Pack, Is<Tally> T>
void fields(Pack& pack, T& tally) {
  pack(tally.steps, tally.rejected, tally.error_test_failures, tally.convergence_failures,
       tally.iteration_limit_hits, tally.events, tally.not_converged, tally.discontinuities,
       tally.missed_events, tally.exceeding, tally.judged);
}

template <class Pack, Is<MarchMemory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.coupling, memory.time, memory.before, memory.pace, memory.jumps, memory.history,
       memory.master, memory.stepper, memory.crossings, memory.early_ends, memory.forced,
       memory.restless, memory.tally);
}

std::string to_bytes(const MarchMemory& memory) {
  Packer pack;
  pack(memory);
  return pack.take();
}

std::optional<MarchMemory> march_memory_from(std::string_view bytes) {
  std::optional<MarchMemory> memory(std::in_place);
  Unpacker unpack(bytes);
  unpack(*memory);
  if (!unpack.complete()) memory.reset();
  return memory;
}

}  // namespace cosim
}  // namespace bw
