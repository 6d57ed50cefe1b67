#include "result/kept_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/pack.h"
#include "base/shared_memory.h"

namespace bw::result {

template <class Pack, Is<Column> C>
void fields(Pack& pack, C& column) {
  pack(column.name, column.type);
}

// Begins with the header; each record is its size and its bytes.
struct KeptRows::Take {
  std::atomic<std::size_t> end;  // of the last whole record
  std::atomic<long> rows;
  std::atomic<double> last_time;
  std::atomic<std::uint64_t> turn;  // the later of two counts where both got equally far
  char* bytes() { return reinterpret_cast<char*>(this + 1); }
  const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }
};

namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
KeptRows* kept_of_process = nullptr;
pid_t keeping_process = 0;  // not the processes that it forks, which compute chains for it
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// Only what is written to takes memory.
constexpr std::size_t most_room = std::size_t{1} << 34U, least_room = std::size_t{1} << 22U;

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
  for (room_ = most_room; room_ >= least_room; room_ /= 2) {
    void* memory = map_shared(2 * room_);
    if (memory == nullptr) continue;
    madvise(memory, 2 * room_, MADV_DONTDUMP);
    takes_ = {static_cast<Take*>(memory),
              reinterpret_cast<Take*>(static_cast<char*>(memory) + room_)};
    return;
  }
}

KeptRows::~KeptRows() {
  if (takes_[0] != nullptr) munmap(takes_[0], 2 * room_);
  if (kept_of_process == this) kept_of_process = nullptr;
}

void KeptRows::enter() {
  kept_of_process = this;
  keeping_process = getpid();
}

KeptRows* KeptRows::of_this_process() {
  return kept_of_process != nullptr && keeping_process == getpid() ? kept_of_process : nullptr;
}

// What does not fit is not kept.
void KeptRows::append(Take& take, const std::string& bytes) const {
  const std::uint64_t size = bytes.size();
  const std::size_t end = take.end;
  if (end + sizeof size + bytes.size() > room_ - sizeof(Take)) return;
  std::memcpy(take.bytes() + end, &size, sizeof size);
  std::memcpy(take.bytes() + end + sizeof size, bytes.data(), bytes.size());
  take.end.store(end + sizeof size + bytes.size(), std::memory_order_release);
}

// In the place of the one that got less far.
void KeptRows::begin(const std::string& time_unit, const std::vector<Column>& columns) {
  if (takes_[0] == nullptr) return;
  const std::uint64_t turn = takes_[current_]->turn + 1;
  if (best() == takes_[current_]) current_ = 1 - current_;
  Take& take = *takes_[current_];
  take.rows = 0;
  take.end = 0;
  take.turn = turn;
  Packer pack;
  pack(time_unit, columns);
  append(take, pack.take());
}

void KeptRows::row(const Row& row) {
  if (takes_[0] == nullptr) return;
  Take& take = *takes_[current_];
  const std::size_t before = take.end;
  Packer pack;
  pack(row.time, std::vector<double>(row.reals.begin(), row.reals.end()),
       std::vector<Discrete>(row.discretes.begin(), row.discretes.end()));
  append(take, pack.take());
  if (take.end == before) return;
  take.last_time = row.time;
  take.rows.store(take.rows + 1, std::memory_order_release);
}

void KeptRows::clear() {
  for (Take* take : takes_)
    if (take != nullptr) take->rows = 0;
}

const KeptRows::Take* KeptRows::best() const {
  const long first = takes_[0]->rows, second = takes_[1]->rows;
  if (first == second) return takes_[0]->turn > takes_[1]->turn ? takes_[0] : takes_[1];
  return first > second ? takes_[0] : takes_[1];
}

long KeptRows::rows() const { return takes_[0] == nullptr ? 0 : best()->rows.load(); }

double KeptRows::last_time() const { return takes_[0] == nullptr ? 0 : best()->last_time.load(); }

void KeptRows::replay(RowSink& sink) const {
  if (rows() == 0) return;
  const Take& take = *best();
  Records records({take.bytes(), std::min(take.end.load(), room_ - sizeof(Take))});
  std::string unit;
  std::vector<Column> columns;
  Unpacker header(records.next());
  header(unit, columns);
  if (!unit.empty()) sink.time_unit(unit);
  sink.columns(columns);
  for (long left = take.rows; left > 0; --left) {
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
