// The layout of .mat files, as Dymola and OpenModelica read it, and what happens at its limits.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/format.h"
#include "result/formats/mat.h"
#include "result/output_file.h"
#include "result/shared_spool.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::mat_file_test {
namespace {

const std::vector<Column> columns = {{"prey.x", Type::real, "kg", "mass of prey"},
                                     {"prey.mood", Type::string},
                                     {"prey.mass", Type::real, "kg", "another name of x", 0},
                                     {"prey.count", Type::integer}};

Heading heading() {
  Heading heading{.start = 1, .stop = 5};
  heading.constants = {{{"prey.birth", Type::real, "1/s", "rate"}, 0.5},
                       {{"prey.label", Type::string}, Discrete(std::string("p"))},
                       {{"prey.legs", Type::integer}, Discrete(std::int64_t{4})}};
  return heading;
}

void put_rows(Writer& writer, int rows) {
  writer.columns(columns);
  for (int k = 0; k < rows; ++k) {
    const std::vector<double> reals = {k * 0.5, k * 0.5};
    const std::vector<Discrete> discretes = {"calm", std::int64_t{k}};
    writer.row({k + 1.0, reals, discretes});
  }
}

struct Matrix {
  std::uint32_t type = 0, rows = 0, columns = 0;
  std::string bytes{};
};

// All matrices of a file, in their order.
std::vector<std::pair<std::string, Matrix>> matrices(const std::string& bytes) {
  std::vector<std::pair<std::string, Matrix>> found;
  for (std::size_t at = 0; at < bytes.size();) {
    std::array<std::uint32_t, 5> head{};
    std::memcpy(head.data(), bytes.data() + at, sizeof head);
    const std::string name = bytes.substr(at + sizeof head, head[4] - 1);
    at += sizeof head + head[4];
    const std::size_t width = head[0] == 51 ? 1 : head[0] == 20 ? 4 : 8;
    const std::size_t size = width * head[1] * head[2];
    found.push_back({name, {head[0], head[1], head[2], bytes.substr(at, size)}});
    at += size;
  }
  return found;
}

template <class Number>
std::vector<Number> numbers(const Matrix& matrix) {
  std::vector<Number> values(matrix.bytes.size() / sizeof(Number));
  std::memcpy(values.data(), matrix.bytes.data(), matrix.bytes.size());
  return values;
}

class MatFile : public testing::Test {
 protected:
  std::string written(int rows) {
    const auto file = open_output_file(folder_ / "lv.mat", nullptr, OldRows::dropped, heading());
    put_rows(file->writer(), rows);
    losses_ = file->writer().losses();
    return file->publish();
  }

