#pragma once
// What belongs to the process of a run and foreign code in it may take away: open descriptors,
// limits, the effective user, the umask. Remembered before anything foreign runs, and restored
// where the system lets us:
//
//   limits, user   a hard limit that was lowered can be raised by root only
//   descriptors    known by device and inode: a file is opened again by its name, a standard stream
//                  comes from the supervisor, which has it as well (pidfd_getfd, Linux 5.6)

#include <sys/types.h>

#include <string>

namespace bw::belongings {

void remember(pid_t supervisor);  // limits and user; what was kept before is forgotten

// Nothing is kept unless remember() was called in this process.
void keep_stream(int fd, int of_supervisor);
void keep_file(int fd, const std::string& name);  // empty: it has none, and is lost when it is
void let_go(int fd);

// Whether it still is what was kept, or was never kept.
bool has(int fd);

bool are_complete();  // nothing was taken, or all of it was restored

// Restores what can be. Returns what had changed ("limits, descriptors"); empty: nothing.
std::string restore();

}  // namespace bw::belongings
