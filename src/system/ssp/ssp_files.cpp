#include "system/ssp/ssp_files.h"

#include <algorithm>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/error.h"
#include "base/read_file.h"
#include "base/text.h"
#include "base/xml.h"
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
    findings_.remarks.push_back({bell.subject, bell.message, {shown}});
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
  std::vector<std::string> known;
  fs::recursive_directory_iterator end, entry(place.folder, problem);
  constexpr std::size_t most = 1000;
  for (; !problem && entry != end && known.size() < most; entry.increment(problem))
    if (entry->is_regular_file(problem))
      known.push_back(entry->path().lexically_relative(place.folder).generic_string());
  std::ranges::sort(known);
  throw InputError(position.text() + ": there is no file '" + place.shown + path + "'." +
                   did_you_mean(path, known));
}

std::shared_ptr<const SspDocument> SspFiles::document(const SspPlace& place,
                                                      const std::string& path,
                                                      const Position& position) {
  const fs::path found = file(place, path, position);
  auto& document = documents_[found.lexically_normal().string()];
  if (document != nullptr) return document;
  const std::optional<std::string> text = read_file(found);
  if (!text) throw InputError(place.shown + path + ": cannot be read.");
  const XmlDocument xml = XmlDocument::parse(*text, place.shown + path);
  document = std::make_shared<SspDocument>(read_ssd(xml.root(), findings_));
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
    throw InputError(position.text() + ": there is no file '" + path + "' in " +
                     component.filename().string() + ".");
  return archive.read(path);
}

template <class Content>
std::shared_ptr<const Content> SspFiles::content(const SspSource<Content>& source,
                                                 const SspPlace& place, const fs::path& component,
                                                 Content (*read)(const XmlElement&, SspFindings&)) {
  if (source.content != nullptr || !source.source) return source.content;
  const SspUri uri = read_ssp_uri(*source.source, source.position);
  const bool inside = source.from_component && has_ending(component, ".fmu");
  const fs::path found = inside ? component / uri.path : file(place, uri.path, source.position);
  auto& known = cache<Content>()[found.lexically_normal().string()];
  if (known != nullptr) return known;
  const std::optional<std::string> text =
      inside ? text_in(component, uri.path, source.position) : read_file(found);
  const std::string shown =
      inside ? component.filename().string() + "/" + uri.path : place.shown + uri.path;
  if (!text) throw InputError(source.position.text() + ": " + shown + " cannot be read.");
  const XmlDocument xml = XmlDocument::parse(*text, shown);
  known = std::make_shared<Content>(read(xml.root(), findings_));
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
