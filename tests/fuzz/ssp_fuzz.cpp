// Any bytes as a package of SSP: it is a system or refused by findings, and nothing is written but
// into private folders that go with it.

#include <cstdint>
#include <string>

#include "base/error.h"
#include "fuzz/require.h"
#include "fuzz/sandbox.h"
#include "system/ssp/check_ssp.h"

namespace bw::fuzz {
namespace {

Sandbox& ssp_sandbox() {
  static Sandbox sandbox;
  return sandbox;
}

void try_package() {
  const system::SspCheck found = system::check_ssp(ssp_sandbox().input());
  for (const system::System::Unpacked& one : found.system.unpacked)
    require(one.folder.parent_path() == ssp_sandbox().temporary(), "packages have private folders");
  for (const Finding& finding : found.report.findings())
    require(!finding.rule.empty(), "every finding has a rule");
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  bw::fuzz::ssp_sandbox();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bw::fuzz;
  try_bytes(ssp_sandbox(), data, size, try_package);
  return 0;
}
