#pragma once
// Where in a file something was written, for error sentences that an editor can jump to.

#include <string>

namespace bw {

struct Position {
  std::string file;
  int line = 0, column = 0;  // from 1; 0: unknown

  // "file:line:column", or as much of it as is known.
  std::string text() const;
};

}  // namespace bw
