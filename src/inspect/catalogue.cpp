#include "inspect/catalogue.h"

#include "base/bell.h"
#include "base/error.h"
#include "base/text.h"
#include "cosim/master/master.h"
#include "inspect/check/rules.h"
#include "ode/kernel/integrator.h"
#include "result/format.h"

namespace bw::inspect {

std::vector<std::string> catalogue_names() {
  return {"masters", "methods", "diagnostics", "rules", "formats"};
}

std::vector<CatalogueRow> catalogue(const std::string& name) {
  std::vector<CatalogueRow> rows;
  if (name == "masters") {
    for (const cosim::MasterKind* kind : cosim::masters())
      rows.push_back({std::string(kind->name), "order " + std::to_string(kind->order),
                      std::string(kind->summary)});
  } else if (name == "methods") {
    rows.push_back({std::string(ode::default_method().name), "",
                    std::string(ode::default_method().summary) + "; the default"});
    for (const ode::MethodKind* kind : ode::methods())
      rows.push_back({std::string(kind->name), "order " + std::to_string(kind->order),
                      std::string(kind->summary)});
  } else if (name == "diagnostics") {
    for (const BellKind& kind : bell_kinds())
      rows.push_back(
          {std::string(kind.name), std::string(bw::name(kind.severity)), std::string(kind.when)});
  } else if (name == "rules") {
    for (const CheckRule& kind : check_rules())
      rows.push_back(
          {std::string(kind.key), std::string(bw::name(kind.severity)), std::string(kind.meaning)});
  } else if (name == "formats") {
    for (const result::Format& kind : result::formats())
      rows.push_back({std::string(kind.name), std::string(kind.extension), std::string(kind.what)});
  } else {
    throw UsageError("there is no list of '" + name + "'." + did_you_mean(name, catalogue_names()));
  }
  return rows;
}

}  // namespace bw::inspect
