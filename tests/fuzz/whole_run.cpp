#include "fuzz/whole_run.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "fuzz/require.h"
#include "result/result.h"
#include "run/run.h"
#include "run/spec/run_spec.h"
#include "support/scratch_folder.h"

namespace bw::fuzz {
namespace {

constexpr std::chrono::milliseconds patience(1500);

// True some time after its construction.
class Limit {
 public:
  Limit() : thread_([this](const std::stop_token& stop) { wait(stop); }) {}
  const std::atomic<bool>& is_reached() const { return is_reached_; }

 private:
  void wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, patience, [] { return false; });
    is_reached_ = true;
  }
  std::atomic<bool> is_reached_{false};
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread thread_;  // last: it ends first
};

const test::ScratchFolder& folder() {
  static const test::ScratchFolder made;
  static const bool once = [] {
    ::setenv("CC", "/no/compiler", 1);  // libtcc alone: a compiler is not what is tried
    for (const char* name : {"heater.mo", "room.mo", "weather.csv"})
      std::filesystem::copy_file(std::string(BW_EXAMPLE_SOURCES "/heating/") + name, made / name);
    return true;
  }();
  static_cast<void>(once);
  return made;
}

void require_documented(ExitCode code) {
  constexpr std::array codes = {ExitCode::ok,       ExitCode::usage,   ExitCode::input,
                                ExitCode::rejected, ExitCode::stopped, ExitCode::interrupted};
  bool is_known = false;
  for (const ExitCode known : codes) is_known = is_known || known == code;
  require(is_known, "an exit code is documented");
}

run::RunSpec spec_for(const std::string& target, const std::atomic<bool>& limit) {
  run::RunSpec spec;
  spec.target = target;
  spec.threads = 1;
  // Given, so that no project chooses them.
  spec.output = folder() / "rows.csv";
  spec.summary = folder() / "summary.json";
  spec.interrupt = &limit;
  spec.ended_by = [] { return std::string("ended by the limit"); };
  return spec;
}

}  // namespace

void run_whole(const std::string& name, const std::string& bytes) {
  // These name other files that are written.
  for (const char* key : {"steps", "eigenvalues"})
    if (bytes.find(key) != bytes.npos) return;
  test::write_file(folder() / name, bytes);
  const Limit limit;
  try {
    const result::RunResult result =
        run::run(spec_for(folder() / name, limit.is_reached()), nullptr);
    require_documented(result.exit_code);
  } catch (const Error& error) {
    require_documented(error.exit_code());
    require(error.what()[0] != '\0', "an error has a sentence");
  } catch (const std::filesystem::filesystem_error&) {  // the program says it, too
    return;
  }
}

}  // namespace bw::fuzz
