#include "base/xml_writer.h"

#include <gtest/gtest.h>

#include "base/xml.h"

namespace bw::xml_writer_test {
namespace {

TEST(WrittenXml, ReadsBackTheSame) {
  const std::string text = "a < b & \"c\" > 'd'\n\te\r ä";
  XmlWriter xml;
  xml.open("root").attribute("text", text).number("number", 0.1);
  xml.open("empty").close();
  xml.open("words").text("x < y").close();
  const XmlDocument document = XmlDocument::parse(xml.take(), "x.xml");
  const XmlElement root = document.root();
  EXPECT_EQ(root.attribute("text"), text);
  EXPECT_EQ(root.attribute("number"), "0.1");
  EXPECT_EQ(root.child("words")->text(), "x < y");
  EXPECT_TRUE(root.child("empty").has_value());
}

TEST(WrittenXml, IsIndented) {
  XmlWriter xml;
  xml.open("a").open("b").open("c").close().close().open("d").text("x");
  EXPECT_EQ(xml.take(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n  <b>\n    <c/>\n  </b>\n"
            "  <d>x</d>\n</a>\n");
}

TEST(WrittenXml, KnowsWhatItCannotCarry) {
  EXPECT_TRUE(is_xml_text("a\n\t\r ä €"));
  EXPECT_FALSE(is_xml_text(std::string_view("a\0b", 3)));
  EXPECT_FALSE(is_xml_text("\x1b"));
  EXPECT_FALSE(is_xml_text("\xff"));
  EXPECT_FALSE(is_xml_text("\xc3"));
}

}  // namespace
}  // namespace bw::xml_writer_test
