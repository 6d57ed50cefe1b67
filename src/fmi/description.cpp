// Which standard a description follows, and who reads it.

#include "fmi/description.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "base/xml.h"
#include "fmi/attributes.h"
#include "fmi/description_2.h"

namespace bw::fmi {

Description Description::parse(std::string_view xml, const std::string& name, Bells& bells) {
  const XmlDocument document = XmlDocument::parse(xml, name);
  const XmlElement root = document.root();
  if (root.name() != "fmiModelDescription")
    refuse(root, "is the outermost element; in a model description that is <fmiModelDescription>");
  const std::string_view version = trimmed(required(root, "fmiVersion"));
  if (version == "2.0" || version.starts_with("2.0.")) return read_description_2(root, bells);
  if (version.starts_with("1.") || version.starts_with("3."))
    throw InputError(fmt::format("{}: this is FMI {}; this version reads FMI 2.0.",
                                 root.position().text(), version));
  refuse(root, "fmiVersion", version, "\"2.0\" would be right");
}

}  // namespace bw::fmi
