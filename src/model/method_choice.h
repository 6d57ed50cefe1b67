#pragma once
// A method change that a solver made by itself, for the report.

#include <string>
#include <string_view>

namespace bw::model {

struct MethodChoice {
  double time = 0;
  std::string_view method;  // its name in the table, which lives for ever
  std::string why;          // with the figures that decided
};

}  // namespace bw::model
