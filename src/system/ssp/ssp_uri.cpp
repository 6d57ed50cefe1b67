// Relative references of RFC 3986, as far as SSP demands them (2.0.1, 5.3 Component).

#include <algorithm>
#include <charconv>

#include "base/archive/entry_name.h"
#include "base/position.h"
#include "system/rules.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {
namespace {

std::string decoded(std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* begin = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(begin, begin + 2, byte, 16).ptr == begin + 2) {
      all += static_cast<char>(byte);
      i += 2;
    } else {
      all += text[i];
    }
  }
  return all;
}

// "http:", "file:"; a drive letter is found as part of the path.
bool has_scheme(std::string_view text) {
  const auto colon = text.find(':');
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
  };
  return colon != std::string_view::npos && colon > 1 &&
         std::ranges::all_of(text.substr(0, colon), is_word);
}

}  // namespace

SspUri read_ssp_uri(std::string_view text, const Position& position, SspFindings& findings) {
  const auto refuse_source = [&](const std::string& why) {
    refuse(Rule::ssp_uri, position,
           "the source '" + std::string(text) + "' " + why +
               "; a source is a file beside the .ssd or in a folder there, like "
               "resources/motor.fmu.");
  };
  if (has_scheme(text)) refuse_source("is an absolute URI, which is not opened");
  const auto hash = text.find('#');
  SspUri uri;
  if (hash != std::string_view::npos) uri.fragment = decoded(text.substr(hash + 1));
  const std::string path = decoded(text.substr(0, hash));
  if (path.empty()) {
    if (uri.fragment.empty()) refuse_source("is empty");
    return uri;
  }
  const EntryName name = checked_entry_name(path);
  if (!name.problem.empty()) refuse_source(name.problem);
  if (name.had_backslash)
    add(findings.mistakes, Rule::ssp_backslash, position,
        "the source '" + std::string(text) + "' is read as '" + name.path +
            "'; other programs may not find it.");
  uri.path = name.path;
  return uri;
}

std::string checked_variant(const std::string& written, const Position& position) {
  if (written.empty()) return default_ssd;
  const EntryName name = checked_entry_name(written);
  if (!name.problem.empty())
    refuse(Rule::ssp_uri, position,
           "'" + printable(written) + "' " + name.problem +
               "; behind '#' stands a description in the package, like " + default_ssd + ".");
  return name.path;
}

}  // namespace bw::system
