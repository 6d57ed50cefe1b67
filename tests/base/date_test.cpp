#include "base/date.h"

#include <gtest/gtest.h>

namespace bw::date_test {
namespace {

TEST(DateAndTime, HasTheFormOfXmlSchema) {
  for (const char* text :
       {"2026-05-28T13:30:00Z", "2026-05-28T13:30:00", "2026-05-28T13:30:00.5",
        "2026-05-28T13:30:00.25Z", "2024-02-29T24:00:00+14:00", "2026-12-31T23:59:59-05:30"})
    EXPECT_TRUE(is_date_and_time(text)) << text;
}

TEST(DateAndTime, RefusesWhatIsNone) {
  for (const char* text : {"",
                           "today",
                           "2026-05-28",
                           "2026-05-28 13:30:00Z",
                           "2026-05-28T13:30",
                           "26-05-28T13:30:00",
                           "2026-13-28T13:30:00",
                           "2026-00-28T13:30:00",
                           "2026-04-31T13:30:00",
                           "2026-02-29T13:30:00",
                           "2026-05-00T13:30:00",
                           "2026-05-28T24:00:01",
                           "2026-05-28T13:60:00",
                           "2026-05-28T13:30:60",
                           "2026-05-28T13:30:00.",
                           "2026-05-28T13:30:00.Z",
                           "2026-05-28T13:30:00+0100",
                           "2026-05-28T13:30:00+aa:bb",
                           "2026-05-28T13:30:00+15:00",
                           "2026-05-28T13:30:00Zulu"})
    EXPECT_FALSE(is_date_and_time(text)) << text;
}

}  // namespace
}  // namespace bw::date_test
