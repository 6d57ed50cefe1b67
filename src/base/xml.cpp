#include "base/xml.h"

#include <algorithm>
#include <iterator>

#include "base/xml_tree.h"

namespace bw {

XmlDocument XmlDocument::parse(std::string_view bytes, const std::string& name) {
  auto tree = std::make_shared<Tree>();
  tree->name = name;
  read_xml(bytes, *tree);
  const std::string& source = tree->source;
  for (auto end = source.find('\n'); end != std::string::npos; end = source.find('\n', end + 1))
    tree->lines.push_back(static_cast<XmlIndex>(end + 1));
  return XmlDocument(std::move(tree));
}

XmlElement XmlDocument::root() const { return {0, tree_.get()}; }

const std::string& XmlDocument::name() const { return tree_->name; }

std::string_view XmlElement::name() const { return tree_->text(tree_->nodes[node_].name); }

std::string_view XmlElement::space() const { return tree_->spaces[tree_->nodes[node_].space]; }

Position XmlElement::position() const { return {tree_->name, tree_->nodes[node_].line, 0}; }

Position XmlElement::exact_position() const {
  Position place = position();
  const XmlSlice slice = tree_->nodes[node_].source;
  if (slice.size == 0) return place;
  // Not by looking back for the line's begin: a document may be one long line.
  const auto next = std::ranges::upper_bound(tree_->lines, slice.begin);
  place.column =
      static_cast<int>(slice.begin - (next == tree_->lines.begin() ? 0 : *std::prev(next))) + 1;
  return place;
}

std::optional<std::string_view> XmlElement::attribute(std::string_view key) const {
  const auto index = attribute_index(key);
  return index ? std::optional(attribute_at(*index).second) : std::nullopt;
}

std::optional<std::size_t> XmlElement::attribute_index(std::string_view key) const {
  const XmlNode& node = tree_->nodes[node_];
  for (XmlIndex i = node.attributes_begin; i < node.attributes_end; ++i)
    if (tree_->text(tree_->attributes[i].key) == key) return i - node.attributes_begin;
  return {};
}

std::size_t XmlElement::attribute_count() const {
  const XmlNode& node = tree_->nodes[node_];
  return node.attributes_end - node.attributes_begin;
}

std::pair<std::string_view, std::string_view> XmlElement::attribute_at(std::size_t index) const {
  const XmlAttribute& found = tree_->attributes[tree_->nodes[node_].attributes_begin + index];
  return {tree_->text(found.key), tree_->text(found.value)};
}

std::string_view XmlElement::text() const { return tree_->text(tree_->nodes[node_].text); }

std::string_view XmlElement::source() const {
  const XmlSlice slice = tree_->nodes[node_].source;
  return std::string_view(tree_->source).substr(slice.begin, slice.size);
}

std::optional<XmlElement> XmlElement::first_child() const {
  const XmlIndex child = tree_->nodes[node_].first_child;
  return child == no_xml_node ? std::nullopt : std::optional(XmlElement(child, tree_));
}

std::optional<XmlElement> XmlElement::next() const {
  const XmlIndex sibling = tree_->nodes[node_].next_sibling;
  return sibling == no_xml_node ? std::nullopt : std::optional(XmlElement(sibling, tree_));
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> found;
  for (XmlIndex i = tree_->nodes[node_].first_child; i != no_xml_node;
       i = tree_->nodes[i].next_sibling)
    found.push_back({i, tree_});
  return found;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> found;
  for (XmlIndex i = tree_->nodes[node_].first_child; i != no_xml_node;
       i = tree_->nodes[i].next_sibling)
    if (tree_->text(tree_->nodes[i].name) == name) found.push_back({i, tree_});
  return found;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) const {
  for (XmlIndex i = tree_->nodes[node_].first_child; i != no_xml_node;
       i = tree_->nodes[i].next_sibling)
    if (tree_->text(tree_->nodes[i].name) == name) return XmlElement(i, tree_);
  return {};
}

}  // namespace bw
