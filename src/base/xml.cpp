#include "base/xml.h"

#include "base/xml_tree.h"

namespace bw {

XmlDocument XmlDocument::parse(std::string_view bytes, const std::string& name) {
  auto tree = std::make_shared<Tree>();
  tree->name = name;
  read_xml(bytes, *tree);
  return XmlDocument(std::move(tree));
}

XmlElement XmlDocument::root() const { return {0, tree_.get()}; }

const std::string& XmlDocument::name() const { return tree_->name; }

std::string_view XmlElement::name() const { return tree_->text(tree_->nodes[node_].name); }

Position XmlElement::position() const { return {tree_->name, tree_->nodes[node_].line, 0}; }

std::optional<std::string_view> XmlElement::attribute(std::string_view key) const {
  const XmlNode& node = tree_->nodes[node_];
  for (XmlIndex i = node.attributes_begin; i < node.attributes_end; ++i)
    if (tree_->text(tree_->attributes[i].key) == key)
      return tree_->text(tree_->attributes[i].value);
  return {};
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> found;
  for (XmlIndex i = tree_->nodes[node_].first_child; i != no_xml_node;
       i = tree_->nodes[i].next_sibling)
    found.push_back({i, tree_});
  return found;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> found = children();
  std::erase_if(found, [&](const XmlElement& e) { return e.name() != name; });
  return found;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) const {
  for (XmlIndex i = tree_->nodes[node_].first_child; i != no_xml_node;
       i = tree_->nodes[i].next_sibling)
    if (tree_->text(tree_->nodes[i].name) == name) return XmlElement(i, tree_);
  return {};
}

}  // namespace bw
