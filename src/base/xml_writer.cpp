#include "base/xml_writer.h"

#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace bw {

std::string xml_escaped(std::string_view text) {
  std::string made;
  for (const char c : text) switch (c) {
      case '&': made += "&amp;"; break;
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '"': made += "&quot;"; break;
      case '\n': made += "&#10;"; break;
      case '\r': made += "&#13;"; break;
      case '\t': made += "&#9;"; break;
      default:
        if (static_cast<unsigned char>(c) >= ' ') made += c;
    }
  return made;
}

bool is_xml_text(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = printable::sequence_at(bytes + i, text.size() - i);
    const bool is_control = size == 1 && bytes[i] < 0x20;
    if (size == 0 || (is_control && text[i] != '\t' && text[i] != '\n' && text[i] != '\r'))
      return false;
    i += size;
  }
  return true;
}

XmlWriter& XmlWriter::open(std::string_view name) {
  end_tag();
  all_ += std::string(2 * names_.size(), ' ') + "<" + std::string(name);
  names_.emplace_back(name);
  is_open_ = true;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  all_ += " " + std::string(name) + "=\"" + xml_escaped(value) + "\"";
  return *this;
}

XmlWriter& XmlWriter::number(std::string_view name, double value) {
  return attribute(name, shortest(value));
}

XmlWriter& XmlWriter::text(std::string_view content) {
  all_ += ">" + xml_escaped(content);
  is_open_ = false;
  has_text_ = true;
  return *this;
}

XmlWriter& XmlWriter::close() {
  const std::string name = std::move(names_.back());
  names_.pop_back();
  if (is_open_)
    all_ += "/>\n";
  else
    all_ += (has_text_ ? "" : std::string(2 * names_.size(), ' ')) + "</" + name + ">\n";
  is_open_ = has_text_ = false;
  return *this;
}

std::string XmlWriter::take() {
  while (!names_.empty()) close();
  return std::move(all_);
}

void XmlWriter::end_tag() {
  if (is_open_) all_ += ">\n";
  is_open_ = false;
}

}  // namespace bw
