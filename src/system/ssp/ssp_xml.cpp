// Real files use prefixes that they do not declare, mostly in annotations (OSP, Ecos): not
// well-formed with namespaces, but prefixes mean nothing here. They are declared in the root
// element, which moves no line, and a note says so.

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_reader.h"
#include "system/ssp/ssp_schema.h"

namespace bw::system {
namespace {

// The prefix that a message of the parser names; empty: it is about something else.
std::string undeclared_prefix(const std::string& message) {
  constexpr std::string_view words = "Namespace prefix ";
  const auto at = message.find(words);
  if (at == std::string::npos || !message.ends_with("is not defined.")) return "";
  const std::string rest = message.substr(at + words.size());
  const std::string prefix = rest.substr(0, rest.find(' '));
  const bool is_plain = std::ranges::all_of(prefix, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
  return is_plain ? prefix : "";
}

// Behind the name of the root element; npos: there is none.
std::size_t end_of_root_name(const std::string& text) {
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string::npos) {
    const char next = at + 1 < text.size() ? text[at + 1] : '?';
    if (text.compare(at, 4, "<!--") == 0)
      at = text.find("-->", at);
    else if (next == '?' || next == '!')
      at = text.find('>', at);
    else
      return text.find_first_of(" \t\r\n/>", at);
    if (at == std::string::npos) break;
  }
  return std::string::npos;
}

// What the standard's own prefixes mean; of others nothing is known.
std::string usual_namespace(const std::string& prefix) {
  const bool is_own = is_listed(prefix, "ssc ssd ssv ssm ssb");
  return is_own ? std::string(ssp_namespace(prefix)) : "undeclared";
}

}  // namespace

XmlDocument parse_ssp(std::string text, const std::string& shown, SspFindings& findings) {
  constexpr int most = 16;
  for (int prefixes = 0; prefixes < most; ++prefixes) try {
      return XmlDocument::parse(text, shown);
    } catch (const InputError& error) {
      const std::string prefix = undeclared_prefix(error.what());
      const std::size_t place = prefix.empty() ? std::string::npos : end_of_root_name(text);
      if (place == std::string::npos) throw;
      text.insert(place, " xmlns:" + prefix + "=\"" + usual_namespace(prefix) + "\"");
      findings.remark(Rule::ssp_namespace, prefix,
                      "the prefix '" + prefix + "' is not declared (xmlns:" + prefix +
                          "); other programs may refuse this file.",
                      {shown});
    }
  return XmlDocument::parse(text, shown);
}

}  // namespace bw::system
