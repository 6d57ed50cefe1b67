#pragma once
// A master as a contributor adds one: one file (added_master.cpp), one line of the table. The tests
// that loop over the table loop over this one, too.

#include <vector>

#include "cosim/master/master.h"

namespace bw::test {

extern const cosim::MasterKind plain_jacobi;

// The table with the new line.
inline std::vector<const cosim::MasterKind*> all_masters() {
  std::vector<const cosim::MasterKind*> all(cosim::masters().begin(), cosim::masters().end());
  all.push_back(&plain_jacobi);
  return all;
}

}  // namespace bw::test
