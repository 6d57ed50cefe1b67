#pragma once
// May a file be written under this name? Checked before a run, so that its work is not lost to a
// missing folder.

#include <string>

namespace bw::result {

// Throws InputError when the folder is missing or not writable, or the name is a folder or a
// device. `what` begins the message: "The result", "The summary".
void check_destination(const std::string& path, const std::string& what);

// Throws InputError for a link such as /dev/stdout: what it leads to is not what it says, because
// the program's own standard output is moved out of the reach of FMUs.
void check_link(const std::string& path, const std::string& what);

// A name that exists and is neither a file nor a folder: a pipe, a terminal, /dev/null. Renaming a
// file over it would destroy it.
bool is_device(const std::string& path);

// Where a name leads through a symbolic link, so that the link stays and its target is replaced.
std::string without_link(const std::string& path);

// Whether both names are of one file, by whatever path, symbolic or hard link; also where it does
// not exist yet.
bool is_same_file(const std::string& one, const std::string& other);

}  // namespace bw::result
