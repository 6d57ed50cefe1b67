#include "system/ssp/ssp_files.h"

#include <algorithm>
#include <type_traits>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/error.h"
#include "base/read_file.h"
#include "base/report.h"
#include "base/text.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_form.h"
#include "system/table_file.h"

namespace bw::system {

namespace fs = std::filesystem;

SspPlace SspFiles::open_package(const fs::path& file, const std::string& shown) {
  for (const System::Unpacked& known : system_.unpacked)
    if (known.file == file) return {known.folder, shown + "/", true};
  Bells bells;
  auto archive = std::make_shared<Archive>(file, bells);
  const fs::path folder = archive->unpack_all();
  for (const Bell& bell : bells.rung())
    findings_.remark(Rule::ssp_package_doubtful, bell.subject, bell.message, {shown});
  system_.unpacked.push_back({std::move(archive), folder, file});
  return {folder, shown + "/", true};
}

fs::path SspFiles::file(const SspPlace& place, const std::string& path, const Position& position) {
  fs::path file = place.folder / path;
  std::error_code problem;
  if (fs::is_regular_file(file, problem)) {
    // A package has all its files.
    if (!place.packed && noted_.insert(file).second) system_.read_files.push_back(file);
    return file;
  }
  const bool is_shown = ++missing_ <= Report::most_per_rule;
  refuse(Rule::ssp_file_missing, position,
         "there is no file '" + place.shown + path + "'." +
             (is_shown ? did_you_mean(path, names_like(place, path)) : ""));
}

// What the folder has.
std::vector<std::string> SspFiles::names_like(const SspPlace& place, const std::string& path) {
  std::vector<std::string> known;
  std::error_code problem;
  const bool is_description = has_ending(path, ".ssd");  // others are no choice then
  fs::recursive_directory_iterator end,
      entry(place.folder.empty() ? fs::path(".") : place.folder, problem);
  constexpr std::size_t most = 1000;
  for (; !problem && entry != end && known.size() < most; entry.increment(problem))
    if (entry->is_regular_file(problem) && (!is_description || has_ending(entry->path(), ".ssd")))
      known.push_back(entry->path()
                          .lexically_normal()
                          .lexically_relative(place.folder.lexically_normal())
                          .generic_string());
  std::ranges::sort(known);
  return known;
}

namespace {

// The row of the root element of a file.
template <class Content>
const char* row_of() {
  if constexpr (std::is_same_v<Content, SspParameterSet>) return "ssv:ParameterSet";
  if constexpr (std::is_same_v<Content, SspParameterMapping>) return "ssm:ParameterMapping";
  return "ssb:SignalDictionary";
}

bool names_other_encoding(std::string_view text) {
  const auto end = text.substr(0, 200).find("?>");
  if (!text.starts_with("<?xml") || end == std::string_view::npos) return false;
  const auto at = text.substr(0, end).find("encoding=");
  if (at == std::string_view::npos) return false;
  std::string_view name = text.substr(at + 10);
  name = name.substr(0, name.find_first_of("\"'"));
  return name != "UTF-8" && name != "utf-8";
}

}  // namespace

template <class Content>
Content SspFiles::read_form(const std::string& text, const std::string& shown, const char* row,
                            Content (*read)(const XmlElement&, SspFindings&)) {
  std::optional<XmlDocument> xml;
  findings_.mistakes.attempt([&] { xml = parse_ssp(text, shown, findings_); },
                             system::row(Rule::ssp_xml).key, {shown});
  if (!xml) return {};
  texts_.push_back({shown, row, text});
  if (names_other_encoding(text))
    add(findings_.mistakes, Rule::ssp_encoding, {shown, 1, 1},
        "the file declares another encoding than UTF-8.");
  if (!check_ssp_form(xml->root(), row, findings_)) return {};
  return read(xml->root(), findings_);
}

std::shared_ptr<const SspDocument> SspFiles::document(const SspPlace& place,
                                                      const std::string& path,
                                                      const Position& position) {
  const fs::path found = file(place, path, position);
  auto& document = documents_[found.lexically_normal().string()];
  if (document != nullptr) return document;
  const std::optional<std::string> text = read_file(found);
  if (!text) refuse(Rule::ssp_file_missing, {place.shown + path}, "it cannot be read.");
  document = std::make_shared<SspDocument>(
      read_form(*text, place.shown + path, "ssd:SystemStructureDescription", read_ssd));
  return document;
}

template <>
std::map<std::string, std::shared_ptr<const SspParameterSet>>& SspFiles::cache() {
  return sets_;
}
template <>
std::map<std::string, std::shared_ptr<const SspParameterMapping>>& SspFiles::cache() {
  return mappings_;
}
template <>
std::map<std::string, std::shared_ptr<const SspDictionary>>& SspFiles::cache() {
  return dictionaries_;
}

// A file inside of an FMU.
std::string SspFiles::text_in(const fs::path& component, const std::string& path,
                              const Position& position) const {
  Bells bells;
  const Archive archive(component, bells);
  if (!archive.has(path))
    refuse(Rule::ssp_file_missing, position,
           "there is no file '" + path + "' in " + component.filename().string() + ".");
  return archive.read(path);
}

template <class Content>
std::shared_ptr<const Content> SspFiles::content(const SspSource<Content>& source,
                                                 const SspPlace& place, const fs::path& component,
                                                 Content (*read)(const XmlElement&, SspFindings&)) {
  if (source.content != nullptr || !source.source) return source.content;
  const SspUri uri = read_ssp_uri(*source.source, source.position, findings_);
  const bool inside = source.from_component && has_ending(component, ".fmu");
  const fs::path found = inside ? component / uri.path : file(place, uri.path, source.position);
  auto& known = cache<Content>()[found.lexically_normal().string()];
  if (known != nullptr) return known;
  const std::optional<std::string> text =
      inside ? text_in(component, uri.path, source.position) : read_file(found);
  const std::string shown =
      inside ? component.filename().string() + "/" + uri.path : place.shown + uri.path;
  if (!text) refuse(Rule::ssp_file_missing, source.position, shown + " cannot be read.");
  known = std::make_shared<Content>(read_form(*text, shown, row_of<Content>(), read));
  return known;
}

template std::shared_ptr<const SspParameterSet> SspFiles::content(
    const SspSource<SspParameterSet>&, const SspPlace&, const fs::path&,
    SspParameterSet (*)(const XmlElement&, SspFindings&));
template std::shared_ptr<const SspParameterMapping> SspFiles::content(
    const SspSource<SspParameterMapping>&, const SspPlace&, const fs::path&,
    SspParameterMapping (*)(const XmlElement&, SspFindings&));
template std::shared_ptr<const SspDictionary> SspFiles::content(const SspSource<SspDictionary>&,
                                                                const SspPlace&, const fs::path&,
                                                                SspDictionary (*)(const XmlElement&,
                                                                                  SspFindings&));

}  // namespace bw::system
