#include "support/ode/ivp_solve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double next_break(const IvpProblem& problem, double t) {
  const auto next = std::upper_bound(problem.breaks.begin(), problem.breaks.end(), t);
  return next == problem.breaks.end() ? infinity : *next;
}

struct Since final : model::Snapshot {
  double time = 0;
};

}  // namespace

double IvpEquations::enter(double t) {
  const double next = next_break(problem_, t);
  last_ = problem_.jumps ? std::nextafter(std::min(next, problem_.stop), t) : infinity;
  return std::min(next, problem_.stop);
}

IvpModel::IvpModel(const IvpProblem& problem, bool announced)
    : problem_(problem), announced_(announced), equations_(problem) {
  shape_.name = problem.name;
  shape_.has_jacobian = problem.jacobian != nullptr;
  shape_.can_roll_back = true;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    model::Variable state;
    state.name = "x" + std::to_string(i + 1);
    state.nominal = problem.nominal(i);
    shape_.states.push_back(state.name);
    shape_.outputs.push_back(state);
  }
}

void IvpModel::evaluate(const model::SignalsIn&, const model::SignalsOut& y) {
  std::copy(problem_.x0.begin(), problem_.x0.end(), y.reals.begin());
}

model::EventUpdate IvpModel::start(Out x) {
  std::copy(problem_.x0.begin(), problem_.x0.end(), x.begin());
  return enter(problem_.start);
}

model::EventUpdate IvpModel::enter(double t) {
  since_ = t;
  equations_.enter(t);
  model::EventUpdate update;
  if (announced_ && problem_.jumps) update.next_time_event = next_break(problem_, t);
  return update;
}

void IvpModel::derivatives(double t, In x, Out dx) {
  if (announced_)
    equations_.derivatives(t, x, dx);
  else
    problem_.f(t, x, dx);
}

void IvpModel::outputs(double, In x, const model::SignalsOut& y) {
  std::copy(x.begin(), x.end(), y.reals.begin());
}

void IvpModel::nominals(Out sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = problem_.nominal(i);
}

model::EventUpdate IvpModel::handle_event(double t, Out) { return enter(t); }

double IvpModel::next_kink(double t) {
  return announced_ && !problem_.jumps ? next_break(problem_, t) : infinity;
}

void IvpModel::save(std::unique_ptr<model::Snapshot>& into) {
  auto since = std::make_unique<Since>();
  since->time = since_;
  into = std::move(since);
}

void IvpModel::restore(const model::Snapshot& from) { enter(static_cast<const Since&>(from).time); }

bool suits(const ode::MethodKind& method, const IvpProblem& problem) {
  if (method.fixed_step || method.linear_only) return false;
  return method.stiff || problem.kind != IvpProblem::Kind::stiff;
}

IvpEnd solve(const IvpProblem& problem, const ode::MethodKind& method, ode::Setup setup,
             long most_steps) {
  setup.start = problem.start;
  setup.stop = problem.stop;
  IvpEquations equations(problem);
  std::vector<double> nominals(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) nominals[i] = problem.nominal(i);
  const auto integrator = method.make(equations, setup);
  std::vector<double> x = problem.x0;
  IvpEnd end;
  for (double t = problem.start; t < problem.stop && !end.trouble; t = integrator->time()) {
    const double limit = equations.enter(t);
    integrator->restart(t, x, nominals);
    while (integrator->time() < limit && !end.trouble) {
      if (integrator->counts().steps > most_steps) return end;
      end.trouble = integrator->step(limit);
    }
    x.assign(integrator->state().begin(), integrator->state().end());
  }
  if (!end.trouble) end.x = x;
  end.counts = integrator->counts();
  end.evaluations = equations.evaluations;
  return end;
}

}  // namespace bw::test
