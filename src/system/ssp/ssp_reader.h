#pragma once
// What the readers of all SSP files share: attributes with their types, units, enumerations, types
// and transformations. They read what ssp_form.h has checked: an attribute that is missing or wrong
// is reported there and has its default here. Mistakes and remarks are collected.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/position.h"
#include "base/report.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/system.h"

namespace bw::system {

// Where everything goes that is found in the files of one target.
struct SspFindings {
  Report mistakes;  // and warnings
  std::vector<Remark> remarks;

  void remark(Rule rule, const std::string& subject, const std::string& sentence,
              const Position& position) {
    remarks.push_back({subject, sentence, position, row(rule).key});
  }
};

class SspReader {
 public:
  explicit SspReader(SspFindings& findings) : findings_(findings) {}

  void mistake(Rule rule, const XmlElement& element, std::string_view sentence);
  void remark(Rule rule, const XmlElement& element, const std::string& sentence);
  template <class Work>
  void attempt(Work&& work) {
    findings_.mistakes.attempt(std::forward<Work>(work));
  }

  static std::string text(const XmlElement& element, std::string_view attribute,
                          std::string_view otherwise = "");
  static double number(const XmlElement& element, std::string_view attribute, double otherwise);
  static bool boolean(const XmlElement& element, std::string_view attribute, bool otherwise);

  void read_definitions(const XmlElement& root);
  // Of a connector, a dictionary entry or a parameter; with its dimensions.
  SspType read_type(const XmlElement& element);
  std::optional<XmlElement> type_element(const XmlElement& element);
  SspTransformation read_transformation(const XmlElement& element);
  SspConnector read_connector(const XmlElement& element);

 private:
  void read_unit(const XmlElement& unit);
  void read_enumeration(const XmlElement& enumeration);
  void read_dimensions(const XmlElement& element, SspType& type);
  NamedUnit unit_of(const XmlElement& type);
  void read_map(const XmlElement& element, SspTransformation& into);

  SspFindings& findings_;
  SspDefinitions definitions_;
  std::set<std::pair<std::string, std::string>> said_;  // once is enough in a file
};

// Each reads a root element, in a file of its own or inside of another one.
SspParameterSet read_ssv(const XmlElement& root, SspFindings& findings);
SspParameterMapping read_ssm(const XmlElement& root, SspFindings& findings);
SspDictionary read_ssb(const XmlElement& root, SspFindings& findings);
SspDocument read_ssd(const XmlElement& root, SspFindings& findings);

// Annotations of this program (read_own.cpp); those of others have no effect.
bool is_own_annotation(std::string_view type);
void read_own_settings(const XmlElement& root, SspReader& reader, SspDocument& document);
void read_own_details(const XmlElement& xml, SspReader& reader, SspElement& element);

inline constexpr std::string_view ssp_types =
    "Real Float64 Float32 Integer Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String "
    "Enumeration Binary Clock";
inline constexpr std::string_view ssp_transformations =
    "LinearTransformation BooleanMappingTransformation IntegerMappingTransformation "
    "EnumerationMappingTransformation";
// Whether `word` is one of the words of a list.
bool is_listed(std::string_view word, std::string_view list);

}  // namespace bw::system
