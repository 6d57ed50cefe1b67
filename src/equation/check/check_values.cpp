// values and start values    finite; of an Integer within +-2147483647
// Values that follow from changeable parameters are a warning only.

#include "equation/check/check_values.h"

#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "equation/check/variability.h"
#include "equation/core/flat_model.h"
#include "equation/values/known_values.h"

namespace bw::equation {
namespace {

class ValueCheck {
 public:
  explicit ValueCheck(Flattening& flattening)
      : flattening_(flattening),
        model_(flattening.model),
        known_(flattening.model, [](std::uint32_t) {}),
        variability_(variabilities(flattening.model)) {}

  void check() {
    for (const FlatVariable& variable : model_.variables) {
      check(variable, variable.binding, "value");
      check(variable, variable.start, "start value");
    }
  }

 private:
  void check(const FlatVariable& variable, Node node, const std::string& what) {
    if (node == no_node) return;
    const auto value = known_.value(node);
    if (!value && known_.is_not_finite(node))
      report_value(variable, node,
                   "The " + what + " of '" + variable.name +
                       "' is not a finite number. Is there a division by 0?");
    if (value && variable.type == ScalarType::integer && std::abs(*value) > largest_integer)
      report_value(variable, node,
                   "The " + what + " of '" + variable.name + "' is " + brief(*value) +
                       ", but the largest Integer is 2147483647.");
  }

  void report_value(const FlatVariable& variable, Node node, const std::string& sentence) {
    const Place place = flattening_.source.place(variable.where);
    if (variability_[node] != Variability::constant)
      flattening_.mistakes.warn({place, place + 1}, sentence);
    else
      flattening_.mistakes.add(place, sentence);
  }

  Flattening& flattening_;
  const FlatModel& model_;
  KnownValues known_;
  std::vector<Variability> variability_;  // of nodes
};

}  // namespace

void check_values(Flattening& flattening) { ValueCheck(flattening).check(); }

}  // namespace bw::equation
