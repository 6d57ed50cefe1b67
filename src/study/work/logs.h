#pragma once
// The logs of a study's workers: written by one process each, read by anyone at any time.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "study/work/record.h"

namespace bw::study {

class LogWriter {
 public:
  // Throws Error (stopped) where it cannot be written; so do the others.
  explicit LogWriter(const std::filesystem::path& file);
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  void append(const Record& record);  // one write()
  void sync();                        // to the disk

 private:
  std::string file_;
  int fd_;
};

// Records that came since the last time.
class LogReader {
 public:
  explicit LogReader(std::filesystem::path logs) : logs_(std::move(logs)) {}
  void refresh(const std::function<void(std::string_view record)>& take);

 private:
  std::filesystem::path logs_;
  std::map<std::string, std::uint64_t> read_;  // bytes of each log
};

// Which runs are recorded.
class DoneRuns {
 public:
  DoneRuns(std::filesystem::path logs, std::uint64_t runs)
      : reader_(std::move(logs)), done_(runs) {}
  void refresh();
  bool has(std::uint64_t run) const { return done_[run]; }
  void add(std::uint64_t run) {
    if (done_[run]) return;
    done_[run] = true;
    ++count_;
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t size() const { return done_.size(); }

 private:
  LogReader reader_;
  std::vector<bool> done_;
  std::uint64_t count_ = 0;
};

}  // namespace bw::study
