#pragma once
// All records of a study, by run. The logs are mapped, not copied.

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "study/work/record.h"

namespace bw::study {

class Collection {
 public:
  Collection(const std::filesystem::path& logs, std::uint64_t runs);
  ~Collection();
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  std::uint64_t runs() const { return records_.size(); }
  std::uint64_t recorded() const { return recorded_; }
  std::uint64_t twice() const { return twice_; }          // computed by two workers
  std::uint64_t different() const { return different_; }  // of these, not the same
  std::uint64_t torn() const { return torn_; }            // records, cut by a death
  // False: not recorded.
  bool read(std::uint64_t run, Record& record) const {
    return !records_[run].empty() && read_record(records_[run], record);
  }

 private:
  void add(std::string_view bytes);

  std::vector<std::string_view> logs_, records_;
  std::uint64_t recorded_ = 0, twice_ = 0, different_ = 0, torn_ = 0;
};

}  // namespace bw::study
