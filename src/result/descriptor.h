#pragma once
// Owns an open file descriptor, and writes to it completely.

#include <cstddef>
#include <string>
#include <utility>

namespace bw::result {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close();

 private:
  int fd_;
};

// Writes all of it, through interruptions, short writes and full pipes. 0, or the errno; `done`,
// where given, is how much was written.
int write_fully(int fd, const char* bytes, std::size_t size, std::size_t* done = nullptr);

// What the system says about an errno: "No space left on device".
std::string reason(int error_number);

}  // namespace bw::result
