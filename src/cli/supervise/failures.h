#pragma once
// Errors as the program's last words and its exit code.

#include <functional>

namespace bw::cli {

// What `work` returns, or the exit code of the error that it throws, which is reported.
int with_failures_reported(const std::function<int()>& work);

}  // namespace bw::cli