  const test::ScratchFolder folder_;
  std::vector<std::string> losses_;
};

TEST_F(MatFile, HasTheSixMatricesOfATrajectory) {
  const auto found = matrices(test::read_file(written(3)));
  ASSERT_EQ(found.size(), 6U);
  const std::vector<std::string> names = {"Aclass",   "name",   "description",
                                          "dataInfo", "data_1", "data_2"};
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(found[k].first, names[k]);
  const Matrix& name = found[1].second;
  EXPECT_EQ(name.columns, 6U);  // time, three columns, two constants
  EXPECT_EQ(name.bytes.substr(0, name.rows), "time      ");
  const Matrix& description = found[2].second;
  EXPECT_EQ(description.bytes.substr(description.rows, description.rows), "mass of prey [kg]     ");
}

TEST_F(MatFile, StoresAnotherNameOfAVariableOnceAndConstantsBesideTheRows) {
  const auto found = matrices(test::read_file(written(2)));
  const std::vector<std::int32_t> info = {0, 1, 0, -1, 2, 2, 0, -1, 2, 2, 0, -1,
                                          2, 3, 0, -1, 1, 2, 0, 0,  1, 3, 0, 0};
  EXPECT_EQ(numbers<std::int32_t>(found[3].second), info);
  EXPECT_EQ(numbers<double>(found[4].second), (std::vector<double>{1, 0.5, 4, 5, 0.5, 4}));
  EXPECT_EQ(numbers<double>(found[5].second), (std::vector<double>{1, 0, 0, 2, 0.5, 1}));
}

TEST_F(MatFile, SaysWhatItLeavesOutAndRounds) {
  written(1);
  ASSERT_EQ(losses_.size(), 1U);
  EXPECT_TRUE(test::contains(losses_[0], "prey.mood is left out"));
  const auto file = open_output_file(folder_ / "big.mat");
  file->writer().columns({{"n", Type::integer}});
  const std::vector<Discrete> value = {(std::int64_t{1} << 53) + 1};
  file->writer().row({0, {}, value});
  ASSERT_EQ(file->writer().losses().size(), 1U);
  EXPECT_TRUE(test::contains(file->writer().losses()[0], "rounded"));
}

TEST_F(MatFile, CountsTheRowsThatAreInTheFileAtEveryWrite) {
  const auto file = open_output_file(folder_ / "lv.mat", nullptr, OldRows::dropped, heading());
  file->writer().columns(columns);
  const std::vector<double> reals = {1, 1};
  const std::vector<Discrete> discretes = {"calm", std::int64_t{1}};
  for (int k = 1; k < 5; ++k) {
    file->writer().row({static_cast<double>(k), reals, discretes});
    file->spool().flush();
    const auto found = matrices(test::read_file(folder_ / "lv.mat.partial"));
    ASSERT_EQ(found.size(), 6U);
    EXPECT_EQ(found[5].second.columns, static_cast<std::uint32_t>(k));
  }
}

TEST_F(MatFile, OfADeadProcessHasAllItsRowsAndTheirNumber) {
  SharedRows rows;
  const pid_t child = ::fork();
  if (child == 0) {
    rows.enter();
    const auto file = open_output_file(folder_ / "lv.mat");
    put_rows(file->writer(), 40);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  const auto rescued = rows.rescue();
  ASSERT_TRUE(rescued.has_value());
  EXPECT_EQ(rescued->rows, 40);
  EXPECT_EQ(rescued->last_time, 40.0);
  const auto found = matrices(test::read_file(rescued->file));
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[5].second.columns, 40U);
}

// With 160 rows the number of them is in the last 4096 bytes before the mark.
TEST_F(MatFile, GoesOnBehindACheckpoint) {
  for (const int rows : {300, 160}) {
    OutputFile::Mark mark;
    {
      const auto file = open_output_file(folder_ / "lv.mat");
      put_rows(file->writer(), rows);
      mark = file->mark();
      EXPECT_FALSE(mark.is_whole());
      EXPECT_EQ(mark.count_at + mark.end.size() > mark.size, rows == 160);
      file->writer().row(
          {301.0, std::vector<double>{1, 1}, std::vector<Discrete>{"calm", std::int64_t{1}}});
    }
    const auto file = open_output_file(folder_ / "lv.mat", nullptr, OldRows::kept);
    ASSERT_TRUE(file->begins_with(mark)) << rows;
    OutputFile::Mark other = mark;
    other.end.back() ^= 1;
    EXPECT_FALSE(file->begins_with(other));
    file->writer().columns(columns);
    file->go_on_behind(mark);
    file->writer().row(
        {400.0, std::vector<double>{2, 2}, std::vector<Discrete>{"calm", std::int64_t{2}}});
    const Table table = read_table(file->publish());
    ASSERT_EQ(table.times.size(), static_cast<std::size_t>(rows + 1));
    EXPECT_EQ(table.times.back(), 400);
  }
}

std::string matrix(std::uint32_t type, std::uint32_t rows, std::uint32_t count,
                   const std::string& name, const std::string& bytes) {
  const std::array<std::uint32_t, 5> head = {type, rows, count, 0,
                                             static_cast<std::uint32_t>(name.size() + 1)};
  return std::string(reinterpret_cast<const char*>(head.data()), sizeof head) + name + '\0' + bytes;
}

std::string bytes_of(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * 8};
}

