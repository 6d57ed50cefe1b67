#include "cli/supervise/estate.h"

#include <sys/mman.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/process/shared_memory.h"
#include "base/process/struck.h"

namespace bw::cli {
namespace {

constexpr std::uint64_t intact = 0x7375'7065'7276'6973U;
// Only what is written to takes memory. Options, files and their hashes: some hundred bytes each.
constexpr std::size_t most_briefing = std::size_t{16} << 20U, most_words = 4096;

// Not by std::random_device, which looks up what the processor can: that takes 13 µs in a virtual
// machine, this 1.
std::uint64_t draw() {
  std::uint64_t secret = 0;
  if (::getrandom(&secret, sizeof secret, 0) != ssize_t{sizeof secret})
    throw std::system_error(errno, std::generic_category(), "getrandom");
  return secret;
}

}  // namespace

struct Estate::Vitals {
  std::uint64_t first_canary;
  EndRequest request;
  std::atomic<std::uint64_t> ended;  // a seal
  std::atomic<double> fraction;
  std::uint64_t last_canary;
};

struct Estate::Will {
  std::atomic<std::uint64_t> delivered;  // a seal
  std::array<char, most_words> problem;
  std::atomic<bool> is_by_component;  // that problem
  std::atomic<std::size_t> briefing_size;
  std::array<char, most_briefing> briefing;
};

std::unique_ptr<Estate> Estate::make() {
  auto* vitals = static_cast<Vitals*>(map_shared(sizeof(Vitals)));
  auto* will = static_cast<Will*>(map_shared(sizeof(Will)));
  std::unique_ptr<Estate> made(new Estate(vitals, will));
  if (vitals == nullptr || will == nullptr) return nullptr;
  vitals->first_canary = vitals->last_canary = intact;
  return made;
}

Estate::Estate(Vitals* vitals, Will* will) : vitals_(vitals), will_(will), secret_(draw()) {}

Estate::~Estate() {
  unmap_shared(vitals_);
  unmap_shared(will_);
}

EndRequest& Estate::request() { return vitals_->request; }

std::uint64_t Estate::seal(Kind kind, int exit_code) const {
  constexpr std::uint64_t spread = 0x9e3779b97f4a7c15U;
  const auto what = 256 * static_cast<std::uint64_t>(kind) + static_cast<std::uint64_t>(exit_code);
  return secret_ ^ (spread * what);
}

// The exit code of a seal; nothing: it is none.
std::optional<int> Estate::open(Kind kind, std::uint64_t found) const {
  for (int code = 0; code < 256; ++code)
    if (seal(kind, code) == found) return code;
  return {};
}

void Estate::protect(bool is_protected) {
  mprotect(will_, sizeof(Will), is_protected ? PROT_READ : PROT_READ | PROT_WRITE);
}

void Estate::brief(const result::Briefing& briefing) {
  const std::string bytes = to_bytes(briefing);
  if (bytes.size() > most_briefing) return;
  protect(false);
  std::memcpy(will_->briefing.data(), bytes.data(), bytes.size());
  will_->briefing_size = bytes.size();
  protect(true);
}

void Estate::progressed(double fraction) {
  vitals_->fraction.store(fraction, std::memory_order_relaxed);
}

void Estate::delivered(int exit_code) {
  protect(false);
  will_->delivered = seal(Kind::delivered, exit_code);
  protect(true);
}

void Estate::hand_over(const result::RowsNotWritten& problem) {
  const std::string_view words = problem.what();
  protect(false);
  std::memcpy(will_->problem.data(), words.data(), std::min(words.size(), most_words - 1));
  will_->is_by_component = problem.is_by_component;
  protect(true);
}

void Estate::end(int exit_code) { vitals_->ended = seal(Kind::ended, exit_code); }

bool Estate::is_damaged() const {
  return vitals_->first_canary != intact || vitals_->last_canary != intact ||
         heartbeat::is_damaged();
}

double Estate::fraction() const { return vitals_->fraction; }
std::optional<int> Estate::ended() const { return open(Kind::ended, vitals_->ended); }
std::optional<int> Estate::delivered() const { return open(Kind::delivered, will_->delivered); }
bool Estate::has_delivered() const { return will_->delivered != 0; }

std::optional<result::RowsNotWritten> Estate::problem() const {
  const std::string words(will_->problem.data(), strnlen(will_->problem.data(), most_words));
  if (words.empty()) return {};
  return result::RowsNotWritten(words, will_->is_by_component);
}

std::string_view Estate::briefing() const {
  return {will_->briefing.data(), std::min(will_->briefing_size.load(), most_briefing)};
}

}  // namespace bw::cli
