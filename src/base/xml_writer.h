#pragma once
// XML that is written: elements with attributes, indented by two blanks a level.

#include <string>
#include <string_view>
#include <vector>

namespace bw {

// For attributes and texts. Characters that XML cannot carry are left out.
std::string xml_escaped(std::string_view text);

// Whether XML can carry it: no control characters besides tab and new line, and UTF-8.
bool is_xml_text(std::string_view text);

class XmlWriter {
 public:
  XmlWriter() = default;

  XmlWriter& open(std::string_view name);
  // Of the element that was opened last; before its content.
  XmlWriter& attribute(std::string_view name, std::string_view value);
  XmlWriter& number(std::string_view name, double value);  // reads back as the same
  XmlWriter& text(std::string_view content);
  XmlWriter& close();

  std::string take();  // the whole document, all elements closed

 private:
  void end_tag();

  std::string all_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::vector<std::string> names_;
  bool is_open_ = false;   // the tag of the last element
  bool has_text_ = false;  // of the last element
};

}  // namespace bw
