// What every registered format must do. Two formats of the tests do it as well, so that the table
// is known to take binary formats, blocks, and files that must be sealed.

#include "result/format.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/units.h"
#include "base/value.h"
#include "result/compare/compare.h"
#include "result/output_file.h"
#include "support/block_formats.h"
#include "support/contains.h"
#include "support/scratch_folder.h"

namespace bw::result::formats_test {
namespace {

std::vector<Format> all_formats() {
  std::vector<Format> all(formats().begin(), formats().end());
  all.push_back(test::counted_format);
  all.push_back(test::closed_format);
  return all;
}

// ---- rows, and the table that they should be read back as ----

struct SampleRow {
  double time = 0;
  std::vector<double> reals;
  std::vector<Discrete> discretes;
};

struct Sample {
  std::string time_unit;
  std::vector<Column> columns;
  std::vector<SampleRow> rows;
};

void leave_out(Sample& sample, const Format& format) {
  std::vector<Column> kept;
  for (SampleRow& row : sample.rows) {
    std::vector<Discrete> discretes;
    auto value = row.discretes.begin();
    for (const Column& column : sample.columns)
      if (!is_real(column.type) && format.takes(column.type))
        discretes.push_back(*value++);
      else if (!is_real(column.type))
        ++value;
    row.discretes = discretes;
  }
  for (const Column& column : sample.columns)
    if (format.takes(column.type)) kept.push_back(column);
  sample.columns = kept;
}

// Columns of all types that the format takes.
Sample every_type(std::size_t rows, const Format& format) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> reals = {0.1, -0.0, inf, -inf, std::nan(""), 5e-324, 1.7e308, 1};
  const std::vector<std::string> texts = {"calm", "so \"so\", la", "", "12", "two\nlines", "naïve"};
  Sample sample{"",
                {{"prey.x", Type::real},
                 {"prey.count", Type::integer},
                 {"prey.\"odd\", name [kg]", Type::boolean},
                 {"prey.mood", Type::string},
                 {"prey.kind", Type::enumeration},
                 {"prey.image", Type::binary},
                 {"prey.ticks", Type::clock},
                 {"der(a[1,2].y)", Type::real}},
                {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    sample.rows.push_back(
        {static_cast<double>(i / 2) * 0.1,  // two rows at each time
         {reals[i % reals.size()], static_cast<double>(i)},
         {-n, n % 2, texts[i % texts.size()], n % 7, std::string("\x00\xff\x1a", i % 4), n}});
  }
  if (format.takes != nullptr) leave_out(sample, format);
  return sample;
}

std::string hexadecimal(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes)
    for (const int shift : {4, 0})
      digits += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 15];
  return digits;
}

Table expected(const Sample& sample) {
  Table table;
  const double seconds = sample.time_unit.empty() ? 1 : *seconds_in(sample.time_unit);
  for (const Column& column : sample.columns) table.columns.push_back({.name = column.name});
  for (const SampleRow& row : sample.rows) {
    table.times.push_back(row.time * seconds);
    auto real = row.reals.begin();
    auto other = row.discretes.begin();
    for (std::size_t c = 0; c < sample.columns.size(); ++c) {
      const Type type = sample.columns[c].type;
      TableColumn& column = table.columns[c];
      column.is_text = type == Type::string || type == Type::binary;
      if (column.is_text) {
        const std::string& bytes = std::get<std::string>(*other++);
        column.texts.push_back(type == Type::binary ? hexadecimal(bytes) : bytes);
      } else if (is_real(type)) {
        column.numbers.push_back(*real++);
      } else {
        column.numbers.push_back(static_cast<double>(std::get<std::int64_t>(*other++)));
      }
    }
  }
  return table;
}

bool identical(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

bool identical(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return identical(x, y); });
}

void expect_equal(const Table& read, const Table& wanted) {
  EXPECT_EQ(read.times, wanted.times);
  ASSERT_EQ(read.columns.size(), wanted.columns.size());
  for (std::size_t c = 0; c < wanted.columns.size(); ++c) {
    EXPECT_EQ(read.columns[c].name, wanted.columns[c].name);
    EXPECT_EQ(read.columns[c].texts, wanted.columns[c].texts) << wanted.columns[c].name;
    EXPECT_TRUE(identical(read.columns[c].numbers, wanted.columns[c].numbers))
        << wanted.columns[c].name;
  }
  if (!wanted.times.empty()) {
    EXPECT_TRUE(compare(read, wanted, {.relative = 0, .absolute = 0}).same);
  }
}

// ---- files ----

