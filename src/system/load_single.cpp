#include "system/load_single.h"

#include <algorithm>

namespace bw::system {

System load_single(const std::filesystem::path& file) {
  // A dot separates component and variable, so the component's name has none.
  std::string name = file.stem().string();
  std::replace(name.begin(), name.end(), '.', '_');
  System system;
  system.file = file;
  system.single = true;
  system.components.push_back({name, file, {file.string()}});
  return system;
}

}  // namespace bw::system
