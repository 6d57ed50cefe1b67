#pragma once
// The methods, masters, formats and diagnostics, for `bellwether list`. Made from their tables.

#include <string>
#include <vector>

namespace bw::inspect {

struct CatalogueRow {
  std::string name, remark, text;
};

std::vector<std::string> catalogue_names();
// Throws UsageError with the known catalogues for an unknown one.
std::vector<CatalogueRow> catalogue(const std::string& name);

}  // namespace bw::inspect
