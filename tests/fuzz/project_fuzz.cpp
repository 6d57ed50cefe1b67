// Any bytes as a project: the whole run of it. It may name two models and a table.

#include <cstdint>
#include <string>

#include "fuzz/whole_run.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bw::fuzz::run_whole("p.toml", {reinterpret_cast<const char*>(data), size});
  return 0;
}
