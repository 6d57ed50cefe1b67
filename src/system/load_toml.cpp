#include "system/load_toml.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/report.h"
#include "base/sandbox/allowance.h"
#include "base/text.h"
#include "system/connection_expression.h"
#include "system/load_toml_text.h"
#include "system/table_file.h"

namespace bw::system {
namespace {

std::vector<std::string> sentences_of(const Report& findings) {
  try {
    findings.refuse();
  } catch (const InputError& error) {
    return error.sentences();
  }
  return {};
}

struct Entry {
  std::string key;
  const toml::node* node;
  Position position;
};

class TomlLoader {
 public:
  // `lost`: names on lines that could not be read. They are known; one message is enough.
  TomlLoader(const std::filesystem::path& file, Report findings, std::set<std::string> lost)
      : folder_(file.parent_path()),
        known_components_(std::move(lost)),
        findings_(std::move(findings)) {
    system_.file = file;
  }

  System load(const toml::table& root) {
    static const std::vector<std::string> sections = {"components", "connections", "parameters",
                                                      "run"};
    for (const Entry& section : in_file_order(root)) {
      if (std::ranges::find(sections, section.key) == sections.end())
        findings_.add(section.position, "section [" + section.key + "] is not known." +
                                            did_you_mean(section.key, sections));
      else if (!section.node->is_table())
        findings_.add(section.position,
                      "'" + section.key + "' must be a section: [" + section.key + "]");
    }
    if (const auto* components = root["components"].as_table()) read_components(*components);
    if (system_.components.empty() && findings_.empty())
      findings_.add({system_.file.string()},
                    "there are no components; a system needs a section [components].");
    if (const auto* connections = root["connections"].as_table()) read_connections(*connections);
    if (const auto* parameters = root["parameters"].as_table()) read_parameters(*parameters);
    if (const auto* run = root["run"].as_table()) read_run(*run);
    if (!findings_.empty()) drop_incomplete();
    system_.mistakes = sentences_of(findings_);
    return std::move(system_);
  }

 private:
  // toml++ sorts by key; the order of the file is the order of evaluation.
  std::vector<Entry> in_file_order(const toml::table& table) const {
    std::vector<Entry> entries;
    for (const auto& [key, node] : table)
      entries.push_back({std::string(key.str()), &node, position(key.source())});
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
      return std::pair(a.position.line, a.position.column) <
             std::pair(b.position.line, b.position.column);
    });
    return entries;
  }

  enum class Leaves { values, connections };

  // predator.x = ... and "predator.x" = ... mean the same: nested tables become dotted names. A
  // table that describes a connection is a leaf; its key is an input, never a component.
  void flatten(const toml::table& table, const std::string& prefix, Leaves leaves,
               std::vector<Entry>& out) const {
    for (Entry& entry : in_file_order(table)) {
      entry.key = prefix.empty() ? entry.key : prefix + "." + entry.key;
      const auto* inner = entry.node->as_table();
      const bool at_input =
          leaves == Leaves::connections && entry.key.find('.') != std::string::npos;
      if (inner != nullptr && !(at_input && (inner->is_inline() || inner->contains("from"))))
        flatten(*inner, entry.key, leaves, out);
      else
        out.push_back(entry);
    }
  }

  void read_components(const toml::table& table) {
    for (const Entry& entry : in_file_order(table)) {
      known_components_.insert(entry.key);  // known in spite of a mistake: one message is enough
      std::optional<std::string> file = entry.node->value<std::string>();
      ComponentEntry component{entry.key, {}, entry.position};
      if (const auto* details = entry.node->as_table()) {
        file = (*details)["file"].value<std::string>();
        read_details(*details, file.value_or(""), component);
      }
      component.file = folder_ / file.value_or("");
      if (entry.key.empty() || entry.key.front() == '.' || entry.key.back() == '.')
        findings_.add(entry.position, "'" + entry.key +
                                          "' cannot be the name of a component: a dot separates "
                                          "component and variable.");
      else if (!file || file->empty())
        findings_.add(entry.position, "component '" + entry.key + "' needs a file: " + entry.key +
                                          " = \"" + entry.key + ".fmu\"");
      else
        system_.components.push_back(component);
    }
    for (const ComponentEntry& component : system_.components)
      component_names_.push_back(component.name);
  }

  void read_details(const toml::table& details, const std::string& file,
                    ComponentEntry& component) {
    const std::string whose = "component '" + component.name + "'";
    check_keys(details, {"file", "interface", "isolate", "allow", "held"}, whose);
    const auto interface = details["interface"], held = details["held"];
    if (interface && is_table(file))
      findings_.add(component.position, whose + " is a table and has no interface.");
    else if (interface && !interface.is_string())
      findings_.add(component.position,
                    "the interface of " + whose + " must be a string: \"cs\" or \"me\"");
    component.interface = interface.value<std::string>().value_or("");
    if (const auto allow = details["allow"]) read_allow(*allow.node(), file, component);
    const auto isolate = details["isolate"];
    if (isolate && !isolate.is_boolean())
      findings_.add(component.position, "isolate of " + whose + " must be true or false.");
    else if (isolate && !has_ending(file, ".fmu"))
      findings_.add(component.position,
                    "isolate applies to FMUs only, and " + whose + " is the file '" + file + "'.");
    component.isolated = isolate.value<bool>().value_or(false);
    if (held && !is_table(file))
      findings_.add(component.position, "held applies to tables (.csv, .tsv) only, and " + whose +
                                            " is the file '" + file + "'.");
    else if (held)
      read_held(*held.node(), component);
  }

