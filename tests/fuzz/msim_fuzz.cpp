// Any bytes as a MasterSim project: it is a system or an InputError, and a system reads back from
// the TOML that it is converted to.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fuzz/require.h"
#include "system/load_msim.h"
#include "system/load_toml.h"
#include "system/save_toml.h"

namespace bw::fuzz {
namespace {

void check(const system::System& system) {
  const std::string text = system::save_toml(system, "folder/p.toml");
  try {
    const system::System again = system::load_toml(text, "folder/p.toml");
    require(again.components.size() == system.components.size() &&
                again.connections.size() == system.connections.size() &&
                again.parameters.size() == system.parameters.size() &&
                again.settings.size() == system.settings.size(),
            "nothing is lost on the way to TOML");
  } catch (const InputError&) {
    require(false, "what was converted is TOML");
  }
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    bw::fuzz::check(bw::system::load_msim(text, "folder/p.msim"));
  } catch (const bw::InputError&) {
    return 0;
  }
  return 0;
}
