#include "equation/export/export_fmu.h"

#include <fmt/format.h>

#include "equation/code/build_library.h"
#include "equation/export/export_model.h"
#include "equation/export/export_texts.h"

namespace bw::equation {
namespace {

#if defined(__x86_64__)
constexpr std::string_view platform_2 = "linux64", platform_3 = "x86_64-linux";
#elif defined(__aarch64__)  // FMI 2.0 names no others than Intel's; the names of FMI 3.0
constexpr std::string_view platform_2 = "aarch64-linux", platform_3 = "aarch64-linux";
#else
constexpr std::string_view platform_2 = "unknown-linux", platform_3 = "unknown-linux";
#endif

// Files of the other version are left out.
bool is_wanted(std::string_view name, FmiVersion version) {
  const std::string_view other = version == FmiVersion::two ? "3" : "2";
  for (const std::string_view word : {"fmi", "fmi_"})
    if (name.starts_with(std::string(word) + std::string(other))) return false;
  return true;
}

SourceFiles sources_of(const ExportModel& model, FmiVersion version) {
  SourceFiles files{{"model.c", write_model_c(model)}};
  for (const ExportText& text : export_texts())
    if (is_wanted(text.name, version)) files.emplace_back(text.name, text.text);
  return files;
}

std::vector<std::string> c_files(const SourceFiles& files) {
  std::vector<std::string> names;
  for (const auto& [name, text] : files)
    if (name.ends_with(".c")) names.push_back(name);
  return names;
}

std::string build_description(const ExportModel& model, const SourceFiles& files) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n";
  out += fmt::format("  <BuildConfiguration modelIdentifier=\"{}\">\n", model.identifier);
  out += "    <SourceFileSet language=\"C99\">\n";
  for (const std::string& name : c_files(files))
    out += fmt::format("      <SourceFile name=\"{}\"/>\n", name);
  out +=
      "    </SourceFileSet>\n    <Library name=\"m\" external=\"true\" description=\"of the C "
      "compiler\"/>\n  </BuildConfiguration>\n</fmiBuildDescription>\n";
  return out;
}

std::string documentation(const ExportModel& model, const std::string& text) {
  const auto escaped = [](const std::string& plain) {
    std::string made;
    for (const char c : plain)
      made += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return made;
  };
  return fmt::format(
      "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>{0}</title></head>\n<body>\n"
      "<h1>{0}</h1>\n<p>{1}</p>\n<pre>\n{2}</pre>\n</body>\n</html>\n",
      escaped(model.name), escaped(model.description), escaped(text));
}

}  // namespace

std::vector<ArchiveFile> export_fmu(const FlatModel& model, const std::string& text,
                                    FmiVersion version, CompilerChoice compiler) {
  const ExportModel made = make_export_model(model);
  const SourceFiles sources = sources_of(made, version);
  const bool is_2 = version == FmiVersion::two;
  std::vector<ArchiveFile> files;
  files.push_back({"modelDescription.xml",
                   is_2 ? describe_for_fmi_2(made, c_files(sources)) : describe_for_fmi_3(made)});
  files.push_back(
      {fmt::format("binaries/{}/{}.so", is_2 ? platform_2 : platform_3, made.identifier),
       build_library(sources, compiler)});
  for (const auto& [name, content] : sources) files.push_back({"sources/" + name, content});
  if (!is_2) files.push_back({"sources/buildDescription.xml", build_description(made, sources)});
  files.push_back({"documentation/index.html", documentation(made, text)});
  return files;
}

}  // namespace bw::equation
