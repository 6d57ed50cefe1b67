#include "run/checkpoint/checkpointer.h"

#include <time.h>

#include <algorithm>
#include <filesystem>

#include "result/checkpoint_file.h"

namespace bw::run {
namespace {

namespace fs = std::filesystem;

constexpr double nanoseconds = 1e9, longest = 1e9;  // s

// As result/spool: no system call, so that it can be read at every row.
std::int64_t coarse_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

RunSpec without_progress(RunSpec spec) {
  spec.progress.clear();
  return spec;
}

}  // namespace

Checkpointer::Checkpointer(const RunSpec& spec, const RunSpec& given,
                           const std::vector<std::string>& read)
    : name_(result::checkpoint_name(*spec.output)),
      earlier_(spec.progress),
      interval_(static_cast<std::int64_t>(std::min(*spec.checkpoint, longest) * nanoseconds)),
      last_(coarse_now()),
      announce_(spec.on_announcement) {
  content_.given = without_progress(given);
  content_.called_in = fs::current_path().string();
  const fs::path beside = fs::canonical(fs::absolute(name_).parent_path());  // ".." means that one
  content_.folder = fs::path(content_.called_in).lexically_relative(beside).string();
  content_.files = files_with_sums(read);
}

bool Checkpointer::is_due() const { return coarse_now() - last_ >= interval_; }

void Checkpointer::write(std::string progress) {
  content_.progress = std::move(progress);
  try {
    result::write_checkpoint_file(name_, to_bytes(content_));
  } catch (const Error& error) {
    if (!complained_ && announce_)
      announce_(std::string(error.what()) + " The run goes on; it is tried again later.");
    complained_ = true;
  }
  content_.progress.clear();
  last_ = coarse_now();
}

std::string Checkpointer::settle(ExitCode code) const {
  if (code == ExitCode::ok || code == ExitCode::rejected) result::remove_checkpoint_file(name_);
  return result::is_checkpoint_file(name_) ? name_ : "";
}

}  // namespace bw::run
