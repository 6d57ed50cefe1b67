#pragma once
// Files that several runs share: each is read, unpacked, compiled and loaded once. What was
// reported when it was opened is reported in every run. One thread at a time.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "model/blueprint.h"
#include "run/open/open_file.h"
#include "system/system.h"

namespace bw::run {

class OpenedFiles {
 public:
  // As open_file() of run/open/open_file.h.
  std::shared_ptr<const model::Blueprint> open(const std::filesystem::path& file, Bells& bells,
                                               const Log& log, std::vector<UnsetParameter>& unset);

  // As system::load_partly().
  const system::System& load(const std::string& target);

 private:
  struct Opened {
    std::shared_ptr<const model::Blueprint> blueprint;
    std::vector<Bell> bells;
    std::vector<UnsetParameter> unset;
  };
  std::map<std::string, Opened> files_;
  std::map<std::string, system::System> systems_;
};

}  // namespace bw::run
