// Any bytes as .ssd, .ssv, .ssm and .ssb: each is read or refused by findings with a place, as a
// file of its kind and inside of a description that names it.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fuzz/mutate_xml.h"
#include "fuzz/require.h"
#include "fuzz/sandbox.h"
#include "support/ssp_text.h"
#include "system/load_ssp.h"
#include "system/ssp/check_ssp.h"

namespace bw::fuzz {
namespace {

namespace fs = std::filesystem;

struct Folder {
  Sandbox sandbox;
  fs::path home = sandbox.input().parent_path();
  Folder() {
    for (const char* name : {"a.fmu", "b.fmu"}) test::write_file((home / name).string(), "");
    // Whatever the bytes are, one of these takes them for what they should be.
    const std::string parts =
        test::elements(test::component("a", "a.fmu", "") + test::component("b", "b.fmu", "") +
                       "<ssd:SignalDictionaryReference name='bus' dictionary='can'/>");
    write("values.ssd", test::bindings("<ssd:ParameterBinding source='x'/>") + parts);
    write("mapping.ssd", test::bindings("<ssd:ParameterBinding><ssd:ParameterValues>" +
                                        test::parameter_set(test::real("a.k", "1")) +
                                        "</ssd:ParameterValues><ssd:ParameterMapping source='x'/>"
                                        "</ssd:ParameterBinding>") +
                             parts);
    write("dictionary.ssd",
          parts +
              test::connections(test::connection("a.y", "bus.speed") +
                                test::connection("bus.speed", "b.u")) +
              "<ssd:SignalDictionaries><ssd:SignalDictionary name='can' source='x'/>"
              "</ssd:SignalDictionaries>");
  }
  void write(const char* name, const std::string& content) const {
    test::write_file((home / name).string(), test::ssd(content));
  }
};

void try_file(const fs::path& file) {
  const system::SspCheck found = system::check_ssp(file);
  bool has_error = false;
  for (const Finding& finding : found.report.findings()) {
    require(!finding.rule.empty(), "every finding has a rule");
    require(!finding.sentence.empty(), "a finding says what is wrong");
    has_error = has_error || finding.severity == Finding::Severity::error;
  }
  if (found.system.file.empty() || found.report.findings().size() % 4 != 0) return;  // to be quick
  const system::System system = system::load_ssd(file);
  require(system.mistakes.empty() == !has_error, "run and check refuse the same files");
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bw::fuzz;
  static const Folder folder;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto has = [&](const char* root) { return text.find(root) != text.npos; };
  if (has("SystemStructureDescription") || size < 8) {
    bw::test::write_file((folder.home / "x.ssd").string(), text);
    try_file(folder.home / "x.ssd");
  }
  bw::test::write_file((folder.home / "x").string(), text);
  if (has("ParameterSet")) try_file(folder.home / "values.ssd");
  if (has("ParameterMapping")) try_file(folder.home / "mapping.ssd");
  if (has("SignalDictionary")) try_file(folder.home / "dictionary.ssd");
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  bw::fuzz::Dice dice(seed);
  if (dice.one_in(4)) return LLVMFuzzerMutate(data, size, max_size);
  const std::string before(reinterpret_cast<const char*>(data), size);
  const std::string after = bw::fuzz::mutated_xml(before, dice);
  if (after.size() > max_size || after == before) return LLVMFuzzerMutate(data, size, max_size);
  after.copy(reinterpret_cast<char*>(data), after.size());
  return after.size();
}
