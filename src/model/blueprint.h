#pragma once
// An opened FMU, table or equation model, from which any number of Components can be made.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bell.h"
#include "base/value.h"
#include "model/component.h"
#include "model/model.h"
#include "model/variable.h"

namespace bw::model {

struct Experiment {
  std::optional<double> start, stop, tolerance, step;
};

// How a component is driven: it steps by itself, we integrate it, or we schedule its computations.
enum class Interface { co_simulation, model_exchange, scheduled_execution };

std::string_view name(Interface interface);        // "co-simulation"
std::string_view short_name(Interface interface);  // "cs"
// "cs", "co-simulation", "CoSimulation"; nothing: unknown.
std::optional<Interface> parse_interface(std::string_view word);
std::vector<std::string> interface_names();

// Which variables a component shall exchange, by index into Blueprint::variables().
struct ComponentRequest {
  std::string name;
  Interface interface = Interface::co_simulation;
  std::vector<std::size_t> inputs, outputs, records;
  std::vector<std::pair<std::size_t, Value>> starts;  // already converted to the variable's type
  std::optional<double> tolerance;  // for solvers inside the component, where given
  bool may_roll_back = false;       // the master will roll back
  // A step ends at an event that is further than this from its begin (see Advance::event), also
  // where the event is at the end of the step, which would otherwise deliver the signals after it.
  // 0: events do not end steps.
  double stops_at_events = 0;
};

// What every component made from a blueprint by one interface can do.
struct Capabilities {
  bool can_roll_back = false;
  bool variable_steps = true;
  double step_unit = 0;            // steps should be multiples of this; 0: any
  bool reports_events = false;     // ComponentRequest::stops_at_events has an effect
  bool one_instance_only = false;  // per process
  bool can_serialise = false;      // see ComponentShape
  bool needs_tool = false;         // it starts, or talks to, the program that made it
};

class Blueprint {
 public:
  virtual ~Blueprint() = default;
  virtual const std::vector<Variable>& variables() const = 0;
  virtual const Experiment& experiment() const = 0;
  virtual const std::vector<Interface>& interfaces() const = 0;  // offered, the best one first
  virtual Capabilities capabilities(Interface interface) const = 0;

  // Checks that components can be made by this interface (the library exists and loads), so that a
  // mistake shows before the run. Throws InputError.
  virtual void prepare(Interface /*interface*/, Bells& /*bells*/) const {}

  // Where components made by this interface may read: unpacked here, and compiled if necessary, so
  // that another process, which may be confined, can load them. Runs no foreign code. Throws
  // InputError.
  virtual std::vector<std::filesystem::path> files(Interface /*interface*/,
                                                   Bells& /*bells*/) const {
    return {};
  }
  // Whether components are foreign machine code, which may crash.
  virtual bool is_foreign() const { return false; }

  // The same with other values of structural parameters (by index into variables()), on which the
  // sizes of arrays and thus the list of variables depend. Throws InputError.
  virtual std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& structural) const = 0;

  // Known times of discontinuities and kinks of its outputs, ascending.
  virtual std::vector<double> special_times(const ComponentRequest& /*request*/) const {
    return {};
  }

  // The component shares ownership of what it needs of the blueprint; the bells must outlive it.
  virtual std::unique_ptr<Component> make(const ComponentRequest& request, Bells& bells) const = 0;
  // For model exchange.
  virtual std::unique_ptr<Model> make_model(const ComponentRequest& request,
                                            Bells& bells) const = 0;
};

}  // namespace bw::model
