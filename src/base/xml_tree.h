#pragma once
// What an XmlDocument is made of, for xml.cpp and xml_reader.cpp: flat arrays, which are smaller
// and faster to traverse than libxml2's own tree, and know lines beyond 65535.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/xml.h"

namespace bw {

// 32 bits are enough: libxml2 takes 2 GiB, and no encoding more than doubles as UTF-8.
using XmlIndex = std::uint32_t;
constexpr XmlIndex no_xml_node = static_cast<XmlIndex>(-1);

struct XmlSlice {
  XmlIndex begin = 0, size = 0;
};

struct XmlNode {
  XmlSlice name, text;
  XmlSlice source;  // of the whole element, in Tree::source
  XmlIndex attributes_begin = 0, attributes_end = 0;
  XmlIndex first_child = no_xml_node, last_child = no_xml_node, next_sibling = no_xml_node;
  int line = 0;
  XmlIndex space = 0;  // of its name, in Tree::spaces
};

struct XmlAttribute {
  XmlSlice key, value;
};

struct XmlDocument::Tree {
  std::string name;             // of the document
  std::string bytes;            // all names, values and texts, one after the other
  std::string source;           // the document as it was handed over
  std::vector<XmlIndex> lines;  // where each begins in the source, but the first
  std::vector<XmlNode> nodes;
  std::vector<XmlAttribute> attributes;
  std::vector<std::string> spaces{""};  // namespaces; the first is none

  std::string_view text(XmlSlice slice) const {
    return std::string_view(bytes).substr(slice.begin, slice.size);
  }
};

// Fills the tree; throws InputError when the bytes are not well-formed or not allowed.
void read_xml(std::string_view bytes, XmlDocument::Tree& tree);

}  // namespace bw
