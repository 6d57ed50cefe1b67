#pragma once
// What is refused, and the message:
//
//   EXPECT_TRUE(contains(refusal<UsageError>([&] { run(spec); }), "--stop"));

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

namespace bw::test {

// The error that ends `work`, if one does.
template <class Wrong, class Work>
std::optional<Wrong> caught(Work&& work) {
  try {
    std::forward<Work>(work)();
  } catch (const Wrong& error) {
    return error;
  }
  return std::nullopt;
}

// What it says; "accepted" if there is none.
template <class Wrong, class Work>
std::string outcome(Work&& work) {
  const std::optional<Wrong> error = caught<Wrong>(std::forward<Work>(work));
  return error ? error->what() : "accepted";
}

// What it says; the test fails if there is none.
template <class Wrong, class Work>
std::string refusal(Work&& work) {
  const std::optional<Wrong> error = caught<Wrong>(std::forward<Work>(work));
  EXPECT_TRUE(error.has_value()) << "nothing was refused";
  return error ? error->what() : "accepted";
}

}  // namespace bw::test
