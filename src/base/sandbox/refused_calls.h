#pragma once
// Names of the system calls that a sandboxed process is refused, by their reason. A name that the
// machine or the library does not know is skipped.

#include <span>
#include <string_view>

namespace bw::sandbox {

std::span<const std::string_view> always_refused();
std::span<const std::string_view> process_calls();    // start another process or program
std::span<const std::string_view> network_calls();    // reach another process by a socket
std::span<const std::string_view> attribute_calls();  // owner, mode, times of any file with a name

}  // namespace bw::sandbox
