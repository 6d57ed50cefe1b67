#include "result/read_csv.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::read_csv_test {
namespace {

std::string complaint(const std::string& text) {
  return test::outcome<InputError>([&] { parse_csv(text, "f.csv"); });
}

using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

TEST(ReadCsv, ReadsAResultOfFmpy) {
  const Table table = parse_csv("\"time\",\"h\",\"v\"\n0,1,0\n0.01,0.9995,-0.0981\n", "f.csv");
  EXPECT_EQ(table.times, (Numbers{0, 0.01}));
  EXPECT_EQ(table.columns[1].name, "v");
  EXPECT_EQ(table.find("h")->numbers, (Numbers{1, 0.9995}));
  EXPECT_EQ(table.find("w"), nullptr);
}

TEST(ReadCsv, ReadsAResultOfOpenmodelicaWithASeparatorAtTheEndOfEachLine) {
  const Table table =
      parse_csv("\"time\",\"der(x)\",\"a[1,2]\",\n0.0,1.0,2.0,\n1.0,1.5,2.5,\n", "f");
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.find("a[1,2]")->numbers, (Numbers{2, 2.5}));
}

TEST(ReadCsv, ReadsAResultOfMastersimWithUnitsBehindTheNames) {
  const Table table = parse_csv("Time [min] \tprey.x [kg] \ta.b[1] [-]\n0\t1\t2\n0.5\t3\t4\n", "f");
  EXPECT_EQ(table.times, (Numbers{0, 30}));
  EXPECT_EQ(table.columns[0].name, "prey.x");
  EXPECT_EQ(table.columns[0].unit, "kg");
  EXPECT_EQ(table.columns[1].name, "a.b[1]");
}

TEST(ReadCsv, KnowsUnitsOfTimeAndNoUnit) {
  EXPECT_EQ(parse_csv("Time [h],x\n0,1\n2,1\n", "f").times, (Numbers{0, 7200}));
  EXPECT_EQ(parse_csv("Time [d],x\n0,1\n2,1\n", "f").times, (Numbers{0, 172800}));
  EXPECT_EQ(parse_csv("Time [a],x\n0,1\n2,1\n", "f").times, (Numbers{0, 63072000}));
  EXPECT_EQ(parse_csv("Time [s],x [---]\n0,1\n", "f").columns[0].unit, "");
  EXPECT_EQ(parse_csv("Time [s],x [-]\n0,1\n", "f").columns[0].unit, "-");
}

TEST(ReadCsv, TakesUnitsOffQuotedNamesWhenTheTimeHasOne) {
  const Table excel = parse_csv("\"Time [h]\",\"x [kg]\"\n\"0\",\"1\"\n1,2\n", "f");
  EXPECT_EQ(excel.times, (Numbers{0, 3600}));
  EXPECT_EQ(excel.find("x")->unit, "kg");
  EXPECT_EQ(excel.find("x")->numbers, (Numbers{1, 2}));
  EXPECT_EQ(parse_csv("\"time\",\"x [kg]\"\n0,1\n", "f").columns[0].name, "x [kg]");
}

TEST(ReadCsv, ReadsSemicolonsWindowsLineEndsAByteOrderMarkAndComments) {
  const Table table =
      parse_csv("\xEF\xBB\xBF# made by hand\r\n# really\r\nt;x\r\n0; 1\r\n1; +2.5e3 \r\n\r\n", "f");
  EXPECT_EQ(table.times, (Numbers{0, 1}));
  EXPECT_EQ(table.find("x")->numbers, (Numbers{1, 2500}));
}

TEST(ReadCsv, ReadsALastLineWithoutAnEnd) {
  EXPECT_EQ(parse_csv("t,x\n0,1\n1,2", "f").columns[0].numbers, (Numbers{1, 2}));
  EXPECT_EQ(parse_csv("t,x\n0,1\n1,2\r\n", "f").columns[0].numbers, (Numbers{1, 2}));
}

TEST(ReadCsv, TakesWordsForTruthAndEmptyFieldsForMissingNumbers) {
  const Table table = parse_csv("t,on,x\n0,true,\n1,False,2\n2,1,\n", "f");
  EXPECT_EQ(table.find("on")->numbers, (Numbers{1, 0, 1}));
  const Numbers& x = table.find("x")->numbers;
  EXPECT_TRUE(std::isnan(x[0]) && x[1] == 2 && std::isnan(x[2]));
}

