// Parameter mapping (SSP 2.0.1, chapter 7).

#include <set>

#include "base/xml.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {

SspParameterMapping read_ssm(const XmlElement& root, SspFindings& findings) {
  SspReader reader(findings);
  SspParameterMapping mapping;
  if (!reader.expect_root(root, "ParameterMapping")) return mapping;
  reader.expect(root, std::string(ssp_metadata) + " version", "MappingEntry");
  std::set<std::string> targets;
  for (const XmlElement& element : root.children("MappingEntry")) {
    reader.expect(element, "id description source target suppressUnitConversion",
                  ssp_transformations);
    SspMappingEntry entry;
    entry.position = element.exact_position();
    entry.source = reader.required(element, "source");
    entry.target = reader.required(element, "target");
    entry.converts_units = !reader.boolean(element, "suppressUnitConversion", false);
    entry.transformation = reader.read_transformation(element);
    if (!targets.insert(entry.target).second)
      reader.mistake(element, "two parameters are mapped to '" + entry.target + "'.");
    mapping.entries.push_back(std::move(entry));
  }
  return mapping;
}

}  // namespace bw::system
