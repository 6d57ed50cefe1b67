#include "result/kept_rows.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/pack.h"
#include "base/process/shared_memory.h"

namespace bw::result {

template <class Pack, Is<Column> C>
void fields(Pack& pack, C& column) {
  pack(column.name, column.type, column.unit, column.description, column.alias_of, column.error_of);
}

// Begins with the header; each record is its size and its bytes.
struct KeptRows::Take {
  std::atomic<pid_t> writer;     // 0: nobody adds rows
  std::atomic<std::size_t> end;  // of the last whole record
  std::atomic<long> rows;
  std::atomic<double> last_time;
  std::atomic<std::uint64_t> turn;   // the later one counts where two got equally far
  std::atomic<std::uint64_t> turns;  // of all; in the first take only
};

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
KeptRows* kept_of_process = nullptr;

// Only what is written to takes memory.
constexpr std::size_t page = 4096;
constexpr std::size_t most_room = std::size_t{1} << 31U, least_room = std::size_t{1} << 20U;

// Where address space or memory is rationed, even what is not written to counts.
std::size_t first_room() {
  constexpr rlim_t share = 4096;
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    return std::max(least_room, std::min(most_room, std::size_t{space.rlim_cur / share}));
  std::ifstream file("/proc/sys/vm/overcommit_memory");
  int mode = 0;
  return file >> mode && mode == 2 ? least_room : most_room;
}

class Records {
 public:
  explicit Records(std::string_view bytes) : rest_(bytes) {}
  std::string_view next() {
    std::uint64_t size = 0;
    if (rest_.size() < sizeof size) return {};
    std::memcpy(&size, rest_.data(), sizeof size);
    rest_.remove_prefix(sizeof size);
    const std::string_view record = rest_.substr(0, size);
    rest_.remove_prefix(record.size());
    return record;
  }

 private:
  std::string_view rest_;
};

}  // namespace

KeptRows::KeptRows() {
  for (room_ = first_room(); room_ >= least_room && memory_ == nullptr; room_ /= 2)
    if (void* memory = map_shared(page + takes * room_)) {
      madvise(memory, page + takes * room_, MADV_DONTDUMP);
      memory_ = static_cast<char*>(memory);
      return;
    }
}

KeptRows::~KeptRows() {
  unmap_shared(memory_);
  if (kept_of_process == this) kept_of_process = nullptr;
}

void KeptRows::enter() { kept_of_process = this; }

KeptRows* KeptRows::of_this_process() { return kept_of_process; }

KeptRows::Take* KeptRows::take(std::size_t k) const {
  static_assert(takes * sizeof(Take) <= page);
  return reinterpret_cast<Take*>(memory_) + k;
}

char* KeptRows::bytes(const Take& take) const {
  return memory_ + page + static_cast<std::size_t>(&take - this->take(0)) * room_;
}

KeptRows::Take* KeptRows::best() const {
  Take* best = take(0);
  for (std::size_t k = 1; k < takes; ++k) {
    Take* other = take(k);
    const long ahead = other->rows - best->rows;
    if (ahead > 0 || (ahead == 0 && other->turn > best->turn)) best = other;
  }
  return best;
}

// Not the best one, and none of a process that lives and writes.
KeptRows::Take* KeptRows::claim() {
  const Take* kept = best();
  const pid_t self = getpid();
  for (std::size_t k = 0; k < takes; ++k) {
    Take* next = take(k);
    pid_t writer = next->writer;
    const bool is_free = writer == 0 || writer == self || kill(writer, 0) != 0;
    if ((next == kept && next->rows > 0) || !is_free) continue;
    if (next->writer.compare_exchange_strong(writer, self)) return next;
  }
  return nullptr;
}

// What does not fit is not kept.
void KeptRows::append(Take& take, const std::string& record) const {
  const std::uint64_t size = record.size();
  const std::size_t end = take.end;
  if (end + sizeof size + record.size() > room_) return;
  std::memcpy(bytes(take) + end, &size, sizeof size);
  std::memcpy(bytes(take) + end + sizeof size, record.data(), record.size());
  take.end.store(end + sizeof size + record.size(), std::memory_order_release);
}

KeptRows::Take* KeptRows::begin(const std::string& time_unit, const std::vector<Column>& columns) {
  Take* begun = memory_ != nullptr ? claim() : nullptr;
  if (begun == nullptr) return nullptr;
  begun->rows = 0;
  begun->end = 0;
  begun->turn = ++take(0)->turns;
  Packer pack;
  pack(time_unit, columns);
  append(*begun, pack.take());
  return begun;
}

void KeptRows::row(Take* take, const Row& row) const {
  if (take == nullptr) return;
  const std::size_t before = take->end;
  Packer pack;
  pack(row.time, std::vector<double>(row.reals.begin(), row.reals.end()),
       std::vector<Discrete>(row.discretes.begin(), row.discretes.end()));
  append(*take, pack.take());
  if (take->end == before) return;
  take->last_time = row.time;
  take->rows.store(take->rows + 1, std::memory_order_release);
}

void KeptRows::end(Take* take) {
  if (take != nullptr) take->writer = 0;
}

void KeptRows::clear() {
  for (std::size_t k = 0; memory_ != nullptr && k < takes; ++k) take(k)->rows = 0;
}

long KeptRows::rows() const { return memory_ == nullptr ? 0 : best()->rows.load(); }

double KeptRows::last_time() const { return memory_ == nullptr ? 0 : best()->last_time.load(); }

void KeptRows::replay(RowSink& sink) const {
  if (rows() == 0) return;
  const Take& kept = *best();
  Records records({bytes(kept), std::min(kept.end.load(), room_)});
  std::string unit;
  std::vector<Column> columns;
  Unpacker header(records.next());
  header(unit, columns);
  if (!unit.empty()) sink.time_unit(unit);
  sink.columns(columns);
  for (long left = kept.rows; left > 0; --left) {
    double time = 0;
    std::vector<double> reals;
    std::vector<Discrete> discretes;
    Unpacker record(records.next());
    record(time, reals, discretes);
    if (!record.complete()) return;
    sink.row({time, reals, discretes});
  }
}

}  // namespace bw::result
