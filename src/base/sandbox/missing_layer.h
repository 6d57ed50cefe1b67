#pragma once

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include "base/sandbox/sandbox.h"

namespace bw::sandbox {

// A layer that is not in force, with the system's reason.
inline SandboxLayer missing_layer(std::string_view name, const std::string& what,
                                  int reason = errno) {
  return {name, false, what + ": " + std::generic_category().message(reason)};
}

}  // namespace bw::sandbox
