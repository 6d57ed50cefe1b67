#include "base/position.h"

namespace bw {

std::string Position::text() const {
  std::string words = file;
  if (line > 0) words += ":" + std::to_string(line);
  if (line > 0 && column > 0) words += ":" + std::to_string(column);
  return words;
}

}  // namespace bw
