#include "base/process/spare_descriptors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bw {

// Of a nameless file in memory, which nobody else can open.
SpareDescriptors::SpareDescriptors(int count) {
  struct stat file {};
  for (int fd = memfd_create("spare", MFD_CLOEXEC); fd >= 0;
       fd = fcntl(kept_.front(), F_DUPFD_CLOEXEC, 0)) {
    kept_.push_back(fd);
    if (static_cast<int>(kept_.size()) == count) break;
  }
  if (kept_.empty() || fstat(kept_.front(), &file) != 0) return;
  device_ = file.st_dev;
  inode_ = file.st_ino;
  if (static_cast<int>(kept_.size()) < count) release();
}

void SpareDescriptors::release() {
  struct stat file {};
  for (const int fd : kept_)
    if (fstat(fd, &file) == 0 && file.st_dev == device_ && file.st_ino == inode_) close(fd);
  kept_.clear();
}

}  // namespace bw
