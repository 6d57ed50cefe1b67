#pragma once
// Strict XML for all modules; xml_reader.cpp is the only file that knows libxml2. No document type
// declaration (so no entities of its own, nothing from outside), no network, bounded depth. A
// document that is not well formed is an InputError with line and column. Kept are elements,
// attributes and the text of elements that hold nothing else.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/position.h"

namespace bw {

class XmlElement;

class XmlDocument {
 public:
  // `name` is used in error messages.
  static XmlDocument parse(std::string_view bytes, const std::string& name);
  XmlElement root() const;
  const std::string& name() const;

  struct Tree;  // what was read, in flat arrays

 private:
  explicit XmlDocument(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}
  std::shared_ptr<const Tree> tree_;
};

// A view of one element; it and every text it returns are valid as long as its document.
class XmlElement {
 public:
  std::string_view name() const;    // without namespace prefix
  std::string_view space() const;   // the namespace, a URI; "" for none
  Position position() const;        // the line
  Position exact_position() const;  // with the column of its first character, where it is known

  // UTF-8, references resolved. Attributes with a namespace prefix are not found.
  std::optional<std::string_view> attribute(std::string_view key) const;

  // All of them, in the document's order.
  std::size_t attribute_count() const;
  std::optional<std::size_t> attribute_index(std::string_view key) const;
  std::pair<std::string_view, std::string_view> attribute_at(std::size_t index) const;

  // The text between the tags when there are no child elements; "" when it is blank.
  std::string_view text() const;
  // The bytes of the whole element as written, for content that is kept without being interpreted;
  // "" when the document is not UTF-8.
  std::string_view source() const;

  std::optional<XmlElement> first_child() const;  // with next(): iterates without a list
  std::optional<XmlElement> next() const;
  std::vector<XmlElement> children() const;                       // elements only
  std::vector<XmlElement> children(std::string_view name) const;  // those of one name
  std::optional<XmlElement> child(std::string_view name) const;   // the first of one name

 private:
  friend class XmlDocument;
  XmlElement(std::size_t node, const XmlDocument::Tree* tree) : node_(node), tree_(tree) {}
  std::size_t node_;
  const XmlDocument::Tree* tree_;
};

}  // namespace bw
