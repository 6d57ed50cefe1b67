#include "base/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace bw {
namespace {

// Files of /proc have no size; the others are read at once, and one byte more shows that they did
// not grow.
std::size_t first_size(int descriptor) {
  constexpr off_t least = 4096;
  struct stat found {};
  const bool known = fstat(descriptor, &found) == 0;
  return static_cast<std::size_t>(std::max(least, known ? found.st_size + 1 : 0));
}

std::optional<std::string> all_of(int descriptor) {
  std::string bytes(first_size(descriptor), '\0');
  for (std::size_t size = 0;;) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ssize_t count = read(descriptor, bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno != EINTR) return {};
    if (count > 0) size += static_cast<std::size_t>(count);
    if (count != 0) continue;
    bytes.resize(size);
    return bytes;
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
