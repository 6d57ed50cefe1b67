// System structure description (SSP 2.0.1, chapter 5; 1.0).

#include <charconv>
#include <set>
#include <sstream>

#include "base/xml.h"
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
    if (!reader_.expect_root(root, "SystemStructureDescription")) return document;
    reader_.expect(root, std::string(ssp_metadata) + " version name schemaLocation",
                   "System Enumerations Units DefaultExperiment");
    document.version = reader_.optional(root, "version");
    document.name = reader_.required(root, "name");
    reader_.read_definitions(root);
    if (const auto experiment = root.child("DefaultExperiment"))
      read_experiment(*experiment, document);
    const auto system = root.child("System");
    if (!system) {
      reader_.mistake(root, "the SystemStructureDescription has no System.");
      return document;
    }
    document.root = read_element(*system, 0);
    return document;
  }

 private:
  void read_experiment(const XmlElement& element, SspDocument& document) {
    reader_.expect(element, "id description startTime stopTime", "");
    document.experiment = element.exact_position();
    if (element.attribute("startTime")) document.start = reader_.number(element, "startTime", 0);
    if (element.attribute("stopTime")) document.stop = reader_.number(element, "stopTime", 0);
    if (document.stop && *document.stop < document.start.value_or(0))
      reader_.mistake(element, "stopTime is before startTime.");
  }

  std::shared_ptr<const SspElement> read_element(const XmlElement& xml, int depth) {
    auto element = std::make_shared<SspElement>();
    element->position = xml.exact_position();
    element->name = reader_.optional(xml, "name");
    element->id = reader_.optional(xml, "id");
    if (element->name.empty() && depth > 0)
      reader_.mistake(xml, std::string(xml.name()) + " needs a name.");
    const std::string common = "Connectors ElementGeometry ParameterBindings";
    if (xml.name() == "Component") {
      reader_.expect(xml, "id description name type source implementation", common);
      read_component(xml, *element);
    } else if (xml.name() == "SignalDictionaryReference") {
      reader_.expect(xml, "id description name dictionary", common);
      element->kind = SspElementKind::dictionary_reference;
      element->dictionary = reader_.required(xml, "dictionary");
    } else {
      reader_.expect(xml, "id description name",
                     common +
                         " Elements Connections SignalDictionaries SystemGeometry "
                         "GraphicalElements");
      element->kind = SspElementKind::system;
      read_system(xml, element->system, depth);
    }
    read_connectors(xml, *element);
    read_bindings(xml, *element);
    return element;
  }

  void read_component(const XmlElement& xml, SspElement& element) {
    element.type = reader_.optional(xml, "type");
    if (const auto source = xml.attribute("source")) element.source = std::string(*source);
    element.implementation = reader_.word(
        xml, "implementation", {"any", "ModelExchange", "CoSimulation", "ScheduledExecution"});
  }

  void read_connectors(const XmlElement& xml, SspElement& element) {
    const auto all = xml.child("Connectors");
    if (!all) return;
    reader_.expect(*all, "", "Connector");
    std::set<std::string> names;
    for (const XmlElement& one : all->children("Connector")) {
      SspConnector connector = reader_.read_connector(one, true);
      if (!names.insert(connector.name).second)
        reader_.mistake(one, "'" + element.name + "' has two connectors '" + connector.name + "'.");
      else
        element.connectors.push_back(std::move(connector));
    }
  }

  // Reads the content of `holder`, where it stands in the document.
  template <class Content>
  SspSource<Content> read_source(const XmlElement& place, const std::optional<XmlElement>& holder,
                                 Content (*read_content)(const XmlElement&, SspFindings&),
                                 const char* type) {
    SspSource<Content> source;
    source.position = place.exact_position();
    if (const auto uri = place.attribute("source")) source.source = std::string(*uri);
    source.from_component = reader_.word(place, "sourceBase", {"SSD", "component"}) == "component";
    if (const std::string given = reader_.optional(place, "type", type); given != type) {
      reader_.mistake(place, "the type '" + given + "' of " + std::string(place.name()) +
                                 " is not known; it is " + type + ".");
      return source;
    }
    const auto inner = holder ? holder->first_child() : std::nullopt;
    if (source.source && inner)
      reader_.mistake(place, std::string(place.name()) +
                                 " has a source and a content; one of them "
                                 "is too many.");
    else if (!source.source && !inner)
      reader_.mistake(place, std::string(place.name()) + " has neither a source nor a content.");
    else if (inner)
      source.content = std::make_shared<Content>(read_content(*inner, findings_));
    return source;
  }

  void read_bindings(const XmlElement& xml, SspElement& element) {
    const auto all = xml.child("ParameterBindings");
    if (!all) return;
    reader_.expect(*all, "", "ParameterBinding");
    for (const XmlElement& one : all->children("ParameterBinding")) {
      reader_.expect(one, "id description type source sourceBase prefix",
                     "ParameterValues ParameterMapping");
      SspBinding binding;
      binding.set = read_source(one, one.child("ParameterValues"), read_ssv,
                                "application/x-ssp-parameter-set");
      binding.prefix = reader_.optional(one, "prefix");
      if (const auto mapping = one.child("ParameterMapping")) {
        reader_.expect(*mapping, "id description type source sourceBase", "ParameterMapping");
        binding.mapping =
            read_source(*mapping, mapping, read_ssm, "application/x-ssp-parameter-mapping");
      }
      element.bindings.push_back(std::move(binding));
    }
  }

  void read_system(const XmlElement& xml, SspSystem& system, int depth) {
    if (depth > deepest_nesting)
      return reader_.mistake(
          xml, "systems are nested more than " + std::to_string(deepest_nesting) + " levels deep.");
    if (const auto elements = xml.child("Elements")) {
      reader_.expect(*elements, "", "Component System SignalDictionaryReference");
      std::set<std::string> names;
      for (auto one = elements->first_child(); one; one = one->next()) {
        if (!is_listed(one->name(), "Component System SignalDictionaryReference")) continue;
        auto element = read_element(*one, depth + 1);
        if (!names.insert(element->name).second)
          reader_.mistake(*one, "there are two elements '" + element->name + "' in one system.");
        else
          system.elements.push_back(std::move(element));
      }
    }
    if (const auto all = xml.child("Connections")) {
      reader_.expect(*all, "", "Connection");
      for (const XmlElement& one : all->children("Connection"))
        system.connections.push_back(read_connection(one));
    }
    if (const auto all = xml.child("SignalDictionaries")) {
      reader_.expect(*all, "", "SignalDictionary");
      for (const XmlElement& one : all->children("SignalDictionary")) read_dictionary(one, system);
    }
  }

  void read_dictionary(const XmlElement& xml, SspSystem& system) {
    reader_.expect(xml, "id description name type source", "SignalDictionary");
    SspNamedDictionary named;
    named.name = reader_.required(xml, "name");
    named.dictionary = read_source(xml, xml, read_ssb, "application/x-ssp-signal-dictionary");
    system.dictionaries.push_back(std::move(named));
  }

  SspConnection read_connection(const XmlElement& xml) {
    reader_.expect(xml,
                   "id description startElement startConnector startIndices endElement "
                   "endConnector endIndices suppressUnitConversion",
                   std::string(ssp_transformations) + " ConnectionGeometry");
    SspConnection connection;
    connection.position = xml.exact_position();
    connection.start = read_end(xml, "start");
    connection.end = read_end(xml, "end");
    connection.converts_units = !reader_.boolean(xml, "suppressUnitConversion", false);
    connection.transformation = reader_.read_transformation(xml);
    return connection;
  }

  SspEnd read_end(const XmlElement& xml, const std::string& which) {
    SspEnd end;
    if (const auto element = xml.attribute(which + "Element"); element && !element->empty())
      end.element = std::string(*element);
    end.connector = reader_.required(xml, which + "Connector");
    std::istringstream stream(reader_.optional(xml, which + "Indices"));
    for (std::string word; stream >> word;) {
      std::size_t index = 0;
      const auto [last, problem] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (problem != std::errc{} || last != word.data() + word.size())
        reader_.mistake(xml, which + "Indices are whole numbers, not '" + word + "'.");
      else
        end.indices.push_back(index);
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
