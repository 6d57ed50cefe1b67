// Which standard a description follows, and its reader.

#include "fmi/description/description.h"

#include "base/text.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description_document.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

// "2.0.3" is a bug fix of the text of 2.0. A draft of 3.0 may differ from the final standard.
std::optional<Version> version_of(ElementReader& root, std::string_view written) {
  if (written == "1.0") return Version::fmi1;
  if (written == "2.0" || written.starts_with("2.0.")) return Version::fmi2;
  if (written == "3.0" || (written.starts_with("3.0.") && written.find('-') == written.npos))
    return Version::fmi3;
  const bool is_like_3 = written.starts_with("3.");
  if (is_like_3)
    root.wrong("fmiVersion", written, "this is not a released version; it was read as 3.0",
               Rule::fmi_version_unfinished);
  else
    root.wrong("fmiVersion", written, "expected \"1.0\", \"2.0\" or \"3.0\"", Rule::fmi_version);
  return is_like_3 ? std::optional(Version::fmi3) : std::nullopt;
}

void read_by_version(ElementReader& root, Version version, Description& description) {
  description.version = version;
  Reading reading{version, root.report(), description};
  switch (version) {
    case Version::fmi1: read_description_1(root, reading); break;
    case Version::fmi2: read_description_2(root, reading); break;
    case Version::fmi3: read_description_3(root, reading); break;
  }
  root.note_unknown_attributes();
}

}  // namespace

std::string_view name(DataType type) {
  static constexpr std::string_view names[] = {
      "Float32", "Float64", "Int8",    "UInt8",  "Int16",  "UInt16",      "Int32", "UInt32",
      "Int64",   "UInt64",  "Boolean", "String", "Binary", "Enumeration", "Clock"};
  return names[static_cast<std::size_t>(type)];
}

Type type_of(DataType type) {
  switch (type) {
    case DataType::float32:
    case DataType::float64: return Type::real;
    case DataType::boolean: return Type::boolean;
    case DataType::string: return Type::string;
    case DataType::binary: return Type::binary;
    case DataType::enumeration: return Type::enumeration;
    case DataType::clock: return Type::clock;
    default: return Type::integer;
  }
}

std::size_t Variable::element_count() const {
  std::size_t count = 1;
  for (const Dimension& dimension : dimensions) count *= dimension.size;
  return count;
}

Description Description::parse(std::string_view xml, const std::string& name, Report& report) {
  Description description;
  const auto document = read_document(xml, name, "fmiModelDescription", report);
  if (!document) return description;
  ElementReader root(document->root(), report);
  const auto written = root.required("fmiVersion");
  if (!written) return description;
  description.fmi_version = *written;
  if (const auto version = version_of(root, trimmed(*written)))
    read_by_version(root, *version, description);
  return description;
}

}  // namespace bw::fmi
