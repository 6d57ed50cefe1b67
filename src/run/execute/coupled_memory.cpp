#include "run/execute/coupled_memory.h"

#include <algorithm>

#include "base/error.h"
#include "base/pack.h"
#include "model/bell_bytes.h"
#include "result/output_file.h"

namespace bw {
namespace result {

template <class Pack, Is<OutputFile::Mark> M>
void fields(Pack& pack, M& mark) {
  pack(mark.size, mark.end, mark.count_at);
}

}  // namespace result

namespace run {

template <class Pack, Is<Recorder::Values> V>
void fields(Pack& pack, V& values) {
  pack(values.time, values.reals, values.discretes);
}

template <class Pack, Is<Recorder::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.waiting, memory.last, memory.is_waiting, memory.whole_reals, memory.next_row,
       memory.row_before, memory.due_before, memory.next_row_time, memory.time, memory.time_before,
       memory.steps, memory.rows);
}

template <class Pack, Is<Growth::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.last, memory.base, memory.length, memory.steps);
}

namespace {

const std::string kind_of_march = "march";

}  // namespace

std::string to_bytes(const CoupledMemory& memory) {
  Packer pack;
  pack(kind_of_march, cosim::to_bytes(memory.march), memory.recorder, memory.growth, memory.bells,
       memory.rows);
  return pack.take();
}

CoupledMemory coupled_memory_from(const std::string& bytes) {
  CoupledMemory memory;
  std::string kind, march;
  Unpacker unpack(bytes);
  unpack(kind, march, memory.recorder, memory.growth, memory.bells, memory.rows);
  const auto read = cosim::march_memory_from(march);
  const auto known = [](const Bell& bell) { return is_named(bell); };
  if (!unpack.complete() || kind != kind_of_march || !read ||
      !std::ranges::all_of(memory.bells, known))
    throw InputError("The checkpoint is of another kind of run; start the run again.");
  memory.march = *read;
  return memory;
}

}  // namespace run
}  // namespace bw
