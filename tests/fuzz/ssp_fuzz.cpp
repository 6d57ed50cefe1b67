// Any bytes as a package of SSP: it is a system or refused by findings, and nothing is written but
// into private folders that go with it.

#include <cstdint>
#include <string>

#include "base/error.h"
#include "fuzz/mutate_zip.h"
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
  bw::test::write_file(ssp_sandbox().input().string(),
                       std::string(reinterpret_cast<const char*>(data), size));
  const long handles = open_handles();
  try {
    try_package();
  } catch (const bw::Error& error) {  // a long TMPDIR and a long name together
    if (std::string_view(error.what()).find("File name too long") == std::string_view::npos) throw;
  }
  require(open_handles() == handles, "every file and folder is closed");
  ssp_sandbox().require_untouched();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  bw::fuzz::Dice dice(seed);
  if (dice.one_in(2)) return LLVMFuzzerMutate(data, size, max_size);
  const auto after =
      bw::fuzz::mutated_zip(std::string(reinterpret_cast<const char*>(data), size), dice);
  if (!after || after->size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  after->copy(reinterpret_cast<char*>(data), after->size());
  return after->size();
}
