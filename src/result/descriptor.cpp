#include "result/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace bw::result {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void Descriptor::close() {
  if (is_open()) ::close(std::exchange(fd_, -1));
}

int write_fully(int fd, const char* bytes, std::size_t size, std::size_t* done) {
  std::size_t unused = 0;
  std::size_t& at = done != nullptr ? *done : unused;
  at = 0;
  while (at < size) {
    const ssize_t written = ::write(fd, bytes + at, size - at);
    if (written > 0) {
      at += static_cast<std::size_t>(written);
    } else if (written == 0) {
      return ENOSPC;  // neither error nor progress: never loop on it
    } else if (errno == EAGAIN) {
      // Standard output may be a pipe that some other program made non-blocking.
      pollfd wait{fd, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::string reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace bw::result
