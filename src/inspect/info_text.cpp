#include "inspect/info_text.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "inspect/info_words.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

using fmi::Inspection;

std::string head(const Inspection& fmu) {
  const fmi::Description& d = fmu.description;
  std::string text = on_one_line(d.model_name) + "\n";
  if (!d.description.empty()) text += "  " + on_one_line(d.description) + "\n";
  TextTable facts({"", ""});
  const auto add = [&](const char* what, const std::string& words) {
    facts.add({words.empty() ? "" : what, on_one_line(words)});
  };
  facts.add({"file", fmt::format("{} ({})", fmu.file.string(), bytes_in_words(fmu.size))});
  add("FMI version", d.fmi_version);
  add("made by", d.generation_tool);
  add("date", d.generation_time);
  add("model version", d.model_version);
  add("author", d.author);
  add("copyright", d.copyright);
  add("license", d.license);
  return text + facts.text("  ");
}

std::string interfaces(const fmi::Description& d) {
  std::string text = "\nInterfaces\n";
  for (const fmi::Interface interface :
       {fmi::Interface::model_exchange, fmi::Interface::co_simulation,
        fmi::Interface::scheduled_execution}) {
    const auto& offered = d.at(interface);
    if (!offered) continue;
    text += fmt::format("  {} ({})\n", model::name(interface), model::short_name(interface));
    const InterfaceWords words = words_about(*offered, interface, d.version);
    TextTable table({"", ""});
    const auto add = [&](const char* what, const std::vector<std::string>& list) {
      for (std::size_t i = 0; i < list.size(); ++i) table.add({i == 0 ? what : "", list[i]});
    };
    table.add({"library", on_one_line(offered->model_identifier)});
    add("can", words.can);
    add("cannot", words.cannot);
    add("note", words.notes);
    text += table.text("    ");
  }
  return text;
}

std::string libraries(const Inspection& fmu) {
  std::vector<std::string> names;
  bool ours = false;
  for (const fmi::Platform& platform : fmu.platforms) {
    if (platform.libraries.empty()) continue;
    names.push_back(platform.name + (platform.is_ours ? " (this machine)" : ""));
    ours = ours || platform.is_ours;
  }
  if (names.empty()) return "none";
  return enumerated(names, names.size()) + (ours ? "" : "; none for this machine");
}

std::string folder(const Inspection& fmu, std::string_view name) {
  const FolderSize size = size_below(fmu, name);
  if (size.files == 0) return "none";
  return counted(size.files, "file") + ", " + bytes_in_words(size.bytes);
}

std::string contents(const Inspection& fmu) {
  TextTable table({"", ""});
  table.add({"libraries", libraries(fmu)});
  for (const char* name : {"sources", "resources", "documentation"})
    table.add({name, folder(fmu, std::string(name) + "/")});
  return "\nContents\n" + table.text("  ");
}

}  // namespace

std::string experiment_text(const model::Experiment& experiment) {
  std::string words;
  const auto add = [&](const char* what, const std::optional<double>& value) {
    if (value) words += (words.empty() ? "" : ", ") + std::string(what) + " " + shortest(*value);
  };
  add("start", experiment.start);
  add("stop", experiment.stop);
  add("step", experiment.step);
  add("tolerance", experiment.tolerance);
  return words.empty() ? "" : "\nDefault experiment\n  " + words + "\n";
}

namespace {

std::string log_categories(const fmi::Description& d, bool all) {
  if (d.log_categories.empty()) return "";
  TextTable table({"", ""});
  std::size_t rows = 0;
  for (const fmi::LogCategory& category : d.log_categories)
    if (all || rows++ < most_rows)
      table.add(
          {on_one_line(category.name), shortened(on_one_line(category.description), widest_text)});
  const std::size_t count = d.log_categories.size();
  return fmt::format("\nLog categories ({})\n", count) + table.text("  ") +
         rest_text(all || count <= most_rows ? 0 : count - most_rows);
}

std::string annotations(const fmi::Description& d) {
  std::set<std::string> tools;
  for (const fmi::Annotation& annotation : d.annotations) tools.insert(annotation.tool);
  for (const fmi::Variable& variable : d.variables)
    for (const fmi::Annotation& annotation : variable.annotations) tools.insert(annotation.tool);
  if (tools.empty()) return "";
  return "\nAnnotations\n  of " + enumerated({tools.begin(), tools.end()}, most_names) + "\n";
}

std::string fmu_text(const FmuInfo& info, bool all) {
  const Inspection& fmu = info.fmu;
  return head(fmu) + interfaces(fmu.description) + contents(fmu) +
         experiment_text(fmu.description.experiment) + variables_text(info, all) +
         structure_text(info, all) + log_categories(fmu.description, all) +
         annotations(fmu.description) + findings_text(fmu.report, fmu.file.string());
}

}  // namespace

std::string rest_text(std::size_t count) {
  return count == 0 ? "" : fmt::format("  … and {} more (--variables all)\n", count);
}

std::string findings_text(const Report& report, const std::string& target) {
  const long count =
      count_of(report, Finding::Severity::warning) + count_of(report, Finding::Severity::error);
  if (count == 0) return "";
  return fmt::format("\n{}; `bellwether check {}` shows {}.\n",
                     counted(static_cast<std::size_t>(count), "warning"), target,
                     count == 1 ? "it" : "them");
}

std::string info_text(const Info& info, bool all) {
  if (info.equations) return equations_text(*info.equations, all);
  return info.fmu ? fmu_text(*info.fmu, all) : system_text(*info.system, all);
}

}  // namespace bw::inspect
