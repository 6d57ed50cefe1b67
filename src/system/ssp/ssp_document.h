#pragma once
// What the files of SSP 1.0 and 2.0 say: system structure (.ssd), parameter values (.ssv),
// parameter mapping (.ssm), signal dictionary (.ssb). Pure values, each with its position. Geometry
// and metadata are not kept.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/position.h"
#include "base/units.h"
#include "system/system.h"

namespace bw::system {

// Units and enumerations belong to the file that defines them.
struct SspDefinitions {
  std::map<std::string, Unit, std::less<>> units;
  std::map<std::string, Items, std::less<>> enumerations;
};

struct SspDimension {
  std::optional<std::size_t> size;  // nothing: a connector gives it
  std::string connector;
};

struct SspType {
  std::string name;  // "Real", "Int32", "Boolean", ...; empty: none is given
  NamedUnit unit;
  Items items;  // of an enumeration
  std::vector<SspDimension> dimensions;
};

enum class SspKind {
  unspecified,
  input,
  output,
  inout,
  local,
  constant,
  parameter,
  calculated_parameter,
  structural_parameter
};

struct SspConnector {
  std::string name;
  SspKind kind = SspKind::unspecified;
  SspType type;
  Position position;
  std::vector<std::string> clocks{};  // names of connectors that it belongs to
};

enum class SspMapping { none, linear, boolean, integer, enumeration };

struct SspTransformation {
  SspMapping kind = SspMapping::none;
  double factor = 1.0, offset = 0.0;
  std::vector<std::pair<std::string, std::string>> entries;
  Position position;
};

struct SspEnd {
  std::optional<std::string> element;  // nothing: the system itself
  std::string connector;
  std::vector<std::size_t> indices;
};

struct SspConnection {
  SspEnd start, end;
  bool converts_units = true;
  SspTransformation transformation;
  Position position;
};

struct SspValue {
  std::string name;
  SspType type;
  std::vector<std::string> values;  // one, or the elements of an array
  Position position;
  std::optional<Position> other{};  // of another value for the same name, in the same set
};

struct SspParameterSet {
  std::string name;
  std::vector<SspValue> values;
};

struct SspMappingEntry {
  std::string source, target;
  bool converts_units = true;
  SspTransformation transformation;
  Position position;
};

struct SspParameterMapping {
  std::vector<SspMappingEntry> entries;
};

// Content that stands in the document or in a file of its own.
template <class Content>
struct SspSource {
  std::optional<std::string> source;  // a URI
  bool from_component = false;        // sourceBase
  std::shared_ptr<const Content> content;
  Position position;
};

struct SspBinding {
  SspSource<SspParameterSet> set;
  std::string prefix;
  std::optional<SspSource<SspParameterMapping>> mapping;
};

struct SspDictionary {
  std::vector<SspConnector> entries;
};

struct SspNamedDictionary {
  std::string name;
  SspSource<SspDictionary> dictionary;
};

struct SspElement;

struct SspSystem {
  std::vector<std::shared_ptr<const SspElement>> elements;
  std::vector<SspConnection> connections;
  std::vector<SspNamedDictionary> dictionaries;
};

enum class SspElementKind { component, system, dictionary_reference };

struct SspElement {
  SspElementKind kind = SspElementKind::component;
  std::string name, id;
  std::vector<SspConnector> connectors;
  std::vector<SspBinding> bindings;
  Position position;
  // Components.
  std::string type;                   // the MIME type; empty: that of an FMU
  std::optional<std::string> source;  // a URI; nothing: there is no implementation
  std::string implementation;
  SspSystem system;        // systems
  std::string dictionary;  // references
  // Components, from annotations of this program.
  bool isolated = false;
  std::vector<std::string> allow, held;
};

struct SspDocument {
  std::string version, name;
  std::shared_ptr<const SspElement> root;
  std::optional<double> start, stop;
  Position experiment;            // of start and stop
  std::vector<Setting> settings;  // from an annotation of this program
};

}  // namespace bw::system
