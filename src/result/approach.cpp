#include "result/approach.h"

#include <cmath>

#include "base/text.h"

namespace bw::result {

std::string tolerance_figure(double tolerance) {
  if (!(tolerance > 0 && tolerance < 0.1)) return brief(tolerance);
  const double exponent = std::floor(std::log10(tolerance) + 1e-9);
  return brief(tolerance / std::pow(10.0, exponent), 3) + "e" +
         std::to_string(std::lround(exponent));
}

std::string method_line(const Approach& approach) {
  std::string line = approach.name, beside = approach.textbook;
  if (!approach.option.empty()) add_to_list(beside, approach.option);
  if (!beside.empty()) line += " (" + beside + ")";
  for (const std::string& detail : approach.details) line += ", " + detail;
  if (!approach.left.empty()) line += ", because " + listed(approach.left, {.last = " and "});
  return line;
}

std::string sentence(const Approach& approach) {
  std::string line = method_line(approach);
  if (!approach.reason.empty())
    line += (approach.left.empty() ? ", because " : "; ") + approach.reason;
  return line;
}

}  // namespace bw::result
