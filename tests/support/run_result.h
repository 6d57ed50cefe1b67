#pragma once
// What a test looks for in the result of a run.

#include <algorithm>
#include <limits>
#include <string>

#include "result/result.h"

namespace bw::test {

inline const Bell* find_bell(const result::RunResult& result, BellCode code) {
  const auto found = std::find_if(result.bells.begin(), result.bells.end(),
                                  [&](const Bell& bell) { return bell.code == code; });
  return found == result.bells.end() ? nullptr : &*found;
}

inline bool has_bell(const result::RunResult& result, BellCode code) {
  return find_bell(result, code) != nullptr;
}

// Verdict, reason and all messages, for a test that fails to show.
inline std::string said(const result::RunResult& result) {
  std::string all = std::string(name(result.verdict)) + "\n" + sentence(result.approach) + "\n";
  for (const Bell& bell : result.bells) all += bell.message + "\n";
  return all;
}

inline double final_value(const result::RunResult& result, const std::string& variable) {
  for (const auto& [known, cell] : result.final_values)
    if (known == variable) return std::get<double>(cell);
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace bw::test
