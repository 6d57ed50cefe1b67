// System structure description (SSP 2.0.1, chapter 5; 1.0).

#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {
namespace {

constexpr int deepest_nesting = 64;

class SsdReader {
 public:
  explicit SsdReader(SspFindings& findings) : findings_(findings), reader_(findings) {}

  SspDocument read(const XmlElement& root) {
    SspDocument document;
    document.version = SspReader::text(root, "version");
    document.name = SspReader::text(root, "name");
    reader_.read_definitions(root);
    if (const auto experiment = root.child("DefaultExperiment"))
      read_experiment(*experiment, document);
    read_own_settings(root, reader_, document);
    if (const auto system = root.child("System")) document.root = read_element(*system, 0);
    return document;
  }

 private:
  // Of all lists of a kind: some programs write several.
  static std::vector<XmlElement> entries(const XmlElement& xml, std::string_view list,
                                         std::string_view name) {
    std::vector<XmlElement> all;
    for (const XmlElement& one : xml.children(list))
      for (const XmlElement& entry : one.children(name)) all.push_back(entry);
    return all;
  }

  void read_experiment(const XmlElement& element, SspDocument& document) {
    document.experiment = element.exact_position();
    if (element.attribute("startTime")) document.start = SspReader::number(element, "startTime", 0);
    if (element.attribute("stopTime")) document.stop = SspReader::number(element, "stopTime", 0);
    if (document.stop && *document.stop < document.start.value_or(0))
      reader_.mistake(Rule::ssp_experiment, element, "stopTime is before startTime.");
  }

  std::shared_ptr<const SspElement> read_element(const XmlElement& xml, int depth) {
    auto element = std::make_shared<SspElement>();
    element->position = xml.exact_position();
    element->name = SspReader::text(xml, "name");
    element->id = SspReader::text(xml, "id");
    if (xml.name() == "Component") {
      read_component(xml, *element);
      read_own_details(xml, reader_, *element);
    } else if (xml.name() == "SignalDictionaryReference") {
      element->kind = SspElementKind::dictionary_reference;
      element->dictionary = SspReader::text(xml, "dictionary");
    } else {
      if (depth > 0 && !xml.attribute("name"))
        reader_.mistake(Rule::ssp_attribute_missing, xml, "a nested System needs a name.");
      element->kind = SspElementKind::system;
      read_system(xml, element->system, depth);
    }
    read_connectors(xml, *element);
    read_bindings(xml, *element);
    return element;
  }

  static void read_component(const XmlElement& xml, SspElement& element) {
    element.type = SspReader::text(xml, "type");
    if (const auto source = xml.attribute("source")) element.source = std::string(*source);
    element.implementation = SspReader::text(xml, "implementation", "any");
  }

  void read_connectors(const XmlElement& xml, SspElement& element) {
    std::set<std::string> names;
    for (const XmlElement& one : entries(xml, "Connectors", "Connector")) {
      SspConnector connector = reader_.read_connector(one);
      if (!names.insert(connector.name).second)
        reader_.mistake(Rule::ssp_name_twice, one,
                        "'" + element.name + "' has two connectors '" + connector.name + "'.");
      else
        element.connectors.push_back(std::move(connector));
    }
    check_connectors(element);
  }

  // What connectors name is a connector of the same element.
  void check_connectors(const SspElement& element) {
    std::map<std::string, const SspConnector*> by_name;
    for (const SspConnector& one : element.connectors) by_name.emplace(one.name, &one);
    for (const SspConnector& one : element.connectors) {
      for (const SspDimension& dimension : one.type.dimensions) {
        if (dimension.connector.empty()) continue;
        const auto size = by_name.find(dimension.connector);
        const bool varies = size != by_name.end() && (size->second->kind == SspKind::input ||
                                                      size->second->kind == SspKind::output ||
                                                      size->second->kind == SspKind::local);
        if (size == by_name.end() || varies)
          add(findings_.mistakes, Rule::ssp_size_connector, one.position,
              "the size of '" + one.name + "' is given by '" + dimension.connector +
                  "', which is no " + (varies ? "parameter" : "connector") + " of '" +
                  element.name + "'.");
      }
      for (const std::string& clock : one.clocks) {
        const auto found = by_name.find(clock);
        if (found == by_name.end() || found->second->type.name != "Clock")
          add(findings_.mistakes, Rule::ssp_clock_unknown, one.position,
              "'" + one.name + "' belongs to the clock '" + clock +
                  "', which is no connector of '" + element.name + "' with the type Clock.");
      }
    }
  }

