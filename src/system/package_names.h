#pragma once
// Files of a package are unpacked to a private folder; what users read names them as in the package
// ("x.ssp/resources/a.fmu").

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "base/report.h"

namespace bw::system {

struct System;

class PackageNames {
 public:
  explicit PackageNames(const system::System& system);

  std::string operator()(std::string sentence) const;
  Bell operator()(Bell bell) const;
  Finding operator()(Finding finding) const;
  Log named(Log log) const;
  // Calls it. Its refusals and announcements are named so.
  void in(const std::function<void()>& call) const;

 private:
  std::vector<std::pair<std::string, std::string>>
      names_;  // of folders, of packages; outer ones first
};

}  // namespace bw::system
