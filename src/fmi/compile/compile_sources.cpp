#include "fmi/compile/compile_sources.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"

namespace bw::fmi {
namespace {

std::string_view ending_of(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == name.npos || name.find('/', dot) != name.npos ? "" : name.substr(dot);
}

template <class Endings>
bool ends_with_one_of(const Endings& endings, std::string_view name) {
  return std::ranges::find(endings, ending_of(name)) != endings.end();
}

std::string_view without_folder(std::string_view name) {
  return name.substr(name.rfind('/') + 1);  // npos + 1 is the beginning
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The names, without folders, in all #include "name".
void add_included(std::string_view text, std::set<std::string>& names) {
  const std::string_view word = "include";
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (!trimmed(text.substr(0, at)).ends_with('#')) continue;
    const std::string_view rest = text.substr(at + word.size());
    const auto begin = rest.find_first_not_of(" \t");
    if (begin == rest.npos || rest[begin] != '"') continue;
    const auto end = rest.find('"', begin + 1);
    if (end == rest.npos) continue;
    names.emplace(without_folder(rest.substr(begin + 1, end - begin - 1)));
  }
}

}  // namespace

bool is_c(std::string_view name) { return ending_of(name) == ".c"; }

bool is_cpp(std::string_view name) {
  constexpr std::array<std::string_view, 5> endings = {".cpp", ".cc", ".cxx", ".C", ".c++"};
  return ends_with_one_of(endings, name);
}

bool is_header(std::string_view name) {
  constexpr std::array<std::string_view, 5> endings = {".h", ".hpp", ".hh", ".hxx", ".inc"};
  return ends_with_one_of(endings, name);
}

std::vector<std::string> source_entries(const Archive& archive) {
  std::vector<std::string> found;
  for (const std::string& entry : archive.entries())
    if (entry.starts_with(sources_folder)) found.push_back(entry);
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> source_subfolders(const std::vector<std::string>& entries) {
  std::set<std::string> folders;
  for (const std::string& entry : entries)
    for (auto end = entry.rfind('/'); end >= sources_folder.size(); end = entry.rfind('/', end - 1))
      folders.insert(entry.substr(sources_folder.size(), end - sources_folder.size()));
  return {folders.begin(), folders.end()};
}

std::vector<std::string> unlisted_sources(const Archive& archive,
                                          const std::vector<std::string>& entries) {
  if (archive.has(std::string(sources_folder) + "all.c")) return {"all.c"};
  std::set<std::string> included;
  for (const std::string& entry : entries)
    if (is_source(entry)) add_included(archive.read(entry), included);
  std::vector<std::string> files;
  for (const std::string& entry : entries)
    if (is_source(entry) && !included.contains(std::string(without_folder(entry))))
      files.push_back(entry.substr(sources_folder.size()));
  return files;
}

MacroUse use_of_macro(const Archive& archive, const std::vector<std::string>& entries,
                      std::string_view macro) {
  MacroUse use = MacroUse::none;
  for (const std::string& entry : entries) {
    if (!is_source(entry) && !is_header(entry)) continue;
    const std::string text = archive.read(entry);
    for (auto at = text.find(macro); at != text.npos; at = text.find(macro, at + 1)) {
      const std::size_t end = at + macro.size();
      if ((at > 0 && is_name_letter(text[at - 1])) ||
          (end < text.size() && is_name_letter(text[end])))
        continue;  // a part of a longer name
      use = MacroUse::mention;
      if (trimmed(std::string_view(text).substr(0, at)).ends_with("define"))
        return MacroUse::define;
    }
  }
  return use;
}

}  // namespace bw::fmi
