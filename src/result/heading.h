#pragma once
// What a result says about its run besides the rows.

#include <string>
#include <vector>

#include "result/trajectory.h"

namespace bw::result {

// A parameter or constant: a value that every row would repeat.
struct Constant {
  Column column{};
  Cell value = 0.0;
};

// Formats that have no place for some of it leave it out.
struct Heading {
  bool units_in_names = false;  // in text: "prey.x [kg]"
  double start = 0, stop = 0;   // of the run, in the unit of the rows' time
  std::vector<Constant> constants{};
};

}  // namespace bw::result
