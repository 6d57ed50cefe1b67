#pragma once
// The components of a MasterSim project: lines `simulator`, and the names that refer to them.

#include <unordered_map>

#include "base/report.h"
#include "system/msim_text.h"
#include "system/system.h"

namespace bw::system {

class MsimComponents {
 public:
  // Files are relative to `folder`, that of the project.
  MsimComponents(std::filesystem::path folder, Report& findings, std::vector<Remark>& remarks)
      : folder_(std::move(folder)), findings_(findings), remarks_(remarks) {}

  bool empty() const { return components_.empty(); }
  void add(const MsimLine& line);  // throws InputError

  // "component.variable" with our name of the component; throws InputError for an unknown one.
  Endpoint endpoint(const MsimWord& word) const;

  bool is_table(const std::string& component) const;

  // MasterSim evaluates cycle by cycle, and in a cycle in the order of the file.
  std::vector<ComponentEntry> in_order_of_evaluation() const;

  // Adds a remark where connections contradict the order of the cycles.
  void remark_cycles(const std::vector<Connection>& connections);

 private:
  struct Component {
    ComponentEntry entry;
    std::string written;  // name in the project
    long cycle = 0;
    bool table = false;
  };

  const Component* find(const std::string& name) const;
  std::filesystem::path file(const MsimWord& word) const;

  std::filesystem::path folder_;
  Report& findings_;
  std::vector<Remark>& remarks_;
  std::vector<Component> components_;
  std::unordered_map<std::string, std::size_t> by_name_, by_written_name_;
};

}  // namespace bw::system
