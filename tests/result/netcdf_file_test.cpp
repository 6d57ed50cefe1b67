// What stands in a .nc file besides the rows, which tests/result/formats_test.cpp reads back.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

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

TEST_F(NetcdfFile, LinksToErrorsByTheNamesInTheFile) {
  const std::string umlauts = "\u00e4\u00f6";
  std::string name = "/";
  while (name.size() < 300) name += umlauts;
  const auto output = open_output_file(folder_ / "long.nc");
  output->writer().columns({{name, Type::real}, {"/error", Type::real, "", "", {}, 0}});
  const std::vector<double> reals = {1, 2};
  output->writer().row({0, reals, {}});
  const std::string path = output->publish();
  const Opened file(path);
  const std::string written = file.variable(1).name;
  EXPECT_EQ(written.size(), 239U) << "240 end within a character";
  EXPECT_EQ(file.attribute(2, "error_of"), written);
  EXPECT_EQ(file.attribute(1, "ancillary_variables"), "_error");
  EXPECT_EQ(read_table(path).columns[0].name, name);
}

// A file of netCDF's classic format, as a program that packs its values writes it.
class ClassicFile {
 public:
  struct Attribute {
    std::string name;
    int type;
    std::string bytes;
    std::uint32_t count;
  };
  static Attribute text(const std::string& name, const std::string& value) {
    return {name, nc_char, value, static_cast<std::uint32_t>(value.size())};
  }
  template <class Number>
  static Attribute number(const std::string& name, int type, Number value) {
    return {name, type, in_file(value), 1};
  }
  template <class Number>
  static std::string in_file(Number value) {
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
    std::ranges::reverse(bytes);
    return bytes;
  }

  ClassicFile(std::string name, std::uint32_t rows) : name_(std::move(name)), rows_(rows) {}
  void add(const std::string& name, int type, const std::vector<Attribute>& attributes,
           const std::string& values) {
    variables_.push_back({name, type, attributes, padded(values)});
  }
  std::string bytes() const {
    std::string data;
    for (const Variable& variable : variables_) data += variable.values;
    return head(head(0).size()) + data;
  }

 private:
  struct Variable {
    std::string name;
    int type;
    std::vector<Attribute> attributes;
    std::string values;
  };
  static std::string whole(std::size_t value) { return in_file(static_cast<std::uint32_t>(value)); }
  static std::string padded(std::string bytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    return bytes;
  }
  static std::string named(const std::string& name) { return whole(name.size()) + padded(name); }
  std::string head(std::size_t begin) const {
    const std::size_t dimensions = 10, variables = 11, attributes = 12;
    std::string made = "CDF\x01" + whole(0) + whole(dimensions) + whole(1) + named(name_) +
                       whole(rows_) + whole(0) + whole(0) + whole(variables) +
                       whole(variables_.size());
    for (const Variable& variable : variables_) {
      made += named(variable.name) + whole(1) + whole(0);
      made += whole(variable.attributes.empty() ? 0 : attributes);
      made += whole(variable.attributes.size());
      for (const Attribute& one : variable.attributes)
        made += named(one.name) + whole(static_cast<std::size_t>(one.type)) + whole(one.count) +
                padded(one.bytes);
      made += whole(static_cast<std::size_t>(variable.type)) + whole(variable.values.size()) +
              whole(begin);
      begin += variable.values.size();
    }
    return made;
  }

  std::string name_;
  std::uint32_t rows_;
  std::vector<Variable> variables_;
};

TEST_F(NetcdfFile, OfOtherProgramsMayHavePackedValuesAndTimesSinceADay) {
  constexpr int nc_short = 3;
  const auto shorts = [](const std::vector<std::int16_t>& values) {
    std::string bytes;
    for (const std::int16_t value : values) bytes += ClassicFile::in_file(value);
    return bytes;
  };
  const auto made = [&](const std::string& unit) {
    ClassicFile file("time", 3);
    file.add("time", nc_short, {ClassicFile::text("units", unit)}, shorts({0, 1, 2}));
    file.add("level", nc_short,
             {ClassicFile::number("scale_factor", nc_double, 0.5),
              ClassicFile::number("add_offset", nc_double, 100.0),
              ClassicFile::number("_FillValue", nc_short, std::int16_t{-1})},
             shorts({10, -1, 20}));
    file.add("plain", nc_short, {}, shorts({10, -1, 20}));
    test::write_file(folder_ / "packed.nc", file.bytes());
    return read_table(folder_ / "packed.nc");
  };
  const Table table = made("hours since 2020-01-01");
  EXPECT_EQ(table.times, (std::vector<double>{0, 3600, 7200}));
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].numbers[0], 105);
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
  EXPECT_EQ(table.columns[0].numbers[2], 110);
  EXPECT_EQ(table.columns[1].numbers, (std::vector<double>{10, -1, 20}));
  EXPECT_EQ(made("days since 2020-01-01").times[1], 86400);
  EXPECT_EQ(made("seconds since 2020-01-01").times[1], 1);
  EXPECT_EQ(made("min").times[1], 60);
  EXPECT_TRUE(test::contains(
      test::refusal<InputError>([&] { (void)made("months since 2020-01-01"); }), "unit of time"));
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
