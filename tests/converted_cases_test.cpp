// Every case that is a system, as a package of SSP and back as TOML: the same rows, to the last
// bit.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "inspect/convert/convert.h"
#include "result/result.h"
#include "support/case_run.h"
#include "support/scratch_folder.h"

namespace bw::converted_cases_test {
namespace {

using result::RunResult;
using test::CaseOutcome;

void expect_same_rows(const RunResult& wanted, const RunResult& made) {
  const result::Trajectory &a = wanted.trajectory, &b = made.trajectory;
  ASSERT_EQ(a.columns().size(), b.columns().size());
  ASSERT_EQ(a.rows(), b.rows());
  for (std::size_t c = 0; c < a.columns().size(); ++c) {
    EXPECT_EQ(a.columns()[c].name, b.columns()[c].name);
    for (std::size_t k = 0; k < a.rows(); ++k)
      ASSERT_EQ(a.cell(k, c), b.cell(k, c)) << a.columns()[c].name << ", row " << k;
  }
}

class ConvertedCase : public test::CaseRun {
 protected:
  std::string converted(const std::string& source, const std::string& name,
                        const std::string& version = "") const {
    const std::string target = folder / name;
    write_converted(inspect::convert(source, target, version), target);
    return target;
  }
  const test::ScratchFolder folder;
};

TEST_P(ConvertedCase, IsTheSameAsAPackageAndBack) {
  run::RunSpec spec = this->spec();
  const CaseOutcome wanted = run(spec);
  if (wanted.exit_code == static_cast<int>(ExitCode::input)) {
    EXPECT_THROW((void)converted(spec.target, "x.ssp"), Error) << "a wrong system is converted";
    return;
  }
  const std::string package = converted(spec.target, "x.ssp");
  const std::string old_package = converted(spec.target, "old.ssp", "1.0");
  for (const std::string& target :
       {package, converted(package, "x.toml"), converted(old_package, "old.toml")}) {
    spec.target = target;
    const CaseOutcome made = run(spec);
    EXPECT_EQ(made.exit_code, wanted.exit_code) << target << ": " << made.said;
    EXPECT_EQ(made.result.verdict, wanted.result.verdict) << target << ": " << made.said;
    expect_same_rows(wanted.result, made.result);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ConvertedCase, testing::ValuesIn(test::all_cases()),
                         [](const auto& item) { return item.param; });

}  // namespace
}  // namespace bw::converted_cases_test
