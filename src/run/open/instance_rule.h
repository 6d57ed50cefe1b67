#pragma once
// FMUs that can be instantiated once per process only: which earlier component forbids another one
// of the same file. Two components of a file conflict unless both have processes of their own, or
// both allow several instances.

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace bw::run {

class InstanceRule {
 public:
  struct User {
    bool once = false;   // one instance per process only
    bool apart = false;  // in a process of its own
  };
  // The first component added before that conflicts with this one, which is added.
  std::optional<std::size_t> add(const std::string& file, std::size_t component, const User& user);

 private:
  // The first components of a file, so that none has to be compared with all others.
  struct First {
    std::optional<std::size_t> any, once;
  };
  struct Users {
    First all, not_apart;
  };
  std::map<std::string, Users> files_;
};

}  // namespace bw::run
