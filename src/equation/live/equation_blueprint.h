#pragma once
// Entry point of the back end: a flat model as a blueprint, from which Models are made.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/position.h"
#include "equation/code/compiled.h"
#include "equation/core/flat_model.h"
#include "model/blueprint.h"

namespace bw::equation {

// The structure of a model for `info`: how its equations are solved.
struct Structure {
  enum class Way { formula, linear_loop, nonlinear_loop };
  struct Block {
    Way way = Way::formula;
    std::vector<std::string> unknowns;   // "der(x)", "i"
    std::vector<std::string> equations;  // as written
    std::vector<Position> places;
    std::vector<std::string> tears;  // of an algebraic loop: its iteration variables
  };
  std::vector<std::string> states;
  std::vector<Block> blocks;         // in the order of evaluation, between events
  std::vector<Block> initial_loops;  // of the initialisation
  std::vector<std::pair<std::string, std::string>> aliases;  // "a", "-b"
  std::vector<std::string> state_events;                     // "h < 0", "floor(x)"
  std::vector<std::string> time_events;                      // "time >= 3", "sample(0, 0.1)"
  std::vector<std::string> assumed_starts;                   // states without any initial condition
  std::size_t jacobian_entries = 0;
  bool has_jacobian = false;
};

class EquationBlueprint : public model::Blueprint {
 public:
  virtual const std::string& name() const = 0;  // of the model, from its text
  virtual const std::string& description() const = 0;
  virtual const Structure& structure() const = 0;
};

// Reads the same text with other values of structural parameters.
using ReadAgain =
    std::function<std::shared_ptr<const EquationBlueprint>(const std::map<std::string, double>&)>;

// Throws InputError: too many or too few equations, a singular structure, ...
std::shared_ptr<const EquationBlueprint> make_equation_blueprint(
    const FlatModel& model, CompilerChoice compiler = CompilerChoice::tiny,
    ReadAgain read_again = {});

}  // namespace bw::equation
