#pragma once
// Makes one path of a system: builds it afresh, initialises it, moves it over a mesh and reads its
// rows. What a component does wrong is in the path, not thrown.

#include <functional>

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"
#include "run/certify.h"
#include "run/itinerary.h"
#include "run/open/assemble.h"
#include "run/publish/columns.h"

namespace bw::run {

class PathMaker {
 public:
  // All of them outlive it.
  PathMaker(const Assembly& assembly, const Columns& columns, const Period& period,
            const Tolerance& tolerance)
      : assembly_(assembly), columns_(columns), period_(period), tolerance_(tolerance) {}

  // `at_end` sees the system where the path ends, also where that is early.
  using AtEnd = std::function<void(cosim::Coupling& coupling, const cosim::Path& path)>;
  cosim::Path make(const cosim::ChainOrder& order, const std::function<bool()>& wanted,
                   const AtEnd& at_end = {}) const;

  // As the column is called in results; columns that are only looked at have names, too.
  std::string name_of(std::size_t real_column) const;

 private:
  void walk(cosim::Coupling& coupling, const cosim::ChainOrder& order,
            const std::function<bool()>& wanted, cosim::Path& path) const;
  void name_variable(cosim::Coupling& coupling, cosim::Path& path) const;

  const Assembly& assembly_;
  const Columns& columns_;
  Period period_;
  Tolerance tolerance_;
};

// Why a path that is all there is ended early.
RunEnding tell_failure(const cosim::Path& path, Bells& bells);
RunEnding tell_interrupted(const cosim::Path& path, const Period& period, Bells& bells);

// The times of rows so far apart, the last of them at the stop.
std::vector<double> times_of_rows(const Period& period, double interval);

}  // namespace bw::run
