#pragma once
// The components of a system as blueprints, each with its interface and final sizes, and the lookup
// of variables by the names that users write.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/report.h"
#include "base/value.h"
#include "model/blueprint.h"
#include "model/variable.h"
#include "run/open/table_blueprint.h"
#include "system/package_names.h"
#include "system/system.h"

namespace bw::run {

using Blueprints = std::vector<std::shared_ptr<const model::Blueprint>>;
using OpenFile =
    std::function<std::shared_ptr<const model::Blueprint>(const std::filesystem::path& file)>;

struct Found {
  std::size_t component, index;
  const model::Variable& variable;
};

// A value of [parameters] or --set, not yet matched with a variable.
struct WrittenValue {
  std::string target;
  Value value;
  std::string where;                             // begins every message about it
  const system::Parameter* parameter = nullptr;  // of SSP, with units and sections
  std::optional<system::Endpoint> end{};         // instead of the target
};

class OpenComponents {
 public:
  // `system` must outlive it.
  explicit OpenComponents(const system::System& system) : system_(system), package_names_(system) {}

  // One blueprint per FMU file and one per table component. Throws InputError with all that cannot
  // be opened.
  void open(const OpenFile& open_file);
  // The same, going on with those that can be: whatever is said about the others later is dropped.
  void open(const OpenFile& open_file, Report& findings);
  bool is_open(std::size_t component) const { return blueprints_[component] != nullptr; }
  // To be called before any lookup: structural parameters among the values give the blueprints
  // their sizes, connections give the columns of tables their types.
  void settle(const std::vector<WrittenValue>& values, Report& findings);

  std::size_t size() const { return blueprints_.size(); }
  const Blueprints& blueprints() const { return blueprints_; }
  const std::vector<model::Variable>& variables(std::size_t component) const {
    return blueprints_[component]->variables();
  }

  const TableBlueprint* table(std::size_t component) const {
    return tables_[component].get();
  }  // null: no table

  // `option` where it wins and is offered, else the interface that the component entry names, else
  // `option`, else the first of the blueprint. Throws InputError where it is not offered.
  model::Interface interface_of(std::size_t component, const std::optional<std::string>& option,
                                bool option_wins = false) const;

  // "component.variable"; for a single FMU also the variable alone. This and find() throw
  // InputError; `where` begins the message.
  // Names of components may contain dots: the longest that fits is meant.
  system::Endpoint endpoint(const std::string& text, const std::string& where) const;
  [[noreturn]] void refuse_entrance(const std::string& text, const std::string& where) const;
  system::Endpoint endpoint(const WrittenValue& written) const {
    return written.end ? *written.end : endpoint(written.target, written.where);
  }
  Found find(const system::Endpoint& end, const std::string& where) const;
  // The variable, or all elements of the array of that name, row after row.
  std::vector<Found> find_all(const system::Endpoint& end, const std::string& where) const;
  // The same with one element of an array, by its indices from 1; empty: all of it.
  std::vector<Found> find_ends(const system::Endpoint& end, const std::vector<std::size_t>& indices,
                               const std::string& where) const;
  // The connector of the system with this name; null: none.
  const system::Entrance* entrance(const std::string& name) const;
  const system::PackageNames& package_names() const { return package_names_; }
  bool is_missing(const system::Endpoint& end) const;  // a known component has no such variable
  // The name in results.
  std::string shown(std::size_t component, const std::string& variable) const;
  std::string shown(const system::Endpoint& end) const {
    return system_.single ? end.variable : end.text();
  }

 private:
  struct Names {
    std::unordered_map<std::string, std::size_t> variables;
    std::unordered_map<std::string, std::vector<std::size_t>> arrays;  // by name without [...]
  };
  static void check_exists(const system::ComponentEntry& component);
  void open_table(const system::ComponentEntry& component);
  void resize(const std::vector<WrittenValue>& values, Report& findings);
  void connect_tables(Report& findings);
  void index();
  std::size_t find_component(const std::string& name, const std::string& where) const;
  const Names& names_of(std::size_t component) const {
    return names_.at(blueprints_[component].get());
  }

  const system::System& system_;
  Blueprints blueprints_;
  std::vector<std::shared_ptr<const TableBlueprint>> tables_;  // per component; null: it is none
  std::unordered_map<std::string, std::size_t> component_index_;
  std::map<const model::Blueprint*, Names> names_;
  system::PackageNames package_names_;
};

}  // namespace bw::run
