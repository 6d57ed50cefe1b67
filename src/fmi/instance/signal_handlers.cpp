#include "fmi/instance/signal_handlers.h"

#include <mutex>

namespace bw::fmi {
namespace {

bool same_handler(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_handler == b.sa_handler && a.sa_flags == b.sa_flags;
}

}  // namespace

std::shared_ptr<SignalHandlers> SignalHandlers::shared() {
  static std::mutex mutex;
  static std::weak_ptr<SignalHandlers> current;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<SignalHandlers> found = current.lock();
  if (found == nullptr) current = found = std::make_shared<SignalHandlers>();
  return found;
}

SignalHandlers::SignalHandlers() {
  for (int s = 1; s < signals; ++s) sigaction(s, nullptr, &handlers_[static_cast<std::size_t>(s)]);
}

bool SignalHandlers::restore() const {
  bool changed = false;
  for (int s = 1; s < signals; ++s) {
    const struct sigaction& ours = handlers_[static_cast<std::size_t>(s)];
    struct sigaction theirs {};
    if (sigaction(s, nullptr, &theirs) != 0 || same_handler(theirs, ours)) continue;
    sigaction(s, &ours, nullptr);
    changed = true;
  }
  return changed;
}

bool SignalHabits::trusted(std::string_view phase) const {
  if (changes) return false;
  if (lived) return true;
  const std::scoped_lock lock(mutex_);
  return calm_phases_.contains(phase);
}

void SignalHabits::behaved(std::string_view phase) {
  const std::scoped_lock lock(mutex_);
  if (!phase.empty()) calm_phases_.emplace(phase);
}

}  // namespace bw::fmi