  void read_allow(const toml::node& node, const std::string& file, ComponentEntry& component) {
    const std::string whose = "allow of component '" + component.name + "'";
    const auto* words = node.as_array();
    if (is_table(file))
      findings_.add(component.position,
                    "component '" + component.name + "' is a table, which needs no allow.");
    if (words != nullptr)
      for (const toml::node& word : *words)
        if (word.is_string()) component.allow.push_back(*word.value<std::string>());
    if (words == nullptr || component.allow.size() != words->size())
      findings_.add(component.position, whose + " must be a list: [\"network\", \"processes\"]");
    findings_.attempt(
        [&] { (void)allowance(component.allow, component.position.text() + ": " + whose); });
  }

  void read_held(const toml::node& node, ComponentEntry& component) {
    const auto* names = node.as_array();
    if (names != nullptr)
      for (const toml::node& name : *names)
        if (name.is_string()) component.held.push_back(*name.value<std::string>());
    if (names == nullptr || component.held.size() != names->size())
      findings_.add(component.position, "held of component '" + component.name +
                                            "' must be a list of columns: [\"rain\", \"switch\"]");
  }

  void read_connections(const toml::table& table) {
    std::vector<Entry> entries;
    flatten(table, "", Leaves::connections, entries);
    std::map<std::string, Position> driven;
    for (const Entry& entry : entries) {
      findings_.attempt([&] {
        const Connection connection = read_connection(entry);
        const auto [earlier, first] = driven.emplace(connection.target.text(), entry.position);
        if (!first)
          throw InputError(entry.position.text() + ": input '" + connection.target.text() +
                           "' is connected twice; the other connection is at " +
                           earlier->second.text() + ".");
        const bool has_target = check_component(connection.target, entry.position);
        const bool has_source = check_component(connection.source, entry.position);
        if (has_target && has_source) system_.connections.push_back(connection);
      });
    }
  }

  Connection read_connection(const Entry& entry) {
    Connection connection;
    connection.position = entry.position;
    connection.target = end_of(entry.key, entry.position);
    if (const auto text = entry.node->value<std::string>()) {
      const ConnectionExpression expression = read_connection_expression(*text, entry.position);
      connection.source = end_of(expression.source.text(), entry.position);
      connection.gain = expression.gain;
      connection.offset = expression.offset;
      return connection;
    }
    const auto* details = entry.node->as_table();
    const std::string whose = "the connection to '" + entry.key + "'";
    if (details != nullptr)
      check_keys(*details, {"from", "gain", "offset", "unit", "map", "local"}, whose);
    if (details == nullptr || !(*details)["from"].is_string())
      throw InputError(entry.position.text() + ": " + whose +
                       " must name an output: \"component.output\".");
    connection.source = end_of(*(*details)["from"].value<std::string>(), entry.position);
    connection.gain = number(*details, "gain", 1.0);
    connection.offset = number(*details, "offset", 0.0);
    if (const auto unit = (*details)["unit"]) {
      if (!unit.is_string()) throw InputError(entry.position.text() + ": unit must be a string.");
      connection.unit = *unit.value<std::string>();
    }
    if (const auto local = (*details)["local"]) {
      if (!local.is_boolean())
        throw InputError(entry.position.text() + ": local of " + whose + " must be true or false.");
      connection.from_local = *local.value<bool>();
    }
    if (const auto map = (*details)["map"]) read_map(*map.node(), connection, whose);
    return connection;
  }

  // { 1 = 3, true = false, low = "high" }: discrete values, or names of items.
  void read_map(const toml::node& node, Connection& connection, const std::string& whose) const {
    const auto* entries = node.as_table();
    if (entries == nullptr || entries->empty())
      throw InputError(position(node.source()).text() + ": map of " + whose +
                       " must name values: { 1 = 3, 2 = 5 }");
    if (connection.gain != 1.0 || connection.offset != 0.0 || !connection.unit.empty())
      throw InputError(position(node.source()).text() + ": " + whose +
                       " has a map, which is for discrete values, beside gain, offset or unit, "
                       "which are for Real values; leave one out.");
    Stage stage;
    stage.position = position(node.source());
    for (const Entry& entry : in_file_order(*entries)) {
      const Value mapped = value(*entry.node, entry.key);
      if (std::holds_alternative<double>(mapped))
        throw InputError(entry.position.text() + ": map of " + whose +
                         " leads to a whole number, true, false or the name of an item, not to " +
                         text(mapped) + ".");
      const auto* item = std::get_if<std::string>(&mapped);
      stage.map.emplace_back(entry.key, item != nullptr ? *item : text(mapped));
    }
    connection.stages.push_back(std::move(stage));
  }

