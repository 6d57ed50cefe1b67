// What stands in a .nc file besides the rows, which tests/result/formats_test.cpp reads back.

#include <gtest/gtest.h>

#include "base/error.h"
#include "result/format.h"
#include "result/formats/netcdf_library.h"
#include "result/output_file.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::netcdf_file_test {
namespace {

class Opened {
 public:
  explicit Opened(const std::string& path) : bytes_(test::read_file(path)) {
    EXPECT_EQ(netcdf().open_mem("test", 0, bytes_.size(), bytes_.data(), &file_), 0);
  }
  ~Opened() { netcdf().close(file_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  struct Variable {
    std::string name;
    int type = 0, dimensions = 0;
  };
  Variable variable(int k) const {
    std::string name(nc_longest_name + 1, '\0');
    std::vector<int> ids(nc_most_dimensions);
    Variable made;
    int attributes = 0;
    EXPECT_EQ(netcdf().inq_var(file_, k, name.data(), &made.type, &made.dimensions, ids.data(),
                               &attributes),
              0);
    made.name = name.c_str();
    return made;
  }
  std::string attribute(int k, const char* name) const {
    int type = 0;
    std::size_t length = 0;
    if (netcdf().inq_att(file_, k, name, &type, &length) != 0) return "none";
    std::string text(length, '\0');
    EXPECT_EQ(netcdf().get_att_text(file_, k, name, text.data()), 0);
    return text;
  }

 private:
  std::string bytes_;
  int file_ = 0;
};

class NetcdfFile : public testing::Test {
 protected:
  std::string written() {
    Heading heading;
    heading.constants = {{{"prey.birth", Type::real, "1/s", "rate"}, 0.5}};
    const auto file = open_output_file(folder_ / "lv.nc", nullptr, OldRows::dropped, heading);
    file->writer().time_unit("h");
    file->writer().columns(
        {{"prey.x", Type::real, "kg", "mass"},
         {"prey.tired", Type::boolean},
         {"/odd", Type::integer},
         {"error(prey.x)", Type::real, "kg", "estimated error of prey.x", {}, 0}});
    const std::vector<double> reals = {1, 2};
    const std::vector<Discrete> discretes = {std::int64_t{1}, std::int64_t{1} << 62};
    file->writer().row({0, reals, discretes});
    file->writer().row({0.5, reals, discretes});
    return file->publish();
  }
  const test::ScratchFolder folder_;
};

TEST_F(NetcdfFile, HasUnitsDescriptionsAndLinksToErrors) {
  const Opened file(written());
  EXPECT_EQ(file.variable(0).name, "time");
  EXPECT_EQ(file.attribute(0, "units"), "h");
  EXPECT_EQ(file.variable(1).name, "prey.x");
  EXPECT_EQ(file.attribute(1, "units"), "kg");
  EXPECT_EQ(file.attribute(1, "long_name"), "mass");
  EXPECT_EQ(file.attribute(1, "ancillary_variables"), "error(prey.x)");
  EXPECT_EQ(file.attribute(4, "error_of"), "prey.x");
  EXPECT_EQ(file.variable(5).name, "prey.birth");
  EXPECT_EQ(file.variable(5).dimensions, 0);
}

TEST_F(NetcdfFile, HasTheTypesOfItsVariablesAndTheirNames) {
  const std::string path = written();
  const Opened file(path);
  EXPECT_EQ(file.variable(2).type, nc_byte);
  EXPECT_EQ(file.attribute(2, "dtype"), "bool");
  EXPECT_EQ(file.variable(3).type, nc_int64);
  EXPECT_EQ(file.variable(3).name, "_odd");
  const Table table = read_table(path);
  ASSERT_EQ(table.columns.size(), 4U);
  EXPECT_EQ(table.times.back(), 1800);
  EXPECT_EQ(table.columns[2].name, "/odd");
  ASSERT_EQ(table.columns[2].exact.size(), 2U);
  EXPECT_EQ(table.columns[2].exact[1].second, std::int64_t{1} << 62);
}

TEST_F(NetcdfFile, IsMadeOfTheRowsOfAKilledRun) {
  const auto file = open_output_file(folder_ / "killed.nc");
  file->writer().columns({{"x", Type::real}});
  const std::vector<double> reals = {7};
  file->writer().row({0, reals, {}});
  file->spool().flush();
  const std::string partial = folder_ / "killed.nc.partial";
  test::write_file(folder_ / "copy.nc.partial", test::read_file(partial) + "half");
  EXPECT_EQ(read_table(folder_ / "copy.nc.partial").times.size(), 1U);
  complete_partial(folder_ / "copy.nc.partial");
  EXPECT_TRUE(test::read_file(folder_ / "copy.nc.partial").starts_with("\x89HDF"));
  EXPECT_EQ(read_table(folder_ / "copy.nc.partial").columns[0].numbers, std::vector<double>{7});
}

TEST_F(NetcdfFile, StaysAsItIsWhereACheckpointRefersToIt) {
  const auto file = open_output_file(folder_ / "lv.nc");
  file->writer().columns({{"s", Type::string}});
  const std::vector<Discrete> calm = {"calm"}, tired = {"tired"};
  file->writer().row({0, {}, calm});
  const OutputFile::Mark mark = file->mark();
  file->writer().row({1, {}, tired});
  const std::string partial = file->keep_partial();
  EXPECT_TRUE(test::read_file(partial).starts_with("bwcells1"));
  const auto again = open_output_file(folder_ / "lv.nc", nullptr, OldRows::kept);
  again->writer().columns({{"s", Type::string}});
  again->go_on_behind(mark);
  again->writer().row({1, {}, tired});
  again->writer().row({2, {}, calm});
  const Table table = read_table(again->publish());
  EXPECT_EQ(table.columns[0].texts, (std::vector<std::string>{"calm", "tired", "calm"}));
}

}  // namespace
}  // namespace bw::result::netcdf_file_test
