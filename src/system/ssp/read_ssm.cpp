// Parameter mapping (SSP 2.0.1, chapter 7).

#include <set>

#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {

SspParameterMapping read_ssm(const XmlElement& root, SspFindings& findings) {
  SspReader reader(findings);
  SspParameterMapping mapping;
  std::set<std::string> targets;
  for (const XmlElement& element : root.children("MappingEntry")) {
    SspMappingEntry entry;
    entry.position = element.exact_position();
    entry.source = SspReader::text(element, "source");
    entry.target = SspReader::text(element, "target");
    entry.converts_units = !SspReader::boolean(element, "suppressUnitConversion", false);
    entry.transformation = reader.read_transformation(element);
    if (!targets.insert(entry.target).second)
      reader.mistake(Rule::ssp_mapping_twice, element,
                     "two parameters are mapped to '" + entry.target + "'.");
    mapping.entries.push_back(std::move(entry));
  }
  return mapping;
}

}  // namespace bw::system
