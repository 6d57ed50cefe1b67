// Index and count of a worker, from the environment of its launcher; and the scripts of launchers.

#include "study/work/place.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/error.h"
#include "study/launch/external.h"
#include "study/launch/slurm.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::study::place_test {
namespace {

using Variables = std::map<std::string, std::string>;

Place place(const Variables& variables) {
  return place_of([&](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(Place, IsWhatTheLauncherSays) {
  EXPECT_EQ(place({}).count, 1U);
  const Place array = place({{"SLURM_ARRAY_TASK_ID", "7"},
                             {"SLURM_ARRAY_TASK_COUNT", "4"},
                             {"SLURM_ARRAY_TASK_MIN", "5"},
                             {"SLURM_PROCID", "0"},
                             {"SLURM_NTASKS", "1"}});
  EXPECT_EQ(array.index, 2U);
  EXPECT_EQ(array.count, 4U);
  EXPECT_EQ(place({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "3"}}).index, 1U);
  EXPECT_EQ(place({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}}).index, 2U);
  EXPECT_EQ(place({{"AWS_BATCH_JOB_ARRAY_INDEX", "2"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "3"}}).index,
            2U);
  EXPECT_EQ(place({{"JOB_COMPLETION_INDEX", "2"}, {"JOB_COMPLETIONS", "3"}}).count, 3U);
  EXPECT_EQ(place({{"JOB_COMPLETION_INDEX", "2"}}).count, 1U);
}

TEST(Place, NonsenseIsRefused) {
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([] {
                               place({{"PMI_RANK", "x"}, {"PMI_SIZE", "3"}});
                             }),
                             "PMI_RANK"));
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([] {
                               place({{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}});
                             }),
                             "is 0"));
}

TEST(SlurmScript, EndsWorkersInOrderAndRequeues) {
  const std::string script =
      slurm_script({"long", 64, "/home/me/a b", "/home/me/slurm-%a.txt", {"bellwether", "x y"}});
  for (const char* line : {"#!/bin/sh\n", "--partition=long\n", "--array=0-63\n",
                           "--signal=B:TERM@60\n", "--requeue\n", "--open-mode=append\n",
                           "--chdir='/home/me/a b'\n", "\nexec bellwether 'x y'\n"})
    EXPECT_TRUE(test::contains(script, line));
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(External, AnswersOfProgramsComeBack) {
  const Said said = output_of_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.out, "out\n");
  EXPECT_EQ(said.err, "err\n");
  EXPECT_EQ(output_of_program({"there-is-no-such-program"}).code, 127);
}

}  // namespace
}  // namespace bw::study::place_test
