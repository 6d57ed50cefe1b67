#include "system/ssp/ssp_instances.h"

#include <algorithm>
#include <utility>

#include "system/rules.h"
#include "system/table_file.h"

namespace bw::system {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_elements = 100'000;

enum class ComponentType { fmu, document, package, modelica, table, unknown };

// A type with parameters, like text/x-modelica; path=A.B. Without a type the file's extension says
// it.
ComponentType type_of(const std::string& written, const std::string& path) {
  const std::string type = written.substr(0, written.find(';'));
  if (type == "application/x-ssp-definition") return ComponentType::document;
  if (type == "application/x-ssp-package") return ComponentType::package;
  if (type == "text/x-modelica") return ComponentType::modelica;
  if (type == "text/csv" || is_table(path)) return ComponentType::table;
  if (!type.empty() && !type.starts_with("application/x-fmu")) return ComponentType::unknown;
  if (has_ending(path, ".ssd")) return ComponentType::document;
  if (has_ending(path, ".ssp")) return ComponentType::package;
  if (has_ending(path, ".mo")) return ComponentType::modelica;
  return ComponentType::fmu;
}

std::string interface_of(const std::string& implementation) {
  return implementation == "CoSimulation"         ? "cs"
         : implementation == "ModelExchange"      ? "me"
         : implementation == "ScheduledExecution" ? "se"
                                                  : "";
}

std::shared_ptr<const SspElement> with_id(const std::shared_ptr<const SspElement>& element,
                                          const std::string& id) {
  if (element->id == id && element->kind == SspElementKind::system) return element;
  for (const auto& child : element->system.elements)
    if (auto found = with_id(child, id)) return found;
  return nullptr;
}

}  // namespace

void SspTree::grow(const SspPlace& place, const std::string& ssd) {
  document_ = files_.document(place, ssd, {place.shown + ssd});
  if (document_->root == nullptr) return;
  roots_.push_back(document_->root);
  add(document_->root, std::make_shared<SspPlace>(place), {}, "");
}

bool SspTree::is_too_large(const SspElement& element, int depth) {
  if (instances_.size() < most_elements && depth <= deepest) return false;
  if (!too_large_)
    bw::add(findings_.mistakes, Rule::ssp_nesting, element.position,
            depth > deepest
                ? "systems are nested more than " + std::to_string(deepest) + " levels deep."
                : "the system has more than " + std::to_string(most_elements) + " elements.");
  too_large_ = true;
  return true;
}

void SspTree::add(std::shared_ptr<const SspElement> element, std::shared_ptr<const SspPlace> place,
                  std::optional<std::size_t> parent, const std::string& name) {
  const int depth = parent ? instances_[*parent].depth + 1 : 0;
  if (is_too_large(*element, depth)) return;
  const std::size_t index = instances_.size();
  SspInstance& instance = instances_.emplace_back();
  instance.element = std::move(element);
  instance.place = std::move(place);
  instance.name = name;
  instance.depth = depth;
  if (parent) {
    instance.parent = *parent;
    instances_[*parent].children.emplace(instance.element->name, index);
    roots_.push_back(roots_[*parent]);
  }
  index_connectors(instance);
  if (instance.is_system())
    add_children(index);
  else if (instance.element->kind == SspElementKind::component)
    findings_.mistakes.attempt([&] { open_component(index); }, row(Rule::ssp_package).key);
}

void SspTree::index_connectors(SspInstance& instance) {
  for (const SspConnector& one : instance.element->connectors)
    instance.connectors.emplace(one.name, &one);
}

void SspTree::add_children(std::size_t index) {
  const auto element = instances_[index].element;
  const std::string prefix = instances_[index].name.empty() ? "" : instances_[index].name + ".";
  for (const auto& child : element->system.elements)
    add(child, instances_[index].place, index, prefix + child->name);
}

void SspTree::open_component(std::size_t index) {
  const auto element = instances_[index].element;
  if (!element->source) {
    findings_.remark(Rule::ssp_component_empty, element->name,
                     "component '" + instances_[index].name +
                         "' has no source: nothing drives what follows its outputs.",
                     element->position);
    return;
  }
  const SspUri uri = read_ssp_uri(*element->source, element->position, findings_);
  if (uri.path.empty()) {
    auto found = find_by_id(index, uri.fragment);
    if (found == nullptr)
      refuse(Rule::ssp_id_unknown, element->position,
             "there is no system with the id '" + uri.fragment + "'.");
    return embed(index, std::move(found), instances_[index].place);
  }
  switch (type_of(element->type, uri.path)) {
    case ComponentType::document: return open_document(index, uri, false);
    case ComponentType::package: return open_document(index, uri, true);
    case ComponentType::unknown:
      refuse(Rule::ssp_mime_type, element->position,
             "the type '" + element->type + "' of component '" + element->name +
                 "' is not known; known are FMUs, systems and Modelica models.");
    default: return add_entry(index, uri.path);
  }
}

