#include "base/read_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace bw {
namespace {

std::optional<std::string> all_of(int descriptor) {
  std::string bytes;
  std::vector<char> block(std::size_t{256} * 1024);
  for (;;) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) return {};
    if (count > 0) bytes.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  std::optional<std::string> bytes = all_of(descriptor);
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return bytes;
}

}  // namespace bw
