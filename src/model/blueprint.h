#pragma once
// An opened FMU, table or equation model, from which any number of Parts can be made.

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bell.h"
#include "model/part.h"

namespace bw::model {

struct Experiment {
  std::optional<double> start, stop, tolerance, step;
};

// Which variables a part shall exchange, by index into Blueprint::variables().
struct PartRequest {
  std::string name;
  std::vector<std::size_t> inputs, outputs, records;
  std::vector<std::pair<std::size_t, Value>> starts;  // already converted to the variable's type
  std::optional<double> tolerance;                    // for solvers inside the part, where named
  bool may_roll_back = false;                         // the master will go back in time
};

// What every part made from a blueprint can do.
struct Capabilities {
  bool can_roll_back = false;
  bool variable_steps = true;
};

class Blueprint {
 public:
  virtual ~Blueprint() = default;
  virtual const std::vector<Variable>& variables() const = 0;
  virtual const Experiment& experiment() const = 0;
  virtual Capabilities capabilities() const = 0;

  // The part keeps what it needs of the blueprint alive; the bells outlive it.
  virtual std::unique_ptr<Part> make(const PartRequest& request, Bells& bells) const = 0;
};

}  // namespace bw::model