  // Reads the content of `holder`, where it stands in the document.
  template <class Content>
  SspSource<Content> read_source(const XmlElement& place, const std::optional<XmlElement>& inner,
                                 Content (*read_content)(const XmlElement&, SspFindings&),
                                 const char* type) {
    const std::string name(place.name());
    SspSource<Content> source;
    source.position = place.exact_position();
    if (const auto uri = place.attribute("source")) source.source = std::string(*uri);
    source.from_component = SspReader::text(place, "sourceBase", "SSD") == "component";
    if (const std::string given = SspReader::text(place, "type", type); given != type) {
      reader_.mistake(Rule::ssp_mime_type, place,
                      "the type '" + given + "' of " + name + " is not known; it is " + type + ".");
      return source;
    }
    if (source.source && inner)
      reader_.mistake(Rule::ssp_content, place,
                      name + " has a source and a content; one of them is too many.");
    else if (!source.source && !inner)
      reader_.mistake(Rule::ssp_content, place, name + " has neither a source nor a content.");
    else if (inner)
      source.content = std::make_shared<Content>(read_content(*inner, findings_));
    return source;
  }

  void read_bindings(const XmlElement& xml, SspElement& element) {
    for (const XmlElement& one : entries(xml, "ParameterBindings", "ParameterBinding")) {
      SspBinding binding;
      const auto values = one.child("ParameterValues");
      binding.set = read_source(one, values ? values->child("ParameterSet") : std::nullopt,
                                read_ssv, "application/x-ssp-parameter-set");
      binding.prefix = SspReader::text(one, "prefix");
      if (const auto mapping = one.child("ParameterMapping"))
        binding.mapping = read_source(*mapping, mapping->child("ParameterMapping"), read_ssm,
                                      "application/x-ssp-parameter-mapping");
      element.bindings.push_back(std::move(binding));
    }
  }

  void read_system(const XmlElement& xml, SspSystem& system, int depth) {
    if (depth > deepest_nesting)
      return reader_.mistake(
          Rule::ssp_nesting, xml,
          "systems are nested more than " + std::to_string(deepest_nesting) + " levels deep.");
    std::set<std::string> names;
    for (const XmlElement& elements : xml.children("Elements"))
      read_elements(elements, system, depth, names);
    for (const XmlElement& one : entries(xml, "Connections", "Connection"))
      system.connections.push_back(read_connection(one));
    for (const XmlElement& one : entries(xml, "SignalDictionaries", "SignalDictionary"))
      read_dictionary(one, system);
  }

  void read_elements(const XmlElement& elements, SspSystem& system, int depth,
                     std::set<std::string>& names) {
    for (auto one = elements.first_child(); one; one = one->next()) {
      if (!is_listed(one->name(), "Component System SignalDictionaryReference")) continue;
      auto element = read_element(*one, depth + 1);
      if (!names.insert(element->name).second)
        reader_.mistake(Rule::ssp_name_twice, *one,
                        "there are two elements '" + element->name + "' in one system.");
      else
        system.elements.push_back(std::move(element));
    }
  }

  void read_dictionary(const XmlElement& xml, SspSystem& system) {
    SspNamedDictionary named;
    named.name = SspReader::text(xml, "name");
    for (const SspNamedDictionary& other : system.dictionaries)
      if (other.name == named.name)
        reader_.mistake(Rule::ssp_name_twice, xml,
                        "there are two signal dictionaries '" + named.name + "' in one system.");
    named.dictionary = read_source(xml, xml.child("SignalDictionary"), read_ssb,
                                   "application/x-ssp-signal-dictionary");
    system.dictionaries.push_back(std::move(named));
  }

  SspConnection read_connection(const XmlElement& xml) {
    SspConnection connection;
    connection.position = xml.exact_position();
    connection.start = read_end(xml, "start");
    connection.end = read_end(xml, "end");
    connection.converts_units = !SspReader::boolean(xml, "suppressUnitConversion", false);
    connection.transformation = reader_.read_transformation(xml);
    return connection;
  }

  static SspEnd read_end(const XmlElement& xml, const std::string& which) {
    SspEnd end;
    if (const auto element = xml.attribute(which + "Element"); element && !element->empty())
      end.element = std::string(*element);
    end.connector = SspReader::text(xml, which + "Connector");
    std::istringstream stream(SspReader::text(xml, which + "Indices"));
    for (std::string word; stream >> word;) {
      std::size_t index = 0;
      const auto [last, problem] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (problem == std::errc{} && last == word.data() + word.size()) end.indices.push_back(index);
    }
    return end;
  }

  SspFindings& findings_;
  SspReader reader_;
};

}  // namespace

SspDocument read_ssd(const XmlElement& root, SspFindings& findings) {
  return SsdReader(findings).read(root);
}

}  // namespace bw::system
