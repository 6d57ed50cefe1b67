#include "system/load_ssp.h"

#include <string>
#include <utility>

#include "base/report.h"
#include "system/ssp/ssp_bindings.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_graph.h"
#include "system/ssp/ssp_instances.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {
namespace {

namespace fs = std::filesystem;

void add_experiment(const SspDocument& document, System& system) {
  if (document.start) system.settings.push_back({"start", {*document.start}, document.experiment});
  if (document.stop) system.settings.push_back({"stop", {*document.stop}, document.experiment});
}

System finish(System system, SspFindings findings) {
  system.remarks = std::move(findings.remarks);
  for (const Finding& finding : findings.mistakes.findings()) {
    const std::string place = finding.place.text();
    system.mistakes.push_back(place + (place.empty() ? "" : ": ") + finding.sentence);
  }
  return system;
}

void flatten(const SspPlace& place, const std::string& ssd, SspFiles& files, SspFindings& findings,
             System& system) {
  findings.mistakes.attempt([&] {
    SspTree tree(files, findings, system);
    tree.grow(place, ssd);
    add_experiment(tree.document(), system);
    SspGraph graph(tree.instances(), files, findings);
    graph.connect();
    graph.follow(system);
    SspBindings(tree.instances(), files, findings).apply(system);
    if (system.components.empty() && findings.mistakes.empty())
      findings.mistakes.add({place.shown + ssd}, "the system has no component with a source.");
  });
}

}  // namespace

System load_ssp(const fs::path& target) {
  const std::string written = target.string();
  const fs::path file = file_of(target);
  const std::string variant =
      written.size() > file.string().size() ? written.substr(file.string().size() + 1) : "";
  System system;
  system.file = file;
  SspFindings findings;
  SspFiles files(findings, system);
  const SspPlace place = files.open_package(file, file.string());
  findings.mistakes.attempt(
      [&] { flatten(place, checked_variant(variant, {file.string()}), files, findings, system); });
  return finish(std::move(system), std::move(findings));
}

System load_ssd(const fs::path& file) {
  System system;
  system.file = file;
  SspFindings findings;
  SspFiles files(findings, system);
  const std::string folder = file.parent_path().string();
  const SspPlace place{file.parent_path(), folder.empty() ? "" : folder + "/", false};
  flatten(place, file.filename().string(), files, findings, system);
  return finish(std::move(system), std::move(findings));
}

}  // namespace bw::system