std::shared_ptr<const SspElement> SspTree::find_by_id(std::size_t index,
                                                      const std::string& id) const {
  return with_id(roots_[index], id);
}

void SspTree::open_document(std::size_t index, const SspUri& uri, bool is_package) {
  const SspInstance& instance = instances_[index];
  const Position& position = instance.element->position;
  const std::filesystem::path file = files_.file(*instance.place, uri.path, position);
  SspPlace place = *instance.place;
  std::string ssd = uri.path;
  if (is_package) {
    ssd = checked_variant(uri.fragment, position);
    place = open_package(file, instance.place->shown + uri.path, position);
  } else {
    place.folder = file.parent_path();
    place.shown += uri.path.substr(0, uri.path.rfind('/') + 1);
    ssd = file.filename().string();
  }
  const auto document = files_.document(place, ssd, position);
  if (document->root == nullptr) return;
  auto root = document->root;
  if (!is_package && !uri.fragment.empty()) root = with_id(root, uri.fragment);
  if (root == nullptr)
    refuse(Rule::ssp_id_unknown, position,
           "there is no system with the id '" + uri.fragment + "' in " + place.shown + ssd + ".");
  roots_[index] = document->root;
  embed(index, std::move(root), std::make_shared<SspPlace>(place));
}

SspPlace SspTree::open_package(const std::filesystem::path& file, const std::string& shown,
                               const Position& position) {
  try {
    return files_.open_package(file, shown);
  } catch (const InputError& error) {
    refuse(Rule::ssp_package, position, error.what());
  }
}

bool SspTree::is_inside(std::size_t index, const SspElement& system) const {
  while (index != 0) {
    index = instances_[index].parent;
    if (instances_[index].element.get() == &system) return true;
  }
  return false;
}

// The system takes the place of the component that names it.
void SspTree::embed(std::size_t index, std::shared_ptr<const SspElement> root,
                    std::shared_ptr<const SspPlace> place) {
  SspInstance& instance = instances_[index];
  if (is_inside(index, *root))
    refuse(Rule::ssp_nesting, instance.element->position,
           "component '" + instance.element->name + "' is a system that it is itself in.");
  instance.component = std::exchange(instance.element, std::move(root));
  instance.place = std::move(place);
  for (const SspConnector& one : instance.element->connectors) instance.connectors[one.name] = &one;
  add_children(index);
}

// "a.b_2" may be taken, too. Counts on from where it ended, so that many of one name are cheap.
std::string SspTree::free_name(const std::string& taken) {
  std::size_t& number = numbers_.emplace(taken, 1).first->second;
  while (true) {
    std::string name = taken + "_" + std::to_string(++number);
    if (names_.insert(name).second) return name;
  }
}

void SspTree::add_entry(std::size_t index, const std::string& path) {
  SspInstance& instance = instances_[index];
  const SspElement& element = *instance.element;
  ComponentEntry entry;
  // Known in spite of a missing file: one message is enough.
  instance.file = instance.place->folder / path;
  if (!names_.insert(instance.name).second) {
    instance.name = free_name(instance.name);
    findings_.remark(Rule::ssp_component_renamed, instance.name,
                     "component is called '" + instance.name +
                         "' here, because the name without the number is taken.",
                     element.position);
  }
  entry.name = instance.name;
  entry.file = instance.file;
  entry.position = element.position;
  entry.interface = interface_of(element.implementation);
  entry.packed = instance.place->packed;
  entry.isolated = element.isolated;
  entry.allow = element.allow;
  entry.held = element.held;
  if (const auto path_at = element.type.find("path="); path_at != std::string::npos)
    findings_.remark(Rule::ssp_modelica_path, "type",
                     "the path of the Modelica class has no effect; the model of the file is used.",
                     element.position);
  (void)files_.file(*instance.place, path, element.position);
  instance.entry = system_.components.size();
  system_.components.push_back(std::move(entry));
}

}  // namespace bw::system
