#pragma once
// The tree of a system: every element as often as it occurs, documents that components name in the
// place of the component.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/position.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {

struct SspInstance {
  std::shared_ptr<const SspElement> element;
  std::shared_ptr<const SspElement> component{};  // that names the document; its bindings come last
  std::size_t parent = 0;
  int depth = 0;
  std::string name;  // the names from the root, joined by dots; that of the root is empty
  std::shared_ptr<const SspPlace> place{};
  std::filesystem::path file{};        // of a component
  std::optional<std::size_t> entry{};  // its number in the system
  std::unordered_map<std::string, std::size_t> children{};
  std::unordered_map<std::string, const SspConnector*> connectors{};

  bool is_component() const { return !file.empty(); }
  bool is_system() const { return element->kind == SspElementKind::system; }
  const SspConnector* connector(const std::string& which) const {
    const auto found = connectors.find(which);
    return found == connectors.end() ? nullptr : found->second;
  }
};

class SspTree {
 public:
  // Reads the document `ssd` of a place, and what its components name. Components are added to
  // `system`.
  SspTree(SspFiles& files, SspFindings& findings, System& system)
      : files_(files), findings_(findings), system_(system) {}

  void grow(const SspPlace& place, const std::string& ssd);

  const std::vector<SspInstance>& instances() const { return instances_; }
  const SspDocument& document() const { return *document_; }

 private:
  void add(std::shared_ptr<const SspElement> element, std::shared_ptr<const SspPlace> place,
           std::optional<std::size_t> parent, const std::string& name);
  bool is_too_large(const SspElement& element, int depth);
  void add_children(std::size_t index);
  void open_component(std::size_t index);
  void open_document(std::size_t index, const SspUri& uri, bool is_package);
  SspPlace open_package(const std::filesystem::path& file, const std::string& shown,
                        const Position& position);
  bool is_inside(std::size_t index, const SspElement& system) const;
  void embed(std::size_t index, std::shared_ptr<const SspElement> root,
             std::shared_ptr<const SspPlace> place);
  std::string free_name(const std::string& taken);
  void add_entry(std::size_t index, const std::string& path);
  std::shared_ptr<const SspElement> find_by_id(std::size_t index, const std::string& id) const;
  void index_connectors(SspInstance& instance);

  SspFiles& files_;
  SspFindings& findings_;
  System& system_;
  std::shared_ptr<const SspDocument> document_;
  std::vector<SspInstance> instances_;
  // Of each instance: the root of its document, in which fragments are looked up.
  std::vector<std::shared_ptr<const SspElement>> roots_;
  std::unordered_set<std::string> names_;                 // of components
  std::unordered_map<std::string, std::size_t> numbers_;  // the last one behind a name
  bool too_large_ = false;                                // one mistake is enough
};

}  // namespace bw::system
