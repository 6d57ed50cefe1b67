#pragma once
// The parts of a system as blueprints, each with its interface and its final sizes, and the way
// from a name that the user wrote to a variable.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/findings.h"
#include "model/blueprint.h"
#include "run/table_blueprint.h"
#include "system/system.h"

namespace bw::run {

using Blueprints = std::vector<std::shared_ptr<const model::Blueprint>>;
using OpenFile =
    std::function<std::shared_ptr<const model::Blueprint>(const std::filesystem::path& file)>;

// "cs", "co-simulation", "CoSimulation": as users and other programs write it; nothing: unknown.
std::optional<model::Interface> parse_interface(std::string_view word);
std::vector<std::string> interface_names();

struct Found {
  std::size_t part, index;
  const model::Variable& variable;
};

// A value of [parameters] or --set, before anything is known about its variable.
struct WrittenValue {
  std::string target;
  Value value;
  std::string where;  // begins every sentence about it
};

class OpenParts {
 public:
  // The system outlives it.
  explicit OpenParts(const system::System& system) : system_(system) {}

  // One blueprint per FMU, and one per table; throws InputError with all that cannot be opened.
  void open(const OpenFile& open_file);
  // Only after it there are names: structural parameters among the values give the blueprints their
  // sizes, wires give the columns of tables their types.
  void settle(const std::vector<WrittenValue>& values, Findings& findings);

  std::size_t size() const { return blueprints_.size(); }
  const Blueprints& blueprints() const { return blueprints_; }
  const std::vector<model::Variable>& variables(std::size_t part) const {
    return blueprints_[part]->variables();
  }

  const TableBlueprint* table(std::size_t part) const { return tables_[part].get(); }  // or null

  // How a part is driven: its own wish, else the run's, else what its blueprint lists first.
  model::Interface interface_of(std::size_t part, const std::optional<std::string>& wish) const;

  // "part.variable"; where a single FMU is the system, the variable alone, too.
  system::Endpoint endpoint(const std::string& text, const std::string& where) const;
  Found find(const system::Endpoint& end, const std::string& where) const;
  // The variable, or all elements of the array of that name, row after row.
  std::vector<Found> find_all(const system::Endpoint& end, const std::string& where) const;
  // As it is called in results.
  std::string shown(std::size_t part, const std::string& variable) const;
  std::string shown(const system::Endpoint& end) const {
    return system_.single ? end.variable : end.text();
  }

 private:
  struct Names {
    std::unordered_map<std::string, std::size_t> variables;
    std::unordered_map<std::string, std::vector<std::size_t>> arrays;  // by name without [...]
  };
  void open_table(const system::PartEntry& part);
  void resize(const std::vector<WrittenValue>& values, Findings& findings);
  void wire_tables(Findings& findings);
  void index();
  std::size_t find_part(const std::string& name, const std::string& where) const;
  const Names& names_of(std::size_t part) const { return names_.at(blueprints_[part].get()); }

  const system::System& system_;
  Blueprints blueprints_;
  std::vector<std::shared_ptr<const TableBlueprint>> tables_;  // per part; null: it is none
  std::unordered_map<std::string, std::size_t> part_index_;
  std::map<const model::Blueprint*, Names> names_;
};

}  // namespace bw::run
