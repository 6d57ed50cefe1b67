#pragma once
// A name for this process that no other has, on any machine at any time, and whether the process
// of such a name still lives.

#include <string>
#include <string_view>

namespace bw {

std::string own_name();  // "HOST-BOOT-PID-START": of this process, without characters of paths

// False only where it certainly does not: it was on this machine, and is gone.
bool may_live(std::string_view name);

}  // namespace bw
