#pragma once
// What the readers of all SSP files share: attributes with their types, unknown names, units,
// enumerations, types and transformations. Mistakes and remarks are collected.

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/report.h"
#include "base/xml.h"
#include "system/ssp/ssp_document.h"
#include "system/system.h"

namespace bw::system {

// Where everything goes that is found in the files of one target.
struct SspFindings {
  Report mistakes;
  std::vector<Remark> remarks;
};

class SspReader {
 public:
  explicit SspReader(SspFindings& findings) : findings_(findings) {}

  void mistake(const XmlElement& element, std::string_view sentence);
  void remark(const XmlElement& element, const std::string& sentence);

  // Unknown attributes are mistakes; unknown elements, which may be another program's, remarks.
  // `attributes` and `children` are separated by blanks. Annotations are reported and skipped.
  void expect(const XmlElement& element, std::string_view attributes, std::string_view children);
  // The root element of a file; false: another one, which is a mistake.
  bool expect_root(const XmlElement& root, std::string_view name);

  std::string required(const XmlElement& element, std::string_view attribute);
  std::string optional(const XmlElement& element, std::string_view attribute,
                       std::string_view otherwise = "");
  double number(const XmlElement& element, std::string_view attribute, double otherwise);
  bool boolean(const XmlElement& element, std::string_view attribute, bool otherwise);
  // One of the words, else the first of them and a mistake.
  std::string word(const XmlElement& element, std::string_view attribute,
                   std::initializer_list<std::string_view> words);

  void read_definitions(const XmlElement& root);
  // Of a connector, a dictionary entry or a parameter; with its dimensions.
  SspType read_type(const XmlElement& element);
  std::optional<XmlElement> type_element(const XmlElement& element);
  SspTransformation read_transformation(const XmlElement& element);
  SspConnector read_connector(const XmlElement& element, bool has_kind);

 private:
  void read_unit(const XmlElement& unit);
  void read_enumeration(const XmlElement& enumeration);
  void read_dimensions(const XmlElement& element, SspType& type);
  NamedUnit unit_of(const XmlElement& type);
  void read_map(const XmlElement& element, SspTransformation& into);
  void report_annotations(const XmlElement& annotations);

  SspFindings& findings_;
  SspDefinitions definitions_;
  std::set<std::pair<std::string, std::string>> said_;  // once is enough in a file
};

// Each reads a root element, in a file of its own or inside of another one.
SspParameterSet read_ssv(const XmlElement& root, SspFindings& findings);
SspParameterMapping read_ssm(const XmlElement& root, SspFindings& findings);
SspDictionary read_ssb(const XmlElement& root, SspFindings& findings);
SspDocument read_ssd(const XmlElement& root, SspFindings& findings);

inline constexpr std::string_view ssp_metadata =
    "id description author fileversion copyright license generationTool generationDateAndTime";
inline constexpr std::string_view ssp_types =
    "Real Float64 Float32 Integer Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String "
    "Enumeration Binary Clock";
inline constexpr std::string_view ssp_transformations =
    "LinearTransformation BooleanMappingTransformation IntegerMappingTransformation "
    "EnumerationMappingTransformation";
// Whether `word` is one of the words of a list.
bool is_listed(std::string_view word, std::string_view list);

}  // namespace bw::system
