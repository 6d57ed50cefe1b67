#include "base/xml_schema.h"

#include <libxml/parser.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

#include <climits>
#include <memory>

#include "base/error.h"
#include "base/read_file.h"
#include "base/text.h"

namespace bw {
namespace {

struct Free {
  void operator()(xmlSchemaParserCtxt* context) const { xmlSchemaFreeParserCtxt(context); }
  void operator()(xmlSchema* schema) const { xmlSchemaFree(schema); }
  void operator()(xmlSchemaValidCtxt* context) const { xmlSchemaFreeValidCtxt(context); }
  void operator()(xmlDoc* document) const { xmlFreeDoc(document); }
};
template <class Thing>
using Owned = std::unique_ptr<Thing, Free>;

void keep_problem(void* list, xmlErrorPtr error) {
  if (error == nullptr || error->message == nullptr) return;
  auto& problems = *static_cast<std::vector<XmlProblem>*>(list);
  std::string text(trimmed(error->message));
  // The names of namespaces hide what is said.
  for (auto at = text.find('{'); at != std::string::npos; at = text.find('{', at)) {
    const auto end = text.find('}', at);
    if (end == std::string::npos) break;
    text.erase(at, end - at + 1);
  }
  problems.push_back({error->line, std::move(text)});
}

// For this thread: what libxml2 would print is kept or dropped, and no URI is opened.
class Surroundings {
 public:
  explicit Surroundings(std::vector<XmlProblem>& problems)
      : function_((xmlInitParser(), xmlStructuredError)),
        context_(xmlStructuredErrorContext),
        loader_(xmlGetExternalEntityLoader()) {
    xmlSetStructuredErrorFunc(&problems, keep_problem);
    xmlSetExternalEntityLoader(xmlNoNetExternalEntityLoader);
  }
  ~Surroundings() {
    xmlSetStructuredErrorFunc(context_, function_);
    xmlSetExternalEntityLoader(loader_);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  xmlStructuredErrorFunc function_;
  void* context_;
  xmlExternalEntityLoader loader_;
};

// The files that a schema imports are read here: those of its folder, and no others. What libxml2
// would open by itself may be compressed or far away.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): libxml2 passes no context
thread_local std::string open_folder;  // empty: none

struct OpenText {
  std::string text;
  std::size_t at = 0;
};

int is_ours(const char* name) {
  return static_cast<int>(!open_folder.empty() &&
                          std::filesystem::path(name).parent_path() == open_folder);
}
void* open_text(const char* name) {
  auto text = read_file(name);
  return text ? new OpenText{std::move(*text)} : nullptr;
}
int read_text(void* context, char* into, int size) {
  auto& open = *static_cast<OpenText*>(context);
  const std::size_t count = open.text.copy(into, static_cast<std::size_t>(size), open.at);
  open.at += count;
  return static_cast<int>(count);
}
int close_text(void* context) {
  delete static_cast<OpenText*>(context);
  return 0;
}

class OpenFolder {
 public:
  explicit OpenFolder(const std::filesystem::path& folder) {
    [[maybe_unused]] static const int place =
        xmlRegisterInputCallbacks(is_ours, open_text, read_text, close_text);
    open_folder = folder.string();
  }
  ~OpenFolder() { open_folder.clear(); }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
};

Owned<xmlSchema> read_schema(const std::filesystem::path& file,
                             const std::vector<XmlProblem>& problems) {
  const OpenFolder folder(file.parent_path());
  const Owned<xmlSchemaParserCtxt> parser(xmlSchemaNewParserCtxt(file.c_str()));
  Owned<xmlSchema> schema(parser == nullptr ? nullptr : xmlSchemaParse(parser.get()));
  if (schema != nullptr) return schema;
  throw InputError(file.string() + ": this schema cannot be read" +
                   (problems.empty() ? "." : ": " + problems.front().sentence));
}

}  // namespace

std::vector<XmlProblem> validate_xml(std::string_view bytes, const std::filesystem::path& schema) {
  std::vector<XmlProblem> problems;
  const Surroundings surroundings(problems);
  const Owned<xmlSchema> rules = read_schema(schema, problems);
  problems.clear();
  if (bytes.size() > INT_MAX) throw InputError("the file is larger than 2 GiB.");
  const Owned<xmlDoc> document(xmlReadMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr,
                                             nullptr, XML_PARSE_NONET | XML_PARSE_BIG_LINES));
  const Owned<xmlSchemaValidCtxt> context(xmlSchemaNewValidCtxt(rules.get()));
  if (document != nullptr && context != nullptr)
    (void)xmlSchemaValidateDoc(context.get(), document.get());  // what it finds is in the list
  return problems;
}

}  // namespace bw