  // Names of components may contain dots: the longest that fits is meant.
  Endpoint end_of(const std::string& text, const Position& where) const {
    for (auto dot = text.rfind('.'); dot != std::string::npos && dot > 0;
         dot = text.rfind('.', dot - 1))
      if (dot + 1 < text.size() && known_components_.contains(text.substr(0, dot)))
        return {text.substr(0, dot), text.substr(dot + 1)};
    return endpoint(text, where);
  }

  double number(const toml::table& table, const char* key, double otherwise) const {
    const auto node = table[key];
    if (!node) return otherwise;
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value))
      throw InputError(position(node.node()->source()).text() + ": " + key +
                       " must be a finite number.");
    return *value;
  }

  void read_parameters(const toml::table& table) {
    std::vector<Entry> entries;
    flatten(table, "", Leaves::values, entries);
    std::set<std::string> given;
    for (const Entry& entry : entries) {
      findings_.attempt([&] {
        const Endpoint target = end_of(entry.key, entry.position);
        if (!check_component(target, entry.position)) return;
        if (!given.insert(entry.key).second)
          throw InputError(entry.position.text() + ": '" + entry.key + "' is given twice.");
        const auto* list = entry.node->as_array();
        system_.parameters.push_back(
            {target, list != nullptr ? elements(*list, entry.key) : value(*entry.node, entry.key),
             entry.position});
      });
    }
  }

  // The elements of an array in row-major order, as --set takes them.
  Value elements(const toml::array& list, const std::string& key) const {
    std::string all;
    for (const toml::node& item : list) {
      if (const auto* inner = item.as_array()) {
        all += (all.empty() ? "" : " ") + std::get<std::string>(elements(*inner, key));
        continue;
      }
      const Value element = value(item, key);
      if (std::holds_alternative<std::string>(element))
        throw InputError(position(item.source()).text() + ": '" + key +
                         "': the elements of an array must be numbers or true/false.");
      all += (all.empty() ? "" : " ") + text(element);
    }
    return all;
  }

  void read_run(const toml::table& table) {
    for (const Entry& entry : in_file_order(table)) {
      findings_.attempt([&] {
        Setting setting{entry.key, {}, entry.position};
        if (const auto* list = entry.node->as_array())
          for (const toml::node& item : *list) setting.values.push_back(value(item, entry.key));
        else
          setting.values.push_back(value(*entry.node, entry.key));
        system_.settings.push_back(setting);
      });
    }
  }

  Value value(const toml::node& node, const std::string& key) const {
    if (const auto* boolean = node.as_boolean()) return boolean->get();
    if (const auto* integer = node.as_integer()) return integer->get();
    if (const auto* real = node.as_floating_point()) return real->get();
    if (const auto* text = node.as_string()) return text->get();
    throw InputError(position(node.source()).text() + ": '" + key +
                     "' must be a number, a string or true/false.");
  }

  bool check_component(const Endpoint& end, const Position& where) {
    if (known_components_.contains(end.component) || known_components_.empty()) return true;
    findings_.add(where, "there is no component '" + end.component + "' (in '" + end.text() +
                             "')." + did_you_mean(end.component, component_names_));
    return false;
  }

  // What belongs to components that could not be read cannot be checked any further.
  void drop_incomplete() {
    const auto is_missing = [&](const Endpoint& end) {
      return std::ranges::find(component_names_, end.component) == component_names_.end();
    };
    std::erase_if(system_.connections, [&](const Connection& c) {
      return is_missing(c.target) || is_missing(c.source);
    });
    std::erase_if(system_.parameters, [&](const Parameter& p) { return is_missing(p.target); });
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& known,
                  const std::string& whose) {
    for (const auto& [key, node] : table) {
      const std::string word(key.str());
      if (std::ranges::find(known, word) == known.end())
        findings_.add(position(key.source()), "key '" + word + "' of " + whose + " is not known." +
                                                  did_you_mean(word, known));
    }
  }

  Position position(const toml::source_region& region) const {
    return {system_.file.string(), static_cast<int>(region.begin.line),
            static_cast<int>(region.begin.column)};
  }

  System system_;
  std::filesystem::path folder_;
  std::vector<std::string> component_names_;
  std::set<std::string> known_components_;
  Report findings_;
};

}  // namespace

System read_toml(std::string_view text, const std::filesystem::path& file) {
  Report findings;
  std::set<std::string> lost;
  if (const auto root = parse_toml(std::string(text), file.string(), findings, lost))
    return TomlLoader(file, std::move(findings), std::move(lost)).load(*root);
  System system;
  system.file = file;
  system.mistakes = sentences_of(findings);
  return system;
}

System load_toml(std::string_view text, const std::filesystem::path& file) {
  System system = read_toml(text, file);
  refuse_mistakes(system);
  return system;
}

}  // namespace bw::system
