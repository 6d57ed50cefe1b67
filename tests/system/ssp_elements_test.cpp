// Every element and attribute of SSP (ssp_elements.txt): the table of the schemas knows it, the
// whole files have it, and a test shows what is done with it.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "base/text.h"
#include "base/xml.h"
#include "support/contains.h"
#include "support/scratch_folder.h"
#include "system/ssp/check_ssp.h"
#include "system/ssp/ssp_schema.h"

namespace bw::system::ssp_elements_test {
namespace {

namespace fs = std::filesystem;

const std::string here = BW_SOURCE "/tests/system/";

struct Listed {
  std::string versions, test;
};

std::map<std::string, Listed> listed_elements() {
  std::map<std::string, Listed> all;
  std::istringstream stream(test::read_file(here + "ssp_elements.txt"));
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string key, word;
    words >> key;
    Listed& row = all[key];
    while (words >> word) (word.ends_with(".0") ? row.versions : row.test) += word;
  }
  return all;
}

// Of the table: "1.02.0" or "2.0" for each key.
class Known {
 public:
  Known() {
    for (const char* root : {"ssd:SystemStructureDescription", "ssv:ParameterSet",
                             "ssm:ParameterMapping", "ssb:SignalDictionary"})
      add(root, root, false);
  }
  const std::map<std::string, std::string>& keys() const { return keys_; }

 private:
  void add(const std::string& name, const std::string& row, bool is_new) {
    note(name, is_new);
    if (!seen_.insert(name + "/" + row + (is_new ? "/2" : "/1")).second) return;
    const SspElementRule& rule = ssp_element_rule(row);
    // What is required in version 1.0 alone was there.
    for (const SspAttributeRule& one : rule.attributes)
      note(name + "@" + one.name, is_new || one.is_new);
    for (const SspPlaceRule& place : rule.places)
      for (const SspChildRule& one : place.alternatives)
        add(one.space + ":" + one.name, one.row, is_new || one.is_new);
  }
  void note(const std::string& key, bool is_new) {
    std::string& versions = keys_[key];
    if (versions != "1.02.0") versions = is_new ? "2.0" : "1.02.0";
  }
  std::map<std::string, std::string> keys_;
  std::set<std::string> seen_;
};

void collect(const XmlElement& element, std::set<std::string>& keys) {
  std::string prefix;
  for (const char* one : {"ssd", "ssv", "ssm", "ssb", "ssc"})
    if (element.space() == ssp_namespace(one)) prefix = one;
  const std::string name = prefix + ":" + std::string(element.name());
  keys.insert(name);
  for (std::size_t i = 0; i < element.attribute_count(); ++i)
    keys.insert(name + "@" + std::string(element.attribute_at(i).first));
  for (const XmlElement& child : element.children()) collect(child, keys);
}

TEST(SspElements, AreThoseOfTheTable) {
  const Known known;
  std::map<std::string, std::string> wanted;
  for (const auto& [key, row] : listed_elements()) wanted[key] = row.versions;
  EXPECT_EQ(known.keys(), wanted);
}

TEST(SspElements, AreAllInTheWholeFiles) {
  for (const char version : {'1', '2'}) {
    std::set<std::string> keys;
    for (const char* ending : {".ssd", ".ssv", ".ssm", ".ssb"}) {
      const std::string file = here + "ssp/whole_" + version + ending;
      const XmlDocument xml = XmlDocument::parse(test::read_file(file), file);
      collect(xml.root(), keys);
    }
    for (const auto& [key, row] : listed_elements())
      EXPECT_TRUE(keys.contains(key) ||
                  !test::contains(row.versions, std::string(1, version) + "."))
          << key << " in version " << version;
  }
}

TEST(SspElements, HaveTestsThatExist) {
  std::string tests;
  for (const char* folder : {"/tests/system", "/tests/run"})
    for (const auto& entry : fs::directory_iterator(std::string(BW_SOURCE) + folder))
      if (entry.path().extension() == ".cpp") tests += test::read_file(entry.path().string());
  for (const auto& [key, row] : listed_elements()) {
    const auto dot = row.test.find('.');
    const std::string name = "(" + row.test.substr(0, dot) + ", " + row.test.substr(dot + 1) + ")";
    EXPECT_NE(tests.find(name), std::string::npos) << key << " " << name;
  }
}

TEST(SspElements, TheWholeFilesBreakNoRule) {
  for (const char* name : {"whole_1.ssd", "whole_2.ssd"}) {
    const test::ScratchFolder folder;
    for (const auto& entry : fs::directory_iterator(here + "ssp"))
      fs::copy(entry.path(), folder.path());
    for (const char* fmu : {"a.fmu", "b.fmu"}) test::write_file(folder / fmu, "");
    const SspCheck found = check_ssp(folder / name);
    for (const Finding& one : found.report.findings())
      EXPECT_EQ(one.severity, Finding::Severity::note)
          << one.rule << " " << one.place.text() << ": " << one.sentence;
    EXPECT_GT(found.system.components.size(), 2U);
  }
}

}  // namespace
}  // namespace bw::system::ssp_elements_test
