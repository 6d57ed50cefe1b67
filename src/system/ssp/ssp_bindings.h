#pragma once
// Parameter bindings: which value each variable of a component gets, and where it comes from.

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_instances.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {

class SspBindings {
 public:
  SspBindings(const std::vector<SspInstance>& instances, SspFiles& files, SspFindings& findings)
      : instances_(instances), files_(files), findings_(findings) {}

  // Fills the parameters. Connections and entrances must be known.
  void apply(System& system);

 private:
  // A value with its level; a higher one (a smaller depth) wins.
  struct Given {
    Parameter parameter;
    int depth = 0;
  };
  void read_all();
  void read(std::size_t instance, const SspBinding& binding, const SspPlace& place);
  void assign(std::size_t instance, const std::string& name, const Given& given);
  std::size_t assign_below(std::size_t instance, std::string_view name, const Given& given);
  void give(const Given& given);
  void flow_down(System& system);
  void drop_driven(System& system);
  Given replaced(const Given& loser, Given winner);
  Parameter parameter_of(const SspValue& value, const SspBinding& binding,
                         const SspInstance& owner);

  const std::vector<SspInstance>& instances_;
  SspFiles& files_;
  SspFindings& findings_;
  // Not by joined names: "b.k" of "a" and "k" of "a.b" are two variables.
  using Key = std::pair<std::string, std::string>;
  static Key key(const Endpoint& end) { return {end.component, end.variable}; }

  std::map<Key, Given> variables_;           // of components
  std::map<std::string, Given> connectors_;  // of systems, by name
  std::size_t looked_up_ = 0;                // names of elements, for all values
};

}  // namespace bw::system
