#pragma once
// What foreign code might try, each with a name. An action returns the reason of its failure
// (errno), or 0 if it succeeded.

#include <sys/types.h>

#include <filesystem>
#include <span>
#include <string>

namespace bw::test {

// What the actions aim at.
struct Victim {
  std::filesystem::path home;        // a folder of the user, which anybody may read and write
  std::filesystem::path own_folder;  // the unpacked FMU
  pid_t parent = 0;
  const char* memory = nullptr;  // of the parent
  int folder = -1;               // an open descriptor of `home`
};

enum class Answer {
  any,     // every failure will do: the file is not there, or must not be touched
  memory,  // likewise; the address sanitizer needs more than any limit
  filter,  // EPERM or ENOSYS: others would also say that the arguments are wrong
};

struct HostileAction {
  const char* name;
  Answer answer;
  int (*attempt)(const Victim& victim);
  bool works_outside = false;  // for every user, so that the test itself can be tested
};

std::span<const HostileAction> hostile_actions();

}  // namespace bw::test