void write_rows(Writer& writer, const Sample& sample) {
  if (!sample.time_unit.empty()) writer.time_unit(sample.time_unit);
  writer.columns(sample.columns);
  for (const SampleRow& row : sample.rows) writer.row({row.time, row.reals, row.discretes});
}

class Formats : public testing::TestWithParam<Format> {
 protected:
  std::string path() const { return folder_ / ("lv" + std::string(GetParam().extension)); }
  std::string partial() const { return partial_name(path()); }
  std::unique_ptr<OutputFile> opened() const {
    const Format format = GetParam();
    return open_output_file(path(), &format);
  }
  std::string published(const Sample& sample) const {
    const auto file = opened();
    write_rows(file->writer(), sample);
    return file->publish();
  }
  static Table read(const std::string& file) { return read_table(file, all_formats()); }

  // What a reader makes of these bytes: a table, or nothing and a sentence that names the file.
  std::optional<Table> read_bytes(const std::string& bytes, std::string* sentence = nullptr) const {
    try {
      return GetParam().read(bytes, "some/file");
    } catch (const InputError& error) {
      EXPECT_TRUE(test::contains(error.what(), "some/file"));
      EXPECT_EQ(std::string(error.what()).back(), '.');
      if (sentence != nullptr) *sentence = error.what();
      return std::nullopt;
    }
  }

  // All bytes; of files that a library reads in a process of its own, some.
  static std::size_t stride(const std::string& bytes) {
    return GetParam().complete == nullptr ? 1 : bytes.size() / 60 + 1;
  }

  // Rows of a run that died: all that are there are right, or the file is said not to be readable.
  void expect_first_rows(const Sample& sample, bool said_to_be_readable) const {
    const auto table = read_bytes(test::read_file(partial()));
    EXPECT_EQ(table.has_value(), said_to_be_readable);
    if (!table) return;
    ASSERT_LE(table->times.size(), sample.rows.size());
    EXPECT_GT(table->times.size(), sample.rows.size() / 4);
    Sample first = sample;
    first.rows.resize(table->times.size());
    expect_equal(*table, expected(first));
  }

  // In a child, because it leaves the spool of the process for good, or limits all its files.
  template <class Work>
  static int in_a_child(Work work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    return WEXITSTATUS(status);
  }

  test::ScratchFolder folder_;
};

TEST_P(Formats, ReadBackWhatTheyWrote) {
  for (const std::size_t rows : {1U, 24U, 1001U}) {
    const Sample sample = every_type(rows, GetParam());
    expect_equal(read(published(sample)), expected(sample));
  }
}

TEST_P(Formats, ReadBackTimesInSecondsWhateverTheirUnit) {
  for (const char* unit : {"s", "min", "h", "d"}) {
    Sample sample{unit, {{"prey.x", Type::real}, {"prey.kind", Type::enumeration}}, {}};
    sample.rows = {{0, {1}, {std::int64_t{3}}}, {0.5, {2}, {std::int64_t{4}}}};
    expect_equal(read(published(sample)), expected(sample));
  }
}

TEST_P(Formats, ReadBackAResultWithoutRowsOrColumns) {
  const Table no_rows = read(published(every_type(0, GetParam())));
  EXPECT_TRUE(no_rows.times.empty());
  const std::vector<Column> columns = every_type(0, GetParam()).columns;
  ASSERT_EQ(no_rows.columns.size(), columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(no_rows.columns[c].name, columns[c].name);
    EXPECT_TRUE(no_rows.columns[c].numbers.empty() && no_rows.columns[c].texts.empty());
  }
  const Sample only_times{"", {}, {{0, {}, {}}, {0.5, {}, {}}}};
  expect_equal(read(published(only_times)), expected(only_times));
}

TEST_P(Formats, RefuseARowThatDoesNotFitTheColumns) {
  const auto file = opened();
  file->writer().columns({{"x", Type::real}});
  EXPECT_THROW(file->writer().row({.time = 0, .reals = {}, .discretes = {}}), std::logic_error);
}

TEST_P(Formats, WriteNothingForAResultThatNeverBegan) {
  opened();
  EXPECT_FALSE(std::filesystem::exists(partial()));
}

TEST_P(Formats, AreRecognisedWhateverTheNameOfTheFile) {
  const Sample sample = every_type(24, GetParam());
  const std::string bytes = test::read_file(published(sample));
  test::write_file(folder_ / "lv.dat", bytes);
  expect_equal(read(folder_ / "lv.dat"), expected(sample));
  for (const Format& other : all_formats()) {
    const bool claimed = other.recognises != nullptr && other.recognises(bytes);
    EXPECT_TRUE(!claimed || other.name == GetParam().name) << other.name;
  }
}

