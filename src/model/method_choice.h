#pragma once
// What a solver that chooses its method remembers of a choice, so that it can be told.

#include <string>
#include <string_view>

namespace bw::model {

struct MethodChoice {
  double time = 0;
  std::string_view method;  // its name in the table, which is there for ever
  std::string why;          // with the figures that it is for
};

}  // namespace bw::model
