// Two more experiments of fmi/check/check_experiments.h: derivatives against differences, and
// scheduled execution, where we are the scheduler.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fmi/check/check_drive.h"
#include "fmi/check/check_experiments.h"
#include "fmi/component/fmu_component.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "fmi/instance/instance.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {
namespace {

constexpr std::size_t most_columns = 20;
constexpr double difference_step = 1e-5;       // of a state's size
constexpr double derivative_tolerance = 1e-3;  // of the largest entry of a column

}  // namespace

// Central differences f(x + e) - f(x - e) over 2e, state by state.
void Experiments::compare_derivatives() {
  std::vector<Reference> knowns, unknowns;
  for (const Unknown& unknown : description_.structure.derivatives) {
    const Variable& derivative = description_.variables[unknown.variable];
    if (!derivative.derivative_of || derivative.is_array()) return;  // scalars are enough
    unknowns.push_back(derivative.reference);
    knowns.push_back(description_.variables[*derivative.derivative_of].reference);
  }
  Drive drive(layout_, setup(), course_, set_starts_);
  drive.initialise();
  Instance& instance = drive.instance();
  const std::vector<double> x = drive.states();
  std::vector<double> moved = x, plus(x.size()), minus(x.size()), column(x.size());
  for (std::size_t j = 0; j < std::min(x.size(), most_columns); ++j) {
    const double e = difference_step * (std::abs(x[j]) + 1), one = 1;
    moved[j] = x[j] + e;
    (void)instance.set_states(moved);
    (void)instance.get_derivatives(plus);
    moved[j] = x[j] - e;
    (void)instance.set_states(moved);
    (void)instance.get_derivatives(minus);
    moved[j] = x[j];
    (void)instance.set_states(x);
    instance.directional_derivative(unknowns, {&knowns[j], 1}, {&one, 1}, column);
    double worst = 0, largest = 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double difference = (plus[i] - minus[i]) / (2 * e);
      largest = std::max({largest, std::abs(difference), std::abs(column[i])});
      worst = std::max(worst, std::abs(difference - column[i]));
    }
    if (worst > derivative_tolerance * largest)
      add_finding(Rule::run_derivatives,
                  fmt::format("the derivatives with respect to the state {} differ from finite "
                              "differences by {:.2g}; the largest derivative is {:.2g}.",
                              j + 1, worst, largest));
  }
  instance.settle();
}

void Experiments::run_scheduled() {
  model::ComponentRequest request;
  request.name = "checked";
  request.interface = interface_;
  for (std::size_t i = 0; i < layout_.scalars().size(); ++i) {
    const model::Variable& v = layout_.scalars()[i];
    if (v.causality == model::Causality::output && is_real(v.type)) request.outputs.push_back(i);
  }
  watched_ = request.outputs;
  const auto course = [&] {
    const auto component = make_scheduled_component(layout_, setup(), request);
    Row y(request.outputs.size());
    Rows rows;
    component->begin(course_.start, course_.stop);
    component->start();
    for (int i = 0; i < course_.steps; ++i) {
      (void)component->advance({}, course_.point(i), course_.point(i + 1) - course_.point(i),
                               {y, {}});
      rows.push_back(y);
    }
    component->finish();
    return rows;
  };
  const Rows expected = course();
  report_strange_values(expected);
  report_messages_and_process();
  report_difference(Rule::run_again, expected, course(), 0, 0, "in a second run");
}

}  // namespace bw::fmi
