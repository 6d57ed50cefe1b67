#pragma once
// What there is to choose from or to hear, for `bellwether list`. Made from the tables themselves.

#include <string>
#include <vector>

namespace bw::inspect {

struct CatalogueRow {
  std::string name, remark, text;
};

std::vector<std::string> catalogue_names();
// Throws UsageError that names the catalogues there are.
std::vector<CatalogueRow> catalogue(const std::string& name);

}  // namespace bw::inspect
