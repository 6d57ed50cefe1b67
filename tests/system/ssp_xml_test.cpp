#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "system/ssp/ssp_files.h"

namespace bw::system::ssp_xml_test {
namespace {

using test::contains;
using test::refusal;

std::string first_word(const std::string& text, SspFindings& findings) {
  return std::string(parse_ssp(text, "x.ssd", findings).root().name());
}

TEST(SspXml, UndeclaredPrefixesAreRemarked) {
  SspFindings findings;
  const XmlDocument document = parse_ssp(
      "<?xml version='1.0'?>\n<!-- <a> -->\n<ssd:Root\n  x='1'>\n<osp:A osp:b='1' oth:c='2'/>\n"
      "</ssd:Root>\n",
      "x.ssd", findings);
  EXPECT_EQ(document.root().name(), "Root");
  EXPECT_EQ(document.root().first_child()->exact_position().text(), "x.ssd:5:1");
  ASSERT_EQ(findings.remarks.size(), 3u);
  EXPECT_TRUE(contains(findings.remarks[1].sentence, "is not declared (xmlns:"));
}

TEST(SspXml, WhatIsDeclaredIsNotRemarked) {
  SspFindings findings;
  EXPECT_EQ(first_word("<a:b xmlns:a='x'/>", findings), "b");
  EXPECT_TRUE(findings.remarks.empty());
}

TEST(SspXml, OtherMistakesStayMistakes) {
  SspFindings findings;
  for (const char* wrong : {"", "<a", "<a:b>", "<a:b></a:c>", "<!-- <a:b/>", "text", "<?xml",
                            "<a:b><!DOCTYPE x></a:b>"})
    EXPECT_TRUE(contains(refusal<InputError>([&] { first_word(wrong, findings); }), "x.ssd"))
        << wrong;
}

TEST(SspXml, VeryManyPrefixesAreRefused) {
  SspFindings findings;
  std::string all = "<r>";
  for (int i = 0; i < 100; ++i) all += "<p" + std::to_string(i) + ":x/>";
  EXPECT_TRUE(
      contains(refusal<InputError>([&] { first_word(all + "</r>", findings); }), "is not defined"));
}

}  // namespace
}  // namespace bw::system::ssp_xml_test
