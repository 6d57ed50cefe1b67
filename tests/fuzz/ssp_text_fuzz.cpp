// Any bytes as .ssd, .ssv, .ssm and .ssb: each is read or refused by findings, by itself in memory
// and, where it can be read, inside of a description that names it.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fuzz/require.h"
#include "fuzz/sandbox.h"
#include "support/ssp_text.h"
#include "system/load_ssp.h"
#include "system/ssp/check_ssp.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_form.h"

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

void check(const Report& report) {
  for (const Finding& finding : report.findings()) {
    require(!finding.rule.empty(), "every finding has a rule");
    require(!finding.sentence.empty(), "a finding says what is wrong");
  }
}

// A file by itself, in memory. Returns whether it can be read: most bytes cannot, and need no file.
template <class Content>
bool try_text(const std::string& text, const char* row,
              Content (*read)(const XmlElement&, system::SspFindings&)) {
  system::SspFindings findings;
  bool is_read = false;
  findings.mistakes.attempt(
      [&] {
        const XmlDocument xml = system::parse_ssp(text, "x", findings);
        is_read = system::check_ssp_form(xml.root(), row, findings);
        if (is_read) read(xml.root(), findings);
      },
      "xml");
  check(findings.mistakes);
  return is_read;
}

// With the files that a description names.
void try_file(const fs::path& file) {
  const system::SspCheck found = system::check_ssp(file);
  check(found.report);
  if (found.system.file.empty() || found.report.findings().size() % 4 != 0) return;  // to be quick
  const system::System system = system::load_ssd(file);
  require(system.mistakes.empty() == !found.report.has(Finding::Severity::error),
          "run and check refuse the same files");
}

void try_beside(const char* file, const Folder& folder, const std::string& text) {
  test::write_file((folder.home / "x").string(), text);
  try_file(folder.home / file);
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bw::fuzz;
  using namespace bw::system;
  static const Folder folder;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto has = [&](const char* root) { return text.find(root) != text.npos; };
  const bool anyway = size % 16 == 0;  // what cannot be read is reported by its description, too
  if ((has("SystemStructureDescription") || size < 8) &&
      (try_text(text, "ssd:SystemStructureDescription", read_ssd) || anyway)) {
    bw::test::write_file((folder.home / "x.ssd").string(), text);
    try_file(folder.home / "x.ssd");
  }
  if (has("ParameterSet") && (try_text(text, "ssv:ParameterSet", read_ssv) || anyway))
    try_beside("values.ssd", folder, text);
  if (has("ParameterMapping") && (try_text(text, "ssm:ParameterMapping", read_ssm) || anyway))
    try_beside("mapping.ssd", folder, text);
  if (has("SignalDictionary") && (try_text(text, "ssb:SignalDictionary", read_ssb) || anyway))
    try_beside("dictionary.ssd", folder, text);
  return 0;
}
