#pragma once
// The verbose log: what a curious user may read, never needed to understand a result. Text of FMUs
// arrives here from any thread; the sink must take that.

#include <functional>
#include <string_view>

namespace bw {

using Log = std::function<void(std::string_view line)>;  // empty: nobody listens

}  // namespace bw
