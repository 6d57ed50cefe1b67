// libxml2 parses and checks; its SAX events fill a flat tree of our own. That tree is smaller and
// quicker to walk than libxml2's, and it knows lines beyond 65535.

#include "base/xml.h"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <climits>
#include <exception>

#include "base/error.h"
#include "base/text.h"

namespace bw {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

struct Slice {
  std::size_t begin = 0, size = 0;
};

struct Node {
  Slice name;
  std::size_t attributes_begin = 0, attributes_end = 0;
  std::size_t first_child = none, last_child = none, next_sibling = none;
  int line = 0;
};

struct Attribute {
  Slice key, value;
};

}  // namespace

struct XmlDocument::Tree {
  std::string name;   // of the document
  std::string bytes;  // all names and values, one after the other
  std::vector<Node> nodes;
  std::vector<Attribute> attributes;

  std::string_view text(Slice slice) const {
    return std::string_view(bytes).substr(slice.begin, slice.size);
  }
};

namespace {

// What the SAX callbacks fill. C code stands between them and us: nothing may be thrown through.
struct Builder {
  XmlDocument::Tree* tree = nullptr;
  std::vector<std::size_t> open;  // nodes whose end tag is still to come
  int line = 0;                   // at the end of the event before; 0: no event yet
  bool has_doctype = false;
  std::optional<std::string> problem;  // the first that libxml2 reported
  Position where;
  std::exception_ptr thrown;
};

Builder& builder_of(void* context) {
  return *static_cast<Builder*>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

template <class Work>
void guarded(void* context, Work work) noexcept {
  auto* parser = static_cast<xmlParserCtxtPtr>(context);
  Builder& builder = builder_of(context);
  try {
    work(builder);
  } catch (...) {
    builder.thrown = std::current_exception();
    xmlStopParser(parser);
  }
  if (parser->input != nullptr) builder.line = parser->input->line;
}

const char* chars(const xmlChar* text) { return reinterpret_cast<const char*>(text); }

Slice append(std::string& bytes, std::string_view text) {
  const Slice slice{bytes.size(), text.size()};
  bytes += text;
  return slice;
}

// As we do not let libxml2 substitute entities, it hands every ampersand over as "&#38;".
Slice append_value(std::string& bytes, std::string_view raw) {
  constexpr std::string_view ampersand = "&#38;";
  const std::size_t begin = bytes.size();
  for (std::size_t at = raw.find(ampersand); at != raw.npos; at = raw.find(ampersand)) {
    bytes += raw.substr(0, at + 1);
    raw.remove_prefix(at + ampersand.size());
  }
  bytes += raw;
  return {begin, bytes.size() - begin};
}

// libxml2 gives attributes as fives: local name, prefix, namespace, value begin, value end.
void append_attributes(XmlDocument::Tree& tree, int count, const xmlChar** fives) {
  for (int i = 0; i < count; ++i, fives += 5) {
    if (fives[1] != nullptr) continue;
    const char* begin = chars(fives[3]);
    const auto size = static_cast<std::size_t>(chars(fives[4]) - begin);
    const Slice key = append(tree.bytes, chars(fives[0]));
    tree.attributes.push_back({key, append_value(tree.bytes, {begin, size})});
  }
}

void on_start(void* context, const xmlChar* local_name, const xmlChar*, const xmlChar*, int,
              const xmlChar**, int count, int, const xmlChar** attributes) {
  guarded(context, [&](Builder& b) {
    XmlDocument::Tree& tree = *b.tree;
    const std::size_t index = tree.nodes.size();
    // Here the parser stands at the end of the start tag; the event before ended where it began.
    const bool is_root = b.open.empty();
    const int line = is_root ? static_cast<xmlParserCtxtPtr>(context)->input->line : b.line;
    Node node;
    node.line = line;
    node.name = append(tree.bytes, chars(local_name));
    node.attributes_begin = tree.attributes.size();
    append_attributes(tree, count, attributes);
    node.attributes_end = tree.attributes.size();
    tree.nodes.push_back(node);
    if (!is_root) {
      Node& parent = tree.nodes[b.open.back()];
      (parent.first_child == none ? parent.first_child : tree.nodes[parent.last_child].next_sibling) =
          index;
      parent.last_child = index;
    }
    b.open.push_back(index);
  });
}

void on_end(void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
  guarded(context, [](Builder& b) {
    if (!b.open.empty()) b.open.pop_back();
  });
}

void on_text(void* context, const xmlChar*, int) {
  guarded(context, [](Builder&) {});
}

void on_comment(void* context, const xmlChar*) {
  guarded(context, [](Builder&) {});
}

void on_instruction(void* context, const xmlChar*, const xmlChar*) {
  guarded(context, [](Builder&) {});
}

void on_doctype(void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
  guarded(context, [&](Builder& b) {
    b.has_doctype = true;
    b.where.line = static_cast<xmlParserCtxtPtr>(context)->input->line;
    xmlStopParser(static_cast<xmlParserCtxtPtr>(context));
  });
}

void on_problem(void* context, xmlErrorPtr error) {
  if (error == nullptr || error->level < XML_ERR_ERROR) return;
  guarded(context, [&](Builder& b) {
    if (b.problem || b.has_doctype) return;
    b.problem = error->message != nullptr ? trimmed(error->message) : "unknown";
    b.where.line = error->line;
    b.where.column = error->int2;
  });
}

void ignore_problem(void*, xmlErrorPtr) {}

// Some of libxml2's complaints know no parser and would be printed; the handler is per thread.
class Silence {
 public:
  Silence() : function_(xmlStructuredError), context_(xmlStructuredErrorContext) {
    xmlSetStructuredErrorFunc(nullptr, ignore_problem);
  }
  ~Silence() { xmlSetStructuredErrorFunc(context_, function_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  xmlStructuredErrorFunc function_;
  void* context_;
};

struct FreeParser {
  void operator()(xmlParserCtxt* parser) const {
    if (parser->myDoc != nullptr) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
  }
};

std::unique_ptr<xmlParserCtxt, FreeParser> new_parser(Builder& builder) {
  [[maybe_unused]] static const bool initialised = (xmlInitParser(), true);
  std::unique_ptr<xmlParserCtxt, FreeParser> parser(xmlNewParserCtxt());
  if (parser == nullptr) throw std::bad_alloc();
  parser->_private = &builder;
  xmlSAXHandler& sax = *parser->sax;
  sax.startElementNs = on_start;
  sax.endElementNs = on_end;
  sax.characters = sax.ignorableWhitespace = sax.cdataBlock = on_text;
  sax.comment = on_comment;
  sax.processingInstruction = on_instruction;
  sax.internalSubset = on_doctype;
  sax.reference = nullptr;
  sax.serror = on_problem;
  return parser;
}

void run_parser(std::string_view bytes, Builder& builder) {
  const Silence silence;
  const auto parser = new_parser(builder);
  // A document type declaration stops the parser, so that no entity is ever declared.
  constexpr int options = XML_PARSE_NONET | XML_PARSE_BIG_LINES;
  xmlDoc* document = xmlCtxtReadMemory(parser.get(), bytes.data(), static_cast<int>(bytes.size()),
                                       nullptr, nullptr, options);
  if (document != nullptr) xmlFreeDoc(document);  // empty: our own tree was filled instead
  if (parser->wellFormed == 0 && !builder.problem) builder.problem = "unknown";
}

}  // namespace

XmlDocument XmlDocument::parse(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) throw InputError(name + ": the file is empty; an XML document was expected.");
  if (bytes.size() > INT_MAX) throw InputError(name + ": the file is larger than 2 GiB.");
  auto tree = std::make_shared<Tree>();
  tree->name = name;
  Builder builder;
  builder.tree = tree.get();
  builder.where.file = name;
  run_parser(bytes, builder);
  if (builder.thrown) std::rethrow_exception(builder.thrown);
  if (builder.has_doctype)
    throw InputError(fmt::format(
        "{}: a document type declaration (<!DOCTYPE ...>) is not allowed: it can name files "
        "outside. Remove it.",
        builder.where.text()));
  if (builder.problem || tree->nodes.empty())
    throw InputError(fmt::format("{}: this is not well-formed XML: {}.", builder.where.text(),
                                 builder.problem.value_or("there is no element")));
  return XmlDocument(std::move(tree));
}

XmlElement XmlDocument::root() const { return {0, tree_.get()}; }

const std::string& XmlDocument::name() const { return tree_->name; }

std::string_view XmlElement::name() const { return tree_->text(tree_->nodes[node_].name); }

Position XmlElement::position() const { return {tree_->name, tree_->nodes[node_].line, 0}; }

std::optional<std::string_view> XmlElement::attribute(std::string_view key) const {
  const Node& node = tree_->nodes[node_];
  for (std::size_t i = node.attributes_begin; i < node.attributes_end; ++i)
    if (tree_->text(tree_->attributes[i].key) == key) return tree_->text(tree_->attributes[i].value);
  return {};
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> found;
  for (std::size_t i = tree_->nodes[node_].first_child; i != none; i = tree_->nodes[i].next_sibling)
    found.push_back({i, tree_});
  return found;
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> found = children();
  std::erase_if(found, [&](const XmlElement& e) { return e.name() != name; });
  return found;
}

std::optional<XmlElement> XmlElement::child(std::string_view name) const {
  for (std::size_t i = tree_->nodes[node_].first_child; i != none; i = tree_->nodes[i].next_sibling)
    if (tree_->text(tree_->nodes[i].name) == name) return XmlElement(i, tree_);
  return {};
}

}  // namespace bw
