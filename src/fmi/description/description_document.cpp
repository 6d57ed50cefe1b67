#include "fmi/description/description_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Two-byte encodings declare themselves by their first bytes; libxml2 handles them.
bool is_wide(std::string_view xml) {
  return xml.starts_with("\xFF\xFE") || xml.starts_with("\xFE\xFF") ||
         xml.substr(0, 4).find('\0') != std::string_view::npos;
}

// The number of bytes of the character at the front; 0 when it is no UTF-8. (libxml2 rejects the
// characters that UTF-8 forbids.)
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  std::size_t size = 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) size = 2;
  if (first >= 0xE0 && first < 0xF0) size = 3;
  if (first >= 0xF0 && first < 0xF5) size = 4;
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
  return size;
}

std::size_t first_wrong_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;  // nearly all
      continue;
    }
    const std::size_t size = character_size(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::string_view::npos;
}

// Bytes that are no UTF-8 are read as Latin-1: a file that mixes both comes out right, too.
std::string with_latin_1_as_utf_8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size > 0) {
      out += text.substr(0, size);
    } else {
      const auto byte = static_cast<unsigned char>(text.front());
      out += static_cast<char>(0xC0U | byte >> 6U);
      out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

// encoding='...' of the XML declaration; "" when it names none.
std::string_view declared_encoding(std::string_view declaration) {
  std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  at = declaration.find_first_of("'\"", at);
  if (at == std::string_view::npos) return {};
  const std::size_t end = declaration.find(declaration[at], at + 1);
  return declaration.substr(at + 1, end == std::string_view::npos ? 0 : end - at - 1);
}

bool is_utf_8(std::string_view encoding) {
  std::string lower(encoding);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return lower == "utf-8" || lower == "utf8";
}

class Repair {
 public:
  Repair(std::string_view xml, const std::string& name, Report& report)
      : xml_(xml), name_(name), report_(report) {}

  std::string_view repaired() {
    if (xml_.empty() || is_wide(xml_)) return xml_;
    if (xml_.starts_with(byte_order_mark)) xml_.remove_prefix(byte_order_mark.size());
    move_leading_blanks();
    const bool has_declaration = xml_.starts_with("<?xml");
    const std::string_view declaration =
        has_declaration ? xml_.substr(0, xml_.find("?>")) : std::string_view();
    const std::string_view encoding = declared_encoding(declaration);
    if (!has_declaration && xml_.starts_with('<'))
      say(Rule::xml_declaration, 1,
          "there is no XML declaration; expected <?xml version=\"1.0\" encoding=\"UTF-8\"?>.");
    if (!encoding.empty() && !is_utf_8(encoding))
      say(Rule::xml_encoding_declared, 1,
          fmt::format("the encoding is \"{}\"; expected UTF-8.", encoding));
    else
      reinterpret_wrong_bytes();
    return xml_;
  }

 private:
  void say(Rule rule, int line, std::string_view sentence) {
    add(report_, rule, {name_, line, 0}, sentence);
  }

  // An XML declaration must come first. Leading blanks move behind it: line numbers stay.
  void move_leading_blanks() {
    const std::size_t begin = xml_.find_first_not_of(" \t\r\n");
    if (begin == 0 || begin == std::string_view::npos) return;
    const std::size_t end = xml_.find("?>", begin);
    if (!xml_.substr(begin).starts_with("<?xml") || end == std::string_view::npos) return;
    say(Rule::xml_declaration, 1,
        "there are blanks before the XML declaration; it must come first.");
    moved_.append(xml_.substr(begin, end + 2 - begin))
        .append(xml_.substr(0, begin))
        .append(xml_.substr(end + 2));
    xml_ = moved_;
  }

  void reinterpret_wrong_bytes() {
    const std::size_t wrong = first_wrong_byte(xml_);
    if (wrong == std::string_view::npos) return;
    const auto lines =
        std::count(xml_.begin(), xml_.begin() + static_cast<std::ptrdiff_t>(wrong), '\n');
    say(Rule::xml_encoding, static_cast<int>(lines) + 1,
        fmt::format("the byte 0x{:02X} is not UTF-8; it was read as Latin-1.",
                    static_cast<unsigned char>(xml_[wrong])));
    converted_ = with_latin_1_as_utf_8(xml_);
    xml_ = converted_;
  }

  std::string_view xml_;
  const std::string& name_;
  Report& report_;
  std::string moved_, converted_;
};

// The sentence of XmlDocument contains the place, "name:line:column: what".
void add_syntax_error(std::string_view said, const std::string& name, Report& report) {
  Position place{name, 0, 0};
  if (said.starts_with(name)) said.remove_prefix(name.size());
  for (int* number : {&place.line, &place.column}) {
    if (!said.starts_with(':')) break;
    const auto [end, problem] =
        std::from_chars(said.data() + 1, said.data() + said.size(), *number);
    if (problem != std::errc{}) break;
    said.remove_prefix(static_cast<std::size_t>(end - said.data()));
  }
  if (said.starts_with(": ")) said.remove_prefix(2);
  add(report, Rule::xml_syntax, place, said);
}

}  // namespace

std::optional<XmlDocument> read_document(std::string_view xml, const std::string& name,
                                         std::string_view root, Report& report) {
  Repair repair(xml, name, report);
  try {
    XmlDocument document = XmlDocument::parse(repair.repaired(), name);
    if (document.root().name() == root) return document;
    add(report, Rule::root_element, document.root().position(),
        fmt::format("the outermost element is <{}>; expected <{}>.", document.root().name(), root));
  } catch (const InputError& error) {
    add_syntax_error(error.what(), name, report);
  }
  return {};
}

}  // namespace bw::fmi
