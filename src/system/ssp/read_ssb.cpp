// Signal dictionary (SSP 2.0.1, chapter 8).

#include <set>

#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {

SspDictionary read_ssb(const XmlElement& root, SspFindings& findings) {
  SspReader reader(findings);
  SspDictionary dictionary;
  reader.read_definitions(root);
  std::set<std::string> names;
  for (const XmlElement& element : root.children("DictionaryEntry")) {
    SspConnector entry = reader.read_connector(element);
    if (!names.insert(entry.name).second)
      reader.mistake(Rule::ssp_name_twice, element,
                     "the dictionary has two entries '" + entry.name + "'.");
    dictionary.entries.push_back(std::move(entry));
  }
  return dictionary;
}

}  // namespace bw::system