std::string lines_of(const std::vector<std::string>& lines, std::size_t width) {
  std::string text(lines.size() * width, ' ');
  for (std::size_t line = 0; line < lines.size(); ++line)
    for (std::size_t i = 0; i < lines[line].size(); ++i)
      text[i * lines.size() + line] = lines[line][i];
  return text;
}

TEST_F(MatFile, OfOtherProgramsMayBeStoredTheOtherWay) {
  test::write_file(
      folder_ / "dymola.mat",
      matrix(51, 4, 11, "Aclass", lines_of({"Atrajectory", "1.1", "", "binNormal"}, 11)) +
          matrix(51, 3, 5, "name", lines_of({"Time", "x", "minus"}, 5)) +
          matrix(51, 3, 4, "description", lines_of({"[h]", "[kg]", ""}, 4)) +
          matrix(0, 3, 4, "dataInfo", bytes_of({0, 2, 2, 1, 2, -2, 0, 0, 0, -1, -1, -1})) +
          matrix(0, 2, 1, "data_1", bytes_of({0, 1})) +
          matrix(0, 3, 2, "data_2", bytes_of({0, 1, 2, 5, 6, 7})));
  const Table table = read_table(folder_ / "dymola.mat");
  EXPECT_EQ(table.times, (std::vector<double>{0, 3600, 7200}));
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].unit, "kg");
  EXPECT_EQ(table.columns[0].numbers, (std::vector<double>{5, 6, 7}));
  EXPECT_EQ(table.columns[1].name, "minus");
  EXPECT_EQ(table.columns[1].numbers, (std::vector<double>{-5, -6, -7}));
}

TEST_F(MatFile, ThatIsDamagedIsRefusedWithoutMuchMemory) {
  const auto refused = [&](const std::string& names, const std::vector<double>& info) {
    test::write_file(
        folder_ / "damaged.mat",
        matrix(51, 4, 11, "Aclass", lines_of({"Atrajectory", "1.1", "", "binTrans"}, 11)) + names +
            matrix(51, 1, 2, "description", "  ") + matrix(0, 4, 2, "dataInfo", bytes_of(info)) +
            matrix(0, 1, 2, "data_1", bytes_of({0, 1})) +
            matrix(0, 2, 1, "data_2", bytes_of({0, 1})));
    return test::refusal<InputError>([&] { (void)read_table(folder_ / "damaged.mat"); });
  };
  const std::vector<double> good = {0, 1, 0, -1, 2, 2, 0, -1};
  EXPECT_TRUE(test::contains(refused(matrix(51, 0, 0xffff'ffff, "name", ""), good),
                             "its matrices have different sizes"));
  for (const double bad : {std::nan(""), 1e300, -1e300}) {
    std::vector<double> info = good;
    info[4] = bad;
    EXPECT_TRUE(test::contains(refused(matrix(51, 1, 2, "name", "tx"), info),
                               "a number is too large, or none"));
    EXPECT_TRUE(test::contains(refused(matrix(0, 1, 2, "name", bytes_of({'t', bad})), good),
                               "a number is too large, or none"));
  }
}

TEST_F(MatFile, MayNotBecomeLargerThanItsLimitAndKeepsTheRowsBefore) {
  const std::string path = folder_ / "rows";
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  Spool spool(file.get(), path, 256);
  spool.put(std::string(16, 'h'));
  spool.set_row_size(8, 4);
  spool.set_most(1000, "it ends at 1000 bytes");
  spool.end_header();
  const std::string sentence = test::refusal<Error>([&] {
    for (int k = 0; k < 1000; ++k) {
      spool.put(std::string(8, 'r'));
      spool.end_row();
    }
  });
  EXPECT_TRUE(test::contains(sentence, "it ends at 1000 bytes."));
  const std::string bytes = test::read_file(path);
  EXPECT_EQ(bytes.size(), 1000U);
  std::uint32_t rows = 0;
  std::memcpy(&rows, bytes.data() + 4, sizeof rows);
  EXPECT_EQ(rows, 123U);
}

}  // namespace
}  // namespace bw::result::mat_file_test