TEST(ReadCsv, KeepsColumnsOfWordsAsText) {
  const Table table = parse_csv("t\tmood\tnever\n0\t\t\n1\tcalm\t\n2\t12\t\n", "f");
  EXPECT_TRUE(table.find("mood")->is_text);
  EXPECT_EQ(table.find("mood")->texts, (Texts{"", "calm", "12"}));
  EXPECT_FALSE(table.find("never")->is_text);
  EXPECT_EQ(table.find("never")->numbers.size(), 3u);
}

TEST(ReadCsv, TakesQuotedNumbersForNumbersOnlyWhenTheTimeIsQuotedToo) {
  EXPECT_EQ(parse_csv("t,x\n\"0\",\"1\"\n", "f").columns[0].numbers, (Numbers{1}));
  EXPECT_EQ(parse_csv("t,x\n0,\"1\"\n", "f").columns[0].texts, (Texts{"1"}));
}

TEST(ReadCsv, CountsLinesWithinQuotes) {
  EXPECT_EQ(complaint("t,s,x\n0,\"two\nlines\",1\n1,\"\",y\n"),
            "f.csv:4:6: 'y' in column 'x' is not a number.");
}

TEST(ReadCsv, SaysWhereSomethingIsNotANumber) {
  EXPECT_EQ(complaint("t,x\n0,1\n1,abc\n"), "f.csv:3:3: 'abc' in column 'x' is not a number.");
  EXPECT_EQ(complaint("t;x\n0;1.5\n1;2,5\n"),
            "f.csv:3:3: '2,5' in column 'x' is not a number; write the decimal point as '.'.");
  EXPECT_EQ(complaint("t,x\nnan,1\n"), "f.csv:2:1: 'nan' in column 'time' is not a finite number.");
  EXPECT_EQ(complaint("t,x\n,1\n"), "f.csv:2:1: '' in column 'time' is not a finite number.");
}

TEST(ReadCsv, SaysWhereALineIsTooShortOrTooLong) {
  EXPECT_EQ(complaint("t,x,y\n0,1\n"),
            "f.csv:2:3: the line ends after 2 fields, the header has 3.");
  EXPECT_EQ(complaint("t,x\n0,1,2,3\n"),
            "f.csv:2:5: the line has more than the 2 fields of the header.");
  EXPECT_EQ(complaint("t,x\n0,1,\n"),
            "f.csv:2:5: the line has more than the 2 fields of the header.");
  EXPECT_NE(complaint("t,x,\n0,1,,\n"), "accepted");
}

TEST(ReadCsv, RefusesWhatIsNoResult) {
  EXPECT_EQ(complaint(""), "'f.csv' is empty; a result begins with the names of its columns.");
  EXPECT_EQ(complaint("\xEF\xBB\xBF# only a comment\n\n"), complaint(""));
  EXPECT_EQ(complaint("0,1\n1,2\n"),
            "f.csv:1:1: '0' is a number, but the first line names the columns.");
  EXPECT_EQ(complaint("t,x,x\n"), "f.csv:1:5: the column 'x' is given twice.");
  EXPECT_EQ(complaint("t,x\n1,0\n0.5,0\n"), "f.csv:3:1: the time decreases from 1 to 0.5.");
  EXPECT_EQ(complaint("t,\"x\n0,1\n"), "f.csv:1:3: missing closing quote.");
  EXPECT_EQ(complaint("t,\"x\"y\n"), "f.csv:1:3: unexpected text after the closing quote.");
  EXPECT_EQ(complaint("Time [kg]\tx\n"), "f.csv:1:1: 'kg' is not a unit of time.");
}

TEST(ReadCsv, ReadsAHeaderWithoutRows) {
  const Table table = parse_csv("time,x\n", "f");
  EXPECT_TRUE(table.times.empty());
  EXPECT_EQ(table.columns.size(), 1u);
}

TEST(ReadCsv, SaysWhyAFileCannotBeRead) {
  const test::ScratchFolder folder;
  const std::string said = test::refusal<InputError>([&] { read_csv(folder / "none.csv"); });
  EXPECT_TRUE(test::contains(said, "there is no such file"));
  EXPECT_THROW(read_csv(folder.path().string()), InputError);
}

TEST(ReadCsv, SurvivesEveryCutOfAFile) {
  const std::string text = "# c\n\"time\",\"a \"\"b\"\"\",s\r\n0,1,\"x\ny\"\r\n1,nan,\"\"\"\"\r\n";
  for (std::size_t size = 0; size <= text.size(); ++size) complaint(text.substr(0, size));
  EXPECT_EQ(complaint(text), "accepted");
}

}  // namespace
}  // namespace bw::result::read_csv_test
