#include "study/work/file_stamps.h"

#include <sys/stat.h>

namespace bw::study {

FileStamps::FileStamps(const std::vector<std::string>& files) : files_(files) {
  for (const std::string& file : files) stamps_.push_back(stamp_of(file));
}

FileStamps::Stamp FileStamps::stamp_of(const std::string& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {found.st_ino, found.st_size, found.st_mtim};
}

std::optional<std::string> FileStamps::changed() const {
  for (std::size_t k = 0; k < files_.size(); ++k) {
    const Stamp now = stamp_of(files_[k]), &then = stamps_[k];
    if (now.node != then.node || now.size != then.size || now.time.tv_sec != then.time.tv_sec ||
        now.time.tv_nsec != then.time.tv_nsec)
      return files_[k];
  }
  return {};
}

}  // namespace bw::study
