#pragma once
// The files of an SSP target: packages are unpacked to private folders, URIs resolved inside of the
// folder that they belong to, and every file is read once.

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "base/xml.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {

inline constexpr const char* default_ssd = "SystemStructure.ssd";

// A place that relative URIs begin at: the folder of an .ssd.
struct SspPlace {
  std::filesystem::path folder;  // on the disk
  std::string shown;             // before the names of its files in messages; "x.ssp/"
  bool packed = false;
};

struct SspUri {
  std::string path, fragment;
};
// Percent encoding resolved, backslashes between folders noted. Throws InputError for URIs that
// are absolute, have a scheme or lead out of the folder.
SspUri read_ssp_uri(std::string_view text, const Position& position, SspFindings& findings);

// The name of a description in a package: "x.ssp#Variant.ssd"; without one, that of the standard.
// Throws InputError where it leads out of the package.
std::string checked_variant(const std::string& written, const Position& position);

// A document whose prefixes may be undeclared, which is remarked. Throws InputError where it is not
// well-formed otherwise.
XmlDocument parse_ssp(std::string text, const std::string& shown, SspFindings& findings);

class SspFiles {
 public:
  // What is unpacked and read is noted in the system.
  SspFiles(SspFindings& findings, System& system) : findings_(findings), system_(system) {}

  // Unpacks a package; `shown` is its name in messages.
  SspPlace open_package(const std::filesystem::path& file, const std::string& shown);
  // Each throws InputError where there is no such file or it is not well-formed.
  std::shared_ptr<const SspDocument> document(const SspPlace& place, const std::string& path,
                                              const Position& position);
  // The content of a source that stands in a file. `component`: the file of the component, for
  // sources that are relative to it.
  template <class Content>
  std::shared_ptr<const Content> content(const SspSource<Content>& source, const SspPlace& place,
                                         const std::filesystem::path& component,
                                         Content (*read)(const XmlElement&, SspFindings&));
  // Every file of SSP that was read, in this order.
  struct Text {
    std::string shown;  // its name in messages
    std::string row;    // of its root element in the schemas
    std::string text;
  };
  const std::vector<Text>& texts() const { return texts_; }
  // An existing file of a place.
  std::filesystem::path file(const SspPlace& place, const std::string& path,
                             const Position& position);

 private:
  static std::vector<std::string> names_like(const SspPlace& place, const std::string& path);
  std::string text_in(const std::filesystem::path& component, const std::string& path,
                      const Position& position) const;
  template <class Content>
  std::map<std::string, std::shared_ptr<const Content>>& cache();
  template <class Content>
  Content read_form(const std::string& text, const std::string& shown, const char* row,
                    Content (*read)(const XmlElement&, SspFindings&));

  SspFindings& findings_;
  System& system_;
  std::set<std::filesystem::path> noted_;  // in System::read_files
  long missing_ = 0;                       // files; only the first ones are looked for by name
  std::vector<Text> texts_;
  std::map<std::string, std::shared_ptr<const SspDocument>> documents_;
  std::map<std::string, std::shared_ptr<const SspParameterSet>> sets_;
  std::map<std::string, std::shared_ptr<const SspParameterMapping>> mappings_;
  std::map<std::string, std::shared_ptr<const SspDictionary>> dictionaries_;
};

}  // namespace bw::system