TEST_P(Formats, SealTheRowsOfARejectedAnInterruptedAndAnUndecidedRun) {
  const Sample sample = every_type(250, GetParam());
  for (const auto decision : {&OutputFile::refuse, &OutputFile::keep_partial}) {
    const auto file = opened();
    write_rows(file->writer(), sample);
    expect_equal(read((*file.*decision)()), expected(sample));
  }
  write_rows(opened()->writer(), sample);
  expect_equal(read(partial()), expected(sample));
}

TEST_P(Formats, SealTheRowsOnceThoughPublishingFails) {
  const Sample sample = every_type(250, GetParam());
  {
    const auto file = opened();
    write_rows(file->writer(), sample);
    std::filesystem::create_directory(path());
    EXPECT_THROW(file->publish(), Error);
  }
  expect_equal(read(partial()), expected(sample));
}

TEST_P(Formats, LeaveReadableRowsToARescueOrSayThatTheyAreNot) {
  const Sample sample = every_type(250, GetParam());
  SharedRows rows;
  (void)in_a_child([&] {
    rows.enter();
    const auto file = opened();
    write_rows(file->writer(), sample);
    ::_exit(0);
    return 0;
  });
  const auto rescued = rows.rescue();
  ASSERT_TRUE(rescued.has_value());
  EXPECT_EQ(rescued->file, partial());
  expect_first_rows(sample, rescued->is_readable);
}

TEST_P(Formats, LeaveReadableRowsOnAFullDiskOrSayThatTheyAreNot) {
  const Sample sample = every_type(12000, GetParam());
  const int said = in_a_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400'000, 400'000};  // more than a spool holds, and less than the rows
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      const auto file = opened();
      write_rows(file->writer(), sample);
      file->publish();
    } catch (const Error& error) {
      if (!test::contains(error.what(), "File too large")) return 2;
      return test::contains(error.what(), "cannot be read without its end") ? 1 : 0;
    }
    return 3;
  });
  ASSERT_LT(said, 2);
  expect_first_rows(sample, said == 0);
}

TEST_P(Formats, RefuseAFileThatIsCutOffOrGiveTheRowsBeforeTheCut) {
  const Sample sample = every_type(8, GetParam());
  const std::string bytes = test::read_file(published(sample));
  const Table whole = expected(sample);
  std::size_t refused = 0, tried = 0;
  for (std::size_t size = 0; size < bytes.size(); size += stride(bytes), ++tried) {
    const auto table = read_bytes(bytes.substr(0, size));
    if (!table && ++refused > 0) continue;
    ASSERT_LE(table->times.size(), whole.times.size()) << size;
    for (std::size_t r = 0; r + 1 < table->times.size(); ++r)  // text may be cut within a number
      EXPECT_EQ(table->times[r], whole.times[r]) << size;
  }
  EXPECT_GT(refused, tried / 4);
}

TEST_P(Formats, RefuseADamagedFileWithASentenceAndNothingElse) {
  const std::string bytes = test::read_file(published(every_type(8, GetParam())));
  for (std::size_t at = 0; at < bytes.size(); at += stride(bytes))
    for (const int flipped : {0x01, 0x20, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ flipped);
      read_bytes(damaged);
    }
  std::string sentence;
  EXPECT_FALSE(read_bytes("", &sentence).has_value());
  EXPECT_FALSE(sentence.empty());
}

std::string name_of(const testing::TestParamInfo<Format>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(All, Formats, testing::ValuesIn(all_formats()), name_of);

TEST(FormatTable, HasOneNameAndOneExtensionForEach) {
  std::set<std::string_view> seen;
  for (const Format& format : formats()) {
    EXPECT_TRUE(seen.insert(format.name).second) << format.name;
    EXPECT_TRUE(seen.insert(format.extension).second) << format.extension;
    EXPECT_TRUE(format.extension.starts_with('.')) << format.extension;
    EXPECT_FALSE(format.what.empty()) << format.name;
    EXPECT_EQ(&format_for("some.folder/lv" + std::string(format.extension)), &format);
  }
  EXPECT_EQ(format_for("-").name, "csv");
}

TEST(FormatTable, LetsTheFormatOfTheNameSayWhatIsWrongWithTheBytes) {
  const test::ScratchFolder folder;
  test::write_file(folder / "lv.bwe", "something else");
  try {
    read_table(folder / "lv.bwe", all_formats());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(test::contains(error.what(), "it begins with other bytes"));
  }
}

}  // namespace
}  // namespace bw::result::formats_test
