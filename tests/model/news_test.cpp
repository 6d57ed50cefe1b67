#include "model/isolated/news.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/run_control.h"
#include "model/isolated/letter.h"

namespace bw::model::news_test {
namespace {

template <class Thrown>
Thrown there_and_back(const Thrown& thrown) {
  std::string bytes;
  try {
    throw thrown;
  } catch (...) {
    bytes = exception_bytes();
  }
  try {
    rethrow(bytes);
  } catch (const Thrown& arrived) {
    return arrived;
  }
}

TEST(News, OnlyWhatIsNewIsSent) {
  Outbox outbox;
  Bells arrived;
  EXPECT_EQ(outbox.take(), "");
  outbox.bells().ring(BellCode::fmu_warning, 2, "a", "it warns.", 3, 4);
  deliver_news(outbox.take(), arrived, {});
  EXPECT_EQ(outbox.take(), "");
  outbox.bells().ring(BellCode::fmu_warning, 5, "a", "it warns.");
  outbox.bells().ring(BellCode::fmu_warning, 6, "a", "it warns.");
  outbox.add_line("a line");
  std::vector<std::string> lines;
  deliver_news(outbox.take(), arrived, [&](std::string_view line) { lines.emplace_back(line); });
  ASSERT_EQ(arrived.rung().size(), 1U);
  EXPECT_EQ(arrived.rung()[0].count, 3);
  EXPECT_EQ(arrived.rung()[0].time, 2);
  EXPECT_EQ(arrived.rung()[0].limit, 4);
  EXPECT_EQ(lines, std::vector<std::string>{"a line"});
  EXPECT_THROW(deliver_news("nonsense", arrived, {}), Garbled);
}

TEST(News, ExceptionsKeepTheirTypeAndTheirSentences) {
  EXPECT_EQ(there_and_back(InputError(std::vector<std::string>{"one.", "two."})).sentences().size(),
            2U);
  EXPECT_STREQ(there_and_back(UsageError("use it.")).what(), "use it.");
  EXPECT_STREQ(there_and_back(Interrupted("ended.")).what(), "ended.");
  EXPECT_STREQ(there_and_back(std::runtime_error("some.")).what(), "some.");
  const ComponentFailure failure =
      there_and_back(ComponentFailure("a", BellCode::nan, "a.x", 1.5, "it is nan."));
  EXPECT_EQ(failure.component, "a");
  EXPECT_EQ(failure.code, BellCode::nan);
  EXPECT_EQ(failure.subject, "a.x");
  EXPECT_EQ(failure.time, 1.5);
}

TEST(News, AReportArrivesWhole) {
  SolverReport report;
  report.work.steps = 7;
  report.events = {{.time = 2, .kind = EventMark::Kind::input, .indicator = 3, .rises = true}};
  report.methods = {{1.5, "dopri5", "it is smooth"}};
  report.near_event = {{4, 0.5}};
  report.vanished = {{.time = 1, .indicator = 2, .value = 3, .count = 4}};
  report.is_discrete = true;
  const SolverReport arrived = report_from(report_bytes(report));
  EXPECT_EQ(arrived.work.steps, 7);
  EXPECT_EQ(arrived.events, report.events);
  EXPECT_EQ(arrived.methods[0].method, "dopri5");
  EXPECT_EQ(arrived.near_event->distance, 0.5);
  EXPECT_EQ(arrived.vanished->count, 4);
  EXPECT_FALSE(arrived.unresolved);
  EXPECT_TRUE(arrived.is_discrete);
}

}  // namespace
}  // namespace bw::model::news_test
