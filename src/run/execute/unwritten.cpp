#include "run/execute/unwritten.h"

#include <atomic>
#include <exception>

namespace bw::run {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for signal handlers
std::atomic<const UnwrittenRows*> newest_unwritten{nullptr};

}  // namespace

UnwrittenRows::UnwrittenRows(std::function<void()> write) : write_(std::move(write)) {
  newest_unwritten = this;
}

UnwrittenRows::~UnwrittenRows() {
  const UnwrittenRows* self = this;
  newest_unwritten.compare_exchange_strong(self, nullptr);
}

void write_unwritten_rows() noexcept {
  const UnwrittenRows* rows = newest_unwritten.exchange(nullptr);
  if (rows == nullptr) return;
  try {
    rows->write();
  } catch (const std::exception&) {  // a full disk: what fitted stays
  }
}

}  // namespace bw::run
