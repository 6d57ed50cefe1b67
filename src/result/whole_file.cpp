#include "result/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/destination.h"
#include "result/draft.h"

namespace bw::result {
namespace {

// `follows`: also where the name is a symbolic link.
int write_file(const std::string& path, const std::string& bytes, bool follows) {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW);
  const Descriptor file(::open(path.c_str(), flags, 0666));
  return file.is_open() ? write_fully(file.get(), bytes.data(), bytes.size()) : errno;
}

}  // namespace

void write_whole_file(const std::string& path, const std::string& bytes, const std::string& what) {
  const bool direct = is_device(path);  // also a pipe of the shell, whose link leads nowhere
  const std::string target = direct ? path : without_link(path);
  const std::string file = direct ? target : own_draft(target);
  if (!direct) remove_dead_drafts(target);
  int problem = write_file(file, bytes, direct);
  if (problem == 0 && !direct && std::rename(file.c_str(), target.c_str()) != 0) problem = errno;
  if (problem == 0) return;
  if (!direct && problem != ELOOP) ::unlink(file.c_str());
  throw Error(ExitCode::stopped,
              what + " '" + path + "' cannot be written: " + reason(problem) + ".");
}

}  // namespace bw::result
