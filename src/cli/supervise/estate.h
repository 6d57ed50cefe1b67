#pragma once
// What the process of a run leaves to its supervisor, in memory that both share:
//
//   vitals  the request to end, progress, the last word
//   will    briefing, what was delivered, what could not be written; it can only be read except
//           while it is changed, so that a component that writes over shared memory does not
//           reach it
//
// Exit codes are sealed by a secret that is in the memory of both processes only.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/supervise/guard.h"
#include "cli/supervise/supervise.h"
#include "result/briefing.h"
#include "result/spool.h"

namespace bw::cli {

class Estate final : public Line {
 public:
  static std::unique_ptr<Estate> make();  // null: the system gives no memory
  ~Estate() override;
  Estate(const Estate&) = delete;
  Estate& operator=(const Estate&) = delete;

  EndRequest& request();  // of both

  // ---- of the run ----
  void begin() { protect(true); }  // before anything foreign is loaded
  void brief(const result::Briefing& briefing) override;
  void progressed(double fraction) override;
  void delivered(int exit_code) override;
  void hand_over(const result::RowsNotWritten& problem);  // what the supervisor has to write
  void end(int exit_code);                                // by itself; nothing is left to do

  // ---- of the supervisor ----
  bool is_damaged() const;  // by foreign code
  double fraction() const;
  std::optional<int> ended() const, delivered() const;
  bool has_delivered() const;  // cheap
  std::optional<result::RowsNotWritten> problem() const;
  std::string_view briefing() const;  // empty: nothing was said yet

 private:
  struct Vitals;
  struct Will;
  enum class Kind : std::uint64_t { ended = 1, delivered = 2 };

  Estate(Vitals* vitals, Will* will);
  std::uint64_t seal(Kind kind, int exit_code) const;
  std::optional<int> open(Kind kind, std::uint64_t seal) const;
  void protect(bool is_protected);

  Vitals* vitals_;
  Will* will_;
  std::uint64_t secret_;
};

}  // namespace bw::cli
