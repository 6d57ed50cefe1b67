#pragma once
// What a process can give up without the help of namespaces: capabilities, resources, descriptors.

#include <span>

#include "base/sandbox/sandbox.h"

namespace bw::sandbox {

// None of root's rights besides those of an owner, and no program that has more.
SandboxLayer drop_capabilities();

// Of the address space, core files, descriptors and, where they are counted apart (`own_users`),
// threads. The hard limits, too, so that nothing raises them.
SandboxLayer limit_resources(std::uint64_t memory, bool own_users);

// Descriptor 0 reads an empty file from now on; the others stay open if they are in `keep`.
SandboxLayer close_descriptors(std::span<const int> keep);

}  // namespace bw::sandbox
