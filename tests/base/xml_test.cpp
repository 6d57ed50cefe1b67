#include "base/xml.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::xml_test {
namespace {

using test::contains;

XmlDocument parsed(std::string_view text) { return XmlDocument::parse(text, "a.xml"); }

std::string refusal(std::string_view text) {
  return test::outcome<InputError>([&] { parsed(text); });
}

TEST(Xml, ElementsAndAttributesAreFound) {
  const XmlDocument document = parsed("<a x='1' y='two words'><b/><c/><b n=''/></a>");
  const XmlElement root = document.root();
  EXPECT_EQ(root.name(), "a");
  EXPECT_EQ(root.attribute("x"), "1");
  EXPECT_EQ(root.attribute("y"), "two words");
  EXPECT_FALSE(root.attribute("z"));
  EXPECT_EQ(root.children().size(), 3U);
  EXPECT_EQ(root.children("b").size(), 2U);
  EXPECT_EQ(root.children("b")[1].attribute("n"), "");
  EXPECT_EQ(root.child("c")->name(), "c");
  EXPECT_FALSE(root.child("d"));
  EXPECT_TRUE(root.child("b")->children().empty());
}

TEST(Xml, ChildrenAreNotGrandchildren) {
  const XmlDocument document = parsed("<a><b><c/></b><d/></a>");
  ASSERT_EQ(document.root().children().size(), 2U);
  EXPECT_EQ(document.root().children()[1].name(), "d");
  EXPECT_FALSE(document.root().child("c"));
}

TEST(Xml, ReferencesInValuesAreResolvedOnce) {
  const XmlDocument document = parsed(
      "<a x='1 &lt; 2 &amp;&amp; &quot;3&quot;' y='&#228;&#x20AC;&#38;' z='&amp;amp;&amp;#38;'/>");
  EXPECT_EQ(document.root().attribute("x"), "1 < 2 && \"3\"");
  EXPECT_EQ(document.root().attribute("y"), "ä€&");
  EXPECT_EQ(document.root().attribute("z"), "&amp;&#38;");
}

TEST(Xml, TextCommentsAndInstructionsArePassedOver) {
  const XmlDocument document =
      parsed("<?xml version='1.0'?><!-- c --><a>text<?pi x?><b/><![CDATA[<no/>]]></a><!-- d -->");
  EXPECT_EQ(document.root().children().size(), 1U);
}

TEST(Xml, TextOfElementsThatHoldNothingElseIsKept) {
  const XmlDocument document = parsed(
      "<a>no<b> one &lt; &amp; two<!-- c --> three </b><c><![CDATA[<x>]]></c><d> \n </d></a>");
  EXPECT_EQ(document.root().text(), "");
  EXPECT_EQ(document.root().child("b")->text(), " one < & two three ");
  EXPECT_EQ(document.root().child("c")->text(), "<x>");
  EXPECT_EQ(document.root().child("d")->text(), "");
}

TEST(Xml, AnElementKnowsItsSource) {
  const std::string inner = "<b x = \"1\" y='a>b'>\n <c/>text &amp; <!-- c -->\n</b>";
  const XmlDocument document =
      parsed("\xEF\xBB\xBF<?xml version='1.0' encoding='UTF-8'?>\n<!-- ä --><a>ä" + inner +
             "<d/><e  /></a>");
  EXPECT_EQ(document.root().child("b")->source(), inner);
  EXPECT_EQ(document.root().child("b")->child("c")->source(), "<c/>");
  EXPECT_EQ(document.root().child("d")->source(), "<d/>");
  EXPECT_EQ(document.root().child("e")->source(), "<e  />");
}

TEST(Xml, SourcesFarIntoALargeDocumentAreRight) {
  std::string text = "<a>";
  for (int i = 0; i < 20'000; ++i) text += "<b n='" + std::to_string(i) + "'><c/></b>\n";
  const XmlDocument document = parsed(text + "</a>");
  EXPECT_EQ(document.root().children()[19'999].source(), "<b n='19999'><c/></b>");
  EXPECT_EQ(document.root().source(), text + "</a>");
}

TEST(Xml, OtherEncodingsHaveNoSource) {
  const XmlDocument latin = parsed("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE4<b/></a>");
  EXPECT_EQ(latin.root().child("b")->source(), "");
}

TEST(Xml, AttributesAndChildrenCanBeWalked) {
  const XmlDocument document = parsed("<a x='1' y='2'><b/><c/></a>");
  const XmlElement root = document.root();
  ASSERT_EQ(root.attribute_count(), 2U);
  EXPECT_EQ(root.attribute_at(1).first, "y");
  EXPECT_EQ(root.attribute_at(1).second, "2");
  EXPECT_EQ(root.attribute_index("y"), 1U);
  EXPECT_FALSE(root.attribute_index("z"));
  EXPECT_EQ(root.first_child()->name(), "b");
  EXPECT_EQ(root.first_child()->next()->name(), "c");
  EXPECT_FALSE(root.first_child()->next()->next());
  EXPECT_FALSE(root.first_child()->first_child());
}

TEST(Xml, NamespacePrefixesAreDroppedFromElementsAndHideAttributes) {
  const XmlDocument document = parsed("<n:a xmlns:n='u' n:x='1' x='2'><n:b/></n:a>");
  EXPECT_EQ(document.root().name(), "a");
  EXPECT_EQ(document.root().attribute("x"), "2");
  EXPECT_TRUE(document.root().child("b"));
}

TEST(Xml, OtherEncodingsBecomeUtf8) {
  const XmlDocument latin = parsed("<?xml version='1.0' encoding='ISO-8859-1'?><a x='\xE4'/>");
  EXPECT_EQ(latin.root().attribute("x"), "ä");
  const std::string_view utf16("\xFF\xFE<\0a\0 \0x\0=\0'\0\xE4\0'\0/\0>\0", 22);
  EXPECT_EQ(parsed(utf16).root().attribute("x"), "ä");
}

TEST(Xml, AnElementKnowsTheLineItBeginsIn) {
  const XmlDocument document = parsed("<a>\n  <b\n    x='1'\n  />\n  <!--\n -->\n  <c/><d/>\n</a>");
  EXPECT_EQ(document.root().position().text(), "a.xml:1");
  EXPECT_EQ(document.root().child("b")->position().line, 2);
  EXPECT_EQ(document.root().child("c")->position().line, 7);
  EXPECT_EQ(document.root().child("d")->position().line, 7);
}

TEST(Xml, AnElementKnowsTheColumnItBeginsIn) {
  const auto column = [](const XmlDocument& document, const char* name) {
    return document.root().child(name)->exact_position().column;
  };
  const XmlDocument one = parsed("<a><b/><c/></a>");
  EXPECT_EQ(one.root().exact_position().column, 1);
  EXPECT_EQ(column(one, "b"), 4);
  EXPECT_EQ(column(one, "c"), 8);
  const XmlDocument many = parsed("<a>\n<b/>\n\n  <c\n x='1'/></a>");
  EXPECT_EQ(column(many, "b"), 1);
  EXPECT_EQ(column(many, "c"), 3);
}

TEST(Xml, LinesBeyond65535AreKnown) {
  const XmlDocument document = parsed("<a>" + std::string(100'000, '\n') + "<b/>\n<c/></a>");
  EXPECT_EQ(document.root().child("b")->position().line, 100'001);
  EXPECT_EQ(document.root().child("c")->position().line, 100'002);
}

TEST(Xml, WhatIsNotWellFormedIsRefusedWithLineAndColumn) {
  EXPECT_TRUE(contains(refusal("<a>\n<b></c></a>"), "a.xml:2:"));
  EXPECT_TRUE(contains(refusal("<a>\n<b></c></a>"), "not well-formed"));
  EXPECT_TRUE(contains(refusal("<a x='1' x='2'/>"), "a.xml:1:"));
}

TEST(Xml, EveryKindOfNonsenseIsRefused) {
  const char* all[] = {"",
                       " ",
                       "text",
                       "<a>",
                       "<a",
                       "<a/><b/>",
                       "<a/>x",
                       "<a b/>",
                       "<a b=1/>",
                       "<a b='<'/>",
                       "<a>&x;</a>",
                       "<a x='&x;'/>",
                       "\xFF\xFE",
                       "PK\3\4",
                       "<a x='\xFF'/>",
                       "<a>\x01</a>",
                       "<?xml version='1.0' encoding='nonsense'?><a/>"};
  for (const char* text : all) EXPECT_TRUE(contains(refusal(text), "a.xml")) << text;
  EXPECT_TRUE(contains(refusal({"<a\0/>", 5}), "a.xml"));
}

TEST(Xml, ADocumentTypeDeclarationIsRefused) {
  const char* all[] = {
      "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
      "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a b='&x;'/>",
      "<!DOCTYPE a [<!ENTITY x 'xxxxxxxxxx'><!ENTITY y '&x;&x;&x;&x;&x;&x;&x;&x;'>]><a>&y;</a>"};
  for (const char* text : all)
    EXPECT_TRUE(contains(refusal(text), "document type declaration")) << text;
  EXPECT_TRUE(contains(refusal("\n\n<!DOCTYPE a [\n]>\n<a/>"), "a.xml:3"));
}

TEST(Xml, EndlessNestingIsRefused) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<a>";
  EXPECT_TRUE(contains(refusal(text), "not well-formed"));
}

TEST(Xml, NothingIsPrintedToStandardError) {
  testing::internal::CaptureStderr();
  refusal("<a><b></a>");
  refusal("<?xml version='1.0' encoding='nonsense'?><a/>");
  refusal("<?xml version='1.0' encoding='UTF-16'?><a/>");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Xml, TheDocumentKnowsItsName) { EXPECT_EQ(parsed("<a/>").name(), "a.xml"); }

TEST(Xml, ManyThreadsMayParseAtOnce) {
  std::vector<std::jthread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k)
        good += parsed("<a><b x='1'/></a>").root().child("b")->attribute("x") == "1" &&
                refusal("<a>") != "accepted";
    });
  threads.clear();
  EXPECT_EQ(good, 400);
}

}  // namespace
}  // namespace bw::xml_test
