#pragma once
// File descriptors that are kept while foreign code runs that may open as many as there are, such
// as a library that is loaded, and are free for everybody afterwards.

#include <sys/types.h>

#include <vector>

namespace bw {

class SpareDescriptors {
 public:
  // None where fewer than these are left: foreign code needs some itself.
  explicit SpareDescriptors(int count);
  ~SpareDescriptors() { release(); }
  SpareDescriptors(const SpareDescriptors&) = delete;
  SpareDescriptors& operator=(const SpareDescriptors&) = delete;

  // Not those that foreign code has closed: whatever has their numbers now is its own.
  void release();

 private:
  std::vector<int> kept_;
  dev_t device_ = 0;  // of the object that all of them refer to
  ino_t inode_ = 0;
};

}  // namespace bw
