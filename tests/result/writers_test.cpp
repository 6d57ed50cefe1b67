// What every registered writer must do, and what CSV looks like.

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/format.h"
#include "result/read_csv.h"
#include "result/writer.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::writers_test {
namespace {

// One file under construction.
class Written {
 public:
  explicit Written(const Format& kind, const Heading& heading = {})
      : path_(folder_ / ("result" + std::string(kind.extension))),
        file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)),
        spool_(file_.get(), path_),
        writer_(kind.make_writer(spool_, heading)) {}

  Writer& writer() { return *writer_; }
  const std::string& path() const { return path_; }
  std::string finished() {
    writer_->seal();
    spool_.flush();
    return test::read_file(path_);
  }

 private:
  test::ScratchFolder folder_;
  std::string path_;
  Descriptor file_;
  Spool spool_;
  std::unique_ptr<Writer> writer_;
};

const Format& csv() { return format_for("x.csv"); }

TEST(Writers, AreFoundByTheExtensionInAnyCase) {
  for (const Format& kind : formats()) {
    EXPECT_EQ(&format_for("some.folder/lv" + std::string(kind.extension)), &kind);
    EXPECT_FALSE(kind.what.empty());
  }
  EXPECT_EQ(&format_for("LV.CSV"), &csv());
  EXPECT_EQ(&format_for("-"), &csv());
}

TEST(Writers, LeaveLettersOfOtherAlphabetsAsTheyAre) {
  const std::string earlier = std::setlocale(LC_CTYPE, nullptr);
  for (const char* locale : {"de_DE.ISO-8859-1", "de_DE", "en_US.ISO-8859-1", "en_US"})
    if (std::setlocale(LC_CTYPE, locale) != nullptr) break;
  const std::string said = test::refusal<InputError>([] { format_for("lv.\xC4X"); });
  std::setlocale(LC_CTYPE, earlier.c_str());
  EXPECT_TRUE(test::contains(said, "'.\xC4x' is unknown"));
}

TEST(Writers, NameTheKnownExtensionsWhenGivenAnUnknownOne) {
  for (const std::string name : {"lv.xlsx", "lv", "folder.csv/lv"}) {
    const std::string said = test::refusal<InputError>([&] { format_for(name); });
    EXPECT_TRUE(test::contains(said, ".csv"));
    EXPECT_TRUE(test::contains(said, "'" + name + "'"));
  }
}

TEST(CsvWriter, QuotesNamesAndStringsAndLeavesNumbersBare) {
  Written file(csv());
  file.writer().columns({{"prey.x", Type::real},
                         {"prey.\"odd\",name", Type::boolean},
                         {"prey.mood", Type::string},
                         {"prey.kind", Type::enumeration},
                         {"prey.image", Type::binary}});
  const std::array x{0.1};
  const std::array<Discrete, 4> others{std::int64_t{1}, "so \"so\", la", std::int64_t{-3},
                                       std::string("\x00\xff\x1a", 3)};
  file.writer().row({.time = 0, .reals = x, .discretes = others});
  EXPECT_EQ(file.finished(),
            "\"time\",\"prey.x\",\"prey.\"\"odd\"\",name\",\"prey.mood\",\"prey.kind\","
            "\"prey.image\"\n"
            "0,0.1,1,\"so \"\"so\"\", la\",-3,\"00ff1a\"\n");
}

TEST(CsvWriter, WritesAResultWithoutColumns) {
  Written file(csv());
  file.writer().columns({});
  file.writer().row({.time = 0.5, .reals = {}, .discretes = {}});
  EXPECT_EQ(file.finished(), "\"time\"\n0.5\n");
}

TEST(CsvWriter, RefusesARowThatDoesNotFitItsColumns) {
  Written file(csv());
  file.writer().columns({{"x", Type::real}});
  EXPECT_THROW(file.writer().row({.time = 0, .reals = {}, .discretes = {}}), std::logic_error);
}

// Random bit patterns reach every exponent, the subnormals, infinities and nans.
std::vector<double> random_doubles(std::size_t count) {
  std::mt19937_64 random(20240501);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::bit_cast<double>(random()));
  for (const double special : {0.0, -0.0, 5e-324, -2.2250738585072014e-308, 1.7976931348623157e308})
    values.push_back(special);
  return values;
}

bool identical(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST(CsvWriter, WritesDoublesThatReadBackBitForBit) {
  const std::vector<double> values = random_doubles(100'000);
  Written file(csv());
  file.writer().columns({{"x", Type::real}});
  for (std::size_t i = 0; i < values.size(); ++i)
    file.writer().row(
        {.time = static_cast<double>(i) * 0.1, .reals = {&values[i], 1}, .discretes = {}});
  file.finished();
  const Table table = read_csv(file.path());
  ASSERT_EQ(table.times.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_TRUE(identical(table.columns[0].numbers[i], values[i])) << i;
    ASSERT_EQ(table.times[i], static_cast<double>(i) * 0.1);
  }
}

TEST(CsvWriter, WritesStringsThatReadBackEqual) {
  const std::vector<std::string> texts = {"12",     "",        "a,b;c\td", "\"",  "two\nlines",
                                          "a\r\nb", " blank ", "true",     "nan", "naïve"};
  Written file(csv());
  file.writer().columns({{"mood", Type::string}, {"x", Type::real}});
  const std::array x{1.5};
  for (const std::string& text : texts) {
    const std::array<Discrete, 1> mood{text};
    file.writer().row({.time = 0, .reals = x, .discretes = mood});
  }
  file.finished();
  const Table table = read_csv(file.path());
  EXPECT_EQ(table.columns[0].texts, texts);
  EXPECT_EQ(table.columns[1].numbers, std::vector<double>(texts.size(), 1.5));
}

TEST(CsvWriter, WritesAMillionRowsThatReadBackComplete) {
  constexpr std::size_t rows = 1'000'000;
  Written file(csv());
  file.writer().columns({{"x", Type::real}, {"y", Type::real}});
  for (std::size_t i = 0; i < rows; ++i) {
    const std::array values{static_cast<double>(i), 1.0 / static_cast<double>(i + 1)};
    file.writer().row({.time = static_cast<double>(i), .reals = values, .discretes = {}});
  }
  file.finished();
  const Table table = read_csv(file.path());
  EXPECT_EQ(table.times.size(), rows);
  EXPECT_EQ(table.columns[1].numbers.back(), 1e-6);
}

TEST(CsvWriter, WritesUnitsBehindNamesOnRequest) {
  for (const char* extension : {"x.csv", "x.tsv"}) {
    Heading heading;
    heading.units_in_names = true;
    Written file(format_for(extension), heading);
    file.writer().columns(
        {{"prey.x", Type::real, "kg"}, {"n", Type::integer}, {"odd name [kg]", Type::integer}});
    const std::vector<double> reals = {1};
    const std::vector<Discrete> discretes = {std::int64_t{2}, std::int64_t{3}};
    file.writer().row({0, reals, discretes});
    const Table table = parse_csv(file.finished(), "x");
    ASSERT_EQ(table.columns.size(), 3U);
    EXPECT_EQ(table.columns[0].name, "prey.x");
    EXPECT_EQ(table.columns[0].unit, "kg");
    EXPECT_EQ(table.columns[1].name, "n");
    EXPECT_EQ(table.columns[2].name, "odd name [kg]");
    EXPECT_EQ(table.columns[2].unit, "");
  }
}

}  // namespace
}  // namespace bw::result::writers_test
