#pragma once
// The verbose log: never needed to understand a result. FMUs write from any thread; the sink must
// be thread-safe.

#include <functional>
#include <string_view>

namespace bw {

using Log = std::function<void(std::string_view line)>;  // empty: no log

}  // namespace bw
