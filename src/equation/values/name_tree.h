#pragma once
// Names that are parts of others: where 'a[1].b' and 'a[2].b' are declared, 'a' is an array of
// records with the field b. Base Modelica declares the parts and also writes the whole.

#include <string_view>
#include <unordered_map>
#include <vector>

#include "equation/values/value.h"

namespace bw::equation {

class NameTree {
 public:
  void add(std::string_view name);

  // "a.b" and "a.c" of "a", or "a[1]" and "a[2]"; nothing where there are none.
  const std::vector<std::string_view>* parts_of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, std::vector<std::string_view>> parts_;
};

// The end of the first step of a path: of "a.b" 1, of "[1,2].b" 5, of "a[1]" 1.
std::size_t end_of_step(std::string_view path);
// "[2,3]" is 2 and 3; nothing where it is something else.
std::vector<std::size_t> literal_subscripts(std::string_view step);

}  // namespace bw::equation
