#pragma once
// Namespaces of its own for this process. An ordinary user gets them with a user namespace, root
// also without; where neither is allowed (many containers) there are none.

#include "base/sandbox/allowance.h"
#include "base/sandbox/sandbox.h"

namespace bw::sandbox {

struct Namespaces {
  SandboxLayer layer;
  bool users = false;  // a user namespace of its own: its processes are counted apart
};

Namespaces enter_namespaces(const Allowance& allow);

}  // namespace bw::sandbox
