// Any bytes as a model text: the whole run of it, not only its reading.

#include <cstdint>
#include <string>

#include "fuzz/whole_run.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bw::fuzz::run_whole("m.mo", {reinterpret_cast<const char*>(data), size});
  return 0;
}
