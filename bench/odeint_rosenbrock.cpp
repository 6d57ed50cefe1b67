#include "odeint_rosenbrock.h"

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

namespace bw::bench {

namespace odeint = boost::numeric::odeint;
using State = boost::numeric::ublas::vector<double>;
using Matrix = boost::numeric::ublas::matrix<double>;

void odeint_rosenbrock(const StiffTask& task, std::vector<double>& x, double from, double to) {
  State state(x.size());
  std::copy(x.begin(), x.end(), state.begin());
  const auto f = [&](const State& at, State& dx, double t) {
    task.f(t, at.data().begin(), dx.data().begin());
  };
  const auto jacobian = [&](const State& at, Matrix& j, const double& t, State& by_time) {
    task.jacobian(t, at.data().begin(), j.data().begin(), by_time.data().begin());
  };
  auto stepper = odeint::make_controlled<odeint::rosenbrock4<double>>(task.absolute, task.relative);
  odeint::integrate_adaptive(stepper, std::make_pair(f, jacobian), state, from, to,
                             task.first_step);
  std::copy(state.begin(), state.end(), x.begin());
}

}  // namespace bw::bench
