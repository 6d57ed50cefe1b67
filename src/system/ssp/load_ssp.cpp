#include "system/load_ssp.h"

#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/report.h"
#include "base/rules.h"
#include "system/rules.h"
#include "system/ssp/check_ssp.h"
#include "system/ssp/ssp_bindings.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_graph.h"
#include "system/ssp/ssp_instances.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"
#include "system/table_file.h"

namespace bw::system {
namespace {

namespace fs = std::filesystem;

class Loader {
 public:
  explicit Loader(const fs::path& file) : files_(findings_, check_.system) {
    check_.system.file = file;
  }

  void load_package(const std::string& variant) {
    const fs::path& file = check_.system.file;
    const SspPlace place = files_.open_package(file, file.string());
    findings_.mistakes.attempt([&] { flatten(place, checked_variant(variant, {file.string()})); },
                               row(Rule::ssp_package).key, {file.string()});
  }

  void load_description() {
    const fs::path& file = check_.system.file;
    const std::string folder = file.parent_path().string();
    flatten({file.parent_path(), folder.empty() ? "" : folder + "/", false},
            file.filename().string());
  }

  System finish() && {
    System& system = check_.system;
    system.remarks = std::move(findings_.remarks);
    std::vector<const Finding*> deviations;
    for (const Finding& finding : findings_.mistakes.findings()) {
      const std::string text = finding.place.text() + ": " + finding.sentence;
      if (finding.severity == Finding::Severity::error)
        system.mistakes.push_back(text);
      else if (finding.rule == row(Rule::ssp_annotation).key ||
               finding.rule == row(Rule::ssp_element_unknown).key)
        system.remarks.push_back({"", finding.sentence, finding.place, finding.rule});
      else if (finding.severity == Finding::Severity::warning)
        deviations.push_back(&finding);
    }
    if (!deviations.empty()) add_deviations(deviations);
    drop_unopened();
    return std::move(system);
  }

  SspCheck finish_check() && {
    for (const Remark& remark : findings_.remarks)
      findings_.mistakes.add(remark.rule, severity_of(remark.rule), remark.position,
                             remark.sentence);
    check_.report = std::move(findings_.mistakes);
    check_.texts = files_.texts();
    drop_unopened();
    return std::move(check_);
  }

  Report& report() { return findings_.mistakes; }

 private:
  static Finding::Severity severity_of(std::string_view key) {
    for (const RuleRow& one : rule_rows())
      if (one.key == key) return one.severity;
    return Finding::Severity::note;
  }

  // Ends at components whose files are missing, which is reported.
  void drop_unopened() {
    System& system = check_.system;
    std::set<std::string> names;
    for (const ComponentEntry& one : system.components) names.insert(one.name);
    std::erase_if(system.connections, [&](const Connection& one) {
      return !names.contains(one.source.component) || !names.contains(one.target.component);
    });
    std::erase_if(system.parameters,
                  [&](const Parameter& one) { return !names.contains(one.target.component); });
    for (Entrance& entrance : system.entrances)
      std::erase_if(entrance.ways, [&](const Entrance::Way& one) {
        return !names.contains(one.target.component);
      });
  }

  // A run gets along with them.
  void add_deviations(const std::vector<const Finding*>& all) {
    long count = 0;
    for (const Finding* one : all) count += one->count;
    check_.system.remarks.push_back(
        {"form",
         all.front()->sentence +
             (count == 1
                  ? ""
                  : " There are " + std::to_string(count - 1) +
                        " more deviations from the standard; `bellwether check` lists them."),
         all.front()->place, all.front()->rule});
  }

  void flatten(const SspPlace& place, const std::string& ssd) {
    findings_.mistakes.attempt(
        [&] {
          SspTree tree(files_, findings_, check_.system);
          tree.grow(place, ssd);
          const SspDocument& document = tree.document();
          auto& settings = check_.system.settings;
          if (document.start) settings.push_back({"start", {*document.start}, document.experiment});
          if (document.stop) settings.push_back({"stop", {*document.stop}, document.experiment});
          findings_.mistakes.attempt([&] { add_settings(document, place); });
          SspGraph graph(tree.instances(), files_, findings_);
          graph.connect();
          graph.follow(check_.system);
          SspBindings(tree.instances(), files_, findings_).apply(check_.system);
          if (check_.system.components.empty() && !findings_.mistakes.has(Finding::Severity::error))
            add(findings_.mistakes, Rule::ssp_element_missing, document.root->position,
                "the system has no component with a source.");
          add_claims(tree.instances(), graph);
        },
        row(Rule::ssp_package).key, {place.shown + ssd});
  }

  // A table of inputs is a file of the package.
  void add_settings(const SspDocument& document, const SspPlace& place) {
    for (Setting setting : document.settings) {
      if (setting.key == "input" && setting.values.size() == 1)
        if (auto* file = std::get_if<std::string>(&setting.values.front())) {
          const SspUri uri = read_ssp_uri(*file, setting.position, findings_);
          *file = fs::absolute(files_.file(place, uri.path, setting.position)).string();
        }
      check_.system.settings.push_back(std::move(setting));
    }
  }

  void add_claims(const std::vector<SspInstance>& instances, const SspGraph& graph) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
      const SspInstance& instance = instances[i];
      if (instance.is_system())
        for (const SspConnector& one : instance.element->connectors)
          if (!graph.is_connected(i, one.name))
            add(findings_.mistakes, Rule::ssp_connector_idle, one.position,
                "the connector '" + one.name + "' of the system is not connected.");
      if (!instance.entry) continue;
      for (const SspConnector& one : instance.element->connectors)
        check_.claims.push_back({*instance.entry, one, graph.is_connected(i, one.name)});
    }
  }

  SspFindings findings_;
  SspCheck check_;
  SspFiles files_;
};

// "x.ssp#Variant.ssd" -> "Variant.ssd"
std::string variant_of(const fs::path& target) {
  const std::string written = target.string(), file = file_of(target).string();
  return written.size() > file.size() ? written.substr(file.size() + 1) : "";
}

}  // namespace

System load_ssp(const fs::path& target) {
  Loader loader(file_of(target));
  loader.load_package(variant_of(target));
  return std::move(loader).finish();
}

System load_ssd(const fs::path& file) {
  Loader loader(file);
  loader.load_description();
  return std::move(loader).finish();
}

void refuse_part_of_ssp(const fs::path& file) {
  for (const auto& [extension, what] :
       {std::pair(".ssv", "values"), std::pair(".ssm", "a mapping"), std::pair(".ssb", "signals")})
    if (has_ending(file, extension))
      throw InputError(file.string() + " has " + what +
                       " of an SSP system; name the description (.ssd) or package (.ssp) that "
                       "reads it.");
}

SspCheck check_ssp(const fs::path& target) {
  const fs::path file = file_of(target);
  Loader loader(file);
  loader.report().attempt(
      [&] {
        if (has_ending(file, ".ssd"))
          loader.load_description();
        else
          loader.load_package(variant_of(target));
      },
      row(Rule::ssp_package).key, {file.string()});
  return std::move(loader).finish_check();
}

}  // namespace bw::system
