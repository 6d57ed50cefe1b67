// libxml2 parses and checks; its SAX events fill a tree of our own.

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <climits>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "base/position.h"
#include "base/text.h"
#include "base/xml.h"
#include "base/xml_tree.h"

namespace bw {
namespace {

// What the SAX callbacks fill. They are called from C code: no exception may leave them.
struct Builder {
  XmlDocument::Tree* tree = nullptr;
  std::vector<XmlIndex> open;                        // nodes whose end tag is still to come
  std::string text;                                  // since the last start tag
  std::unordered_map<std::string, XmlIndex> spaces;  // in the tree
  int line = 0;  // at the end of the event before; 0: no event yet
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

XmlSlice append(std::string& bytes, std::string_view text) {
  bytes += text;
  return {static_cast<XmlIndex>(bytes.size() - text.size()), static_cast<XmlIndex>(text.size())};
}

// As we do not let libxml2 substitute entities, it hands every ampersand over as "&#38;".
XmlSlice append_value(std::string& bytes, std::string_view raw) {
  constexpr std::string_view ampersand = "&#38;";
  const std::size_t begin = bytes.size();
  for (std::size_t at = raw.find(ampersand); at != raw.npos; at = raw.find(ampersand)) {
    bytes += raw.substr(0, at + 1);
    raw.remove_prefix(at + ampersand.size());
  }
  bytes += raw;
  return {static_cast<XmlIndex>(begin), static_cast<XmlIndex>(bytes.size() - begin)};
}

// libxml2 gives attributes as fives: local name, prefix, namespace, value begin, value end.
void append_attributes(XmlDocument::Tree& tree, int count, const xmlChar** fives) {
  for (int i = 0; i < count; ++i, fives += 5) {
    if (fives[1] != nullptr) continue;
    const char* begin = chars(fives[3]);
    const auto size = static_cast<std::size_t>(chars(fives[4]) - begin);
    const XmlSlice key = append(tree.bytes, chars(fives[0]));
    tree.attributes.push_back({key, append_value(tree.bytes, {begin, size})});
  }
}

// The parser's position in the document; nothing when it reads a copy in another encoding.
std::optional<std::size_t> offset(void* context) {
  const xmlParserInput* input = static_cast<xmlParserCtxtPtr>(context)->input;
  if (input == nullptr || input->buf == nullptr || input->buf->encoder != nullptr) return {};
  return input->consumed + static_cast<std::size_t>(input->cur - input->base);
}

// The parser is behind the attributes, none of which can contain a '<'.
void begin_source(void* context, const XmlDocument::Tree& tree, XmlNode& node) {
  const auto here = offset(context);
  if (!here || *here > tree.source.size()) return;
  const std::size_t begin = std::string_view(tree.source).substr(0, *here).rfind('<');
  if (begin != std::string_view::npos) node.source.begin = static_cast<XmlIndex>(begin);
}

void end_source(void* context, const XmlDocument::Tree& tree, XmlNode& node) {
  const auto here = offset(context);
  if (here && *here <= tree.source.size() && *here > node.source.begin)
    node.source.size = static_cast<XmlIndex>(*here - node.source.begin);
}

XmlIndex space_of(Builder& builder, const xmlChar* uri) {
  if (uri == nullptr) return 0;
  auto& spaces = builder.tree->spaces;
  const auto [place, is_new] = builder.spaces.emplace(chars(uri), spaces.size());
  if (is_new) spaces.emplace_back(chars(uri));
  return place->second;
}

void on_start(void* context, const xmlChar* local_name, const xmlChar*, const xmlChar* uri, int,
              const xmlChar**, int count, int, const xmlChar** attributes) {
  guarded(context, [&](Builder& b) {
    XmlDocument::Tree& tree = *b.tree;
    const auto index = static_cast<XmlIndex>(tree.nodes.size());
    // Here the parser is at the end of the start tag; the previous event ended where this tag
    // began.
    const bool is_root = b.open.empty();
    const int line = is_root ? static_cast<xmlParserCtxtPtr>(context)->input->line : b.line;
    XmlNode node;
    node.line = line;
    b.text.clear();
    begin_source(context, tree, node);
    node.name = append(tree.bytes, chars(local_name));
    node.space = space_of(b, uri);
    node.attributes_begin = static_cast<XmlIndex>(tree.attributes.size());
    append_attributes(tree, count, attributes);
    node.attributes_end = static_cast<XmlIndex>(tree.attributes.size());
    tree.nodes.push_back(node);
    if (!is_root) {
      XmlNode& parent = tree.nodes[b.open.back()];
      (parent.first_child == no_xml_node ? parent.first_child
                                         : tree.nodes[parent.last_child].next_sibling) = index;
      parent.last_child = index;
    }
    b.open.push_back(index);
  });
}

void on_end(void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
  guarded(context, [&](Builder& b) {
    if (b.open.empty()) return;
    XmlNode& node = b.tree->nodes[b.open.back()];
    if (node.first_child == no_xml_node && !trimmed(b.text).empty())
      node.text = append(b.tree->bytes, b.text);
    end_source(context, *b.tree, node);
    b.text.clear();
    b.open.pop_back();
  });
}

void on_text(void* context, const xmlChar* text, int size) {
  guarded(context, [&](Builder& b) { b.text.append(chars(text), static_cast<std::size_t>(size)); });
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

// Some errors of libxml2 belong to no parser and would be printed; the handler is per thread.
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

void read_xml(std::string_view bytes, XmlDocument::Tree& tree) {
  if (bytes.empty())
    throw InputError(tree.name + ": the file is empty; an XML document was expected.");
  if (bytes.size() > INT_MAX) throw InputError(tree.name + ": the file is larger than 2 GiB.");
  tree.bytes.reserve(bytes.size());  // mostly enough: the markup goes
  tree.source = bytes;
  Builder builder;
  builder.tree = &tree;
  builder.where.file = tree.name;
  run_parser(bytes, builder);
  if (builder.thrown) std::rethrow_exception(builder.thrown);
  if (builder.has_doctype)
    throw InputError(
        fmt::format("{}: a document type declaration (<!DOCTYPE ...>) is not allowed, because it "
                    "can refer to other files. Remove it.",
                    builder.where.text()));
  if (builder.problem || tree.nodes.empty())
    throw InputError(fmt::format("{}: this is not well-formed XML: {}.", builder.where.text(),
                                 builder.problem.value_or("there is no element")));
}

}  // namespace bw
