#pragma once
// Whether files are still those that were there at the beginning, by their place, size and time.

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace bw::study {

class FileStamps {
 public:
  explicit FileStamps(const std::vector<std::string>& files);
  // The first that is another one, or gone.
  std::optional<std::string> changed() const;

 private:
  struct Stamp {
    std::uint64_t node = 0;
    std::int64_t size = -1;
    timespec time{};
  };
  static Stamp stamp_of(const std::string& file);

  std::vector<std::string> files_;
  std::vector<Stamp> stamps_;
};

}  // namespace bw::study
