#pragma once
// The folder in which the workers of a study meet, on one machine or on a network file system. Each
// study has its own, by the content of everything that its results depend on:
//
//   FOLDER/FINGERPRINT/study.txt         what it is of, for people
//                      plan-0            "begin end size": runs in blocks; plan-1 where they grew
//                      claims/0.17.0     plan, block, attempt; made once (O_EXCL), its time renewed
//                      done/0.17         all runs of the block are on the disk
//                      logs/HOST-PID-…   records of one worker, only appended to

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "study/design/study.h"

namespace bw::study {

// Version, target and all files that it reads, parameters, design, results and options; without the
// number of runs where more of them go on behind the earlier ones.
std::string fingerprint_of(const Study& study);

// All files that the runs depend on, the study itself included.
std::vector<std::string> read_files(const Study& study);

// Without the study, of which only what matters counts.
std::vector<std::string> files_of_runs(const Study& study);

class WorkFolder {
 public:
  // Makes what is missing. Throws InputError where it cannot be written.
  WorkFolder(const std::filesystem::path& parent, const Study& study);
  // Only to look at it; there may be none.
  static std::filesystem::path logs_of(const std::filesystem::path& parent, const Study& study) {
    return parent / fingerprint_of(study) / "logs";
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path logs() const { return path_ / "logs"; }
  std::filesystem::path claims() const { return path_ / "claims"; }
  std::filesystem::path done() const { return path_ / "done"; }

 private:
  std::filesystem::path path_;
};

// Writes the file if it does not exist; false: it does. It appears with its whole content.
bool write_once(const std::filesystem::path& file, const std::string& content);

}  // namespace bw::study
