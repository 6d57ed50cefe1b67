#include "equation/live/loop_solver.h"

#include <algorithm>
#include <cmath>

#include "math/finite.h"

namespace bw::equation {
namespace {

// An exponential far too large takes one step for each factor e: a diode some hundred.
constexpr int most_iterations = 500;
constexpr double least_damping = 1e-5;
constexpr double converged = 1e-12;        // the next correction would be so small
constexpr double nearly = 1e-9;            // here only the noise of residuals may be left
constexpr double slow = 0.9;               // relative to the previous correction
constexpr double small_of_nominal = 1e-6;  // below it relative accuracy is not needed
constexpr std::size_t dense_until = 40;
constexpr long between_samples = 64;  // of the effect of rounding

double& value_at(const LoopPlace& place, double* x, double* w, double* d) {
  switch (place.array) {
    case LoopPlace::Array::states: return x[place.index];
    case LoopPlace::Array::memory: return w[place.index];
    default: return d[place.index];
  }
}

double size_of(std::span<const double> v, std::span<const double> z,
               std::span<const double> nominals) {
  double most = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    most =
        std::max(most, std::abs(v[i]) / std::max(std::abs(z[i]), small_of_nominal * nominals[i]));
  return most;
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

LoopSolver::Work::Work(const MachineLoop& loop)
    : matrix(loop.tears.size(), loop.tears.size() > dense_until ? &loop.pattern : nullptr) {
  const std::size_t n = loop.tears.size();
  entries.resize(n > dense_until ? 0 : n * n);
  residuals.resize(n);
  step.resize(n);
  next.resize(n);
  z.resize(n);
  trial.resize(n);
  larger.resize(n);
  starts.resize(n);
  begin.resize(n);
}

LoopSolver::LoopSolver(const Machine& machine) : machine_(machine) {
  solve = &solve_loop;
  respond = &respond_of_loop;
  for (const MachineLoop& loop : machine.loops) work_.emplace_back(loop);
}

void LoopSolver::remember_starts(std::span<const double> memory, std::span<const double> states) {
  for (std::size_t k = 0; k < work_.size(); ++k)
    for (std::size_t i = 0; i < work_[k].starts.size(); ++i) {
      const LoopPlace& place = machine_.loops[k].tears[i];
      work_[k].starts[i] = place.array == LoopPlace::Array::memory   ? memory[place.index]
                           : place.array == LoopPlace::Array::states ? states[place.index]
                                                                     : 0.0;
    }
}

void LoopSolver::read(std::span<const double> memory, std::span<const double> derivatives,
                      std::vector<double>& into) const {
  into.clear();
  for (const MachineLoop& loop : machine_.loops)
    for (const LoopPlace& place : loop.tears)
      if (place.array != LoopPlace::Array::states)
        into.push_back(
            (place.array == LoopPlace::Array::memory ? memory : derivatives)[place.index]);
}

void LoopSolver::write(std::span<const double> unknowns, std::span<double> memory,
                       std::span<double> derivatives) const {
  std::size_t at = 0;
  for (const MachineLoop& loop : machine_.loops)
    for (const LoopPlace& place : loop.tears)
      if (place.array != LoopPlace::Array::states)
        (place.array == LoopPlace::Array::memory ? memory : derivatives)[place.index] =
            unknowns[at++];
}

int LoopSolver::solve_loop(Host* host, int number, double t, double* x, double* w, double* d) {
  auto& self = *static_cast<LoopSolver*>(host);
  const auto k = static_cast<std::size_t>(number);
  const MachineLoop& loop = self.machine_.loops[k];
  const Where at{t, x, w, d};
  const bool good = loop.is_linear ? self.solve_linear(loop, self.work_[k], at)
                                   : self.solve_newton(loop, self.work_[k], at);
  if (!good) self.failed_ = k;
  if (good && self.work_[k].solved++ % between_samples == 0)
    self.sample_noise(loop, self.work_[k], at);
  return good ? 1 : 0;
}

// From beside the solution Newton's step leads back to it, except for the rounding of the residuals
// there; and for curvature, unless it is near.
void LoopSolver::sample_noise(const MachineLoop& loop, Work& work, const Where& at) {
  const double aside = loop.is_linear ? 0.1 : 1e-8;
  for (std::size_t i = 0; i < work.z.size(); ++i)
    work.trial[i] =
        work.z[i] + (i % 2 == 0 ? aside : -aside) * std::max(std::abs(work.z[i]), loop.nominals[i]);
  const bool is_found = find_residuals(loop, work, at, work.trial);
  work.next = work.residuals;
  find_residuals(loop, work, at, work.z);
  if (!is_found || !factorise(loop, work, at) || !work.matrix.solve(work.next)) return;
  for (std::size_t i = 0; i < work.z.size(); ++i) work.next[i] += work.trial[i] - work.z[i];
  note_uncertainty(loop, work, at.t, work.next);
}

bool LoopSolver::find_residuals(const MachineLoop& loop, Work& work, const Where& at,
                                std::span<const double> z) {
  for (std::size_t i = 0; i < z.size(); ++i) value_at(loop.tears[i], at.x, at.w, at.d) = z[i];
  machine_.functions().loops[loop.number].residuals(at.t, at.x, at.w, at.d, work.residuals.data(),
                                                    this);
  return math::all_finite(work.residuals);
}

// As the matrix s I - J with s = 0, whose solutions have the sign of Newton's step.
bool LoopSolver::factorise(const MachineLoop& loop, Work& work, const Where& at) {
  const std::size_t n = loop.tears.size();
  const Function matrix = machine_.functions().loops[loop.number].matrix;
  if (n > dense_until) {
    work.entries.resize(loop.pattern.entries());
    matrix(at.t, at.x, at.w, at.d, work.entries.data(), this);
  } else {
    work.entries.resize(std::max(n * n, loop.pattern.entries()));
    matrix(at.t, at.x, at.w, at.d, work.entries.data(), this);
    // From the last entry on: none is overwritten before it has moved.
    for (std::size_t i = n; i-- > 0;) {
      std::size_t column = n;
      for (std::size_t e = loop.pattern.begins[i + 1]; e-- > loop.pattern.begins[i];) {
        const double value = work.entries[e];
        while (column > loop.pattern.columns[e] + 1) work.entries[i * n + --column] = 0.0;
        work.entries[i * n + --column] = value;
      }
      while (column > 0) work.entries[i * n + --column] = 0.0;
    }
  }
  return math::all_finite(work.entries) && work.matrix.factorise(work.entries, 0.0);
}

bool LoopSolver::solve_linear(const MachineLoop& loop, Work& work, const Where& at) {
  std::fill(work.z.begin(), work.z.end(), 0.0);
  if (!find_residuals(loop, work, at, work.z) || !factorise(loop, work, at)) return false;
  work.step = work.residuals;
  if (!work.matrix.solve(work.step)) return false;
  work.z = work.step;
  if (!find_residuals(loop, work, at, work.z)) return false;
  work.step = work.residuals;
  if (!work.matrix.solve(work.step)) return false;
  constexpr double rounding = 1e-15, bent = 1e-4;
  const double size = size_of(work.step, work.z, loop.nominals);
  if (size <= rounding) return true;
  if (size > bent) return solve_newton(loop, work, at);  // only piecewise linear
  note_uncertainty(loop, work, at.t, work.step);
  for (std::size_t i = 0; i < work.z.size(); ++i) work.z[i] += work.step[i];
  return find_residuals(loop, work, at, work.z);
}

bool LoopSolver::solve_newton(const MachineLoop& loop, Work& work, const Where& at) {
  for (std::size_t i = 0; i < work.z.size(); ++i)
    work.z[i] = value_at(loop.tears[i], at.x, at.w, at.d);
  work.begin = work.z;
  if (math::all_finite(work.z) && iterate(loop, work, at)) {
    note_stray(loop, work);
    return true;
  }
  stray_ = loop.number;
  work.z = work.starts;
  if (iterate(loop, work, at)) return true;
  if (work.z.size() == 1 && find_by_halving(loop, work, at) && iterate(loop, work, at)) return true;
  for (std::size_t i = 0; i < work.z.size(); ++i)  // leave no NaN behind
    value_at(loop.tears[i], at.x, at.w, at.d) = work.starts[i];
  return false;
}

// An infinite residual has a sign, too.
bool LoopSolver::find_by_halving(const MachineLoop& loop, Work& work, const Where& at) {
  constexpr double nearest = 1e-3, farthest = 1e9, growth = 4;
  constexpr int halvings = 60;
  const auto residual = [&](double z) {
    work.trial[0] = z;
    find_residuals(loop, work, at, work.trial);
    return work.residuals[0];
  };
  const double size = std::max(std::abs(work.starts[0]), loop.nominals[0]);
  const double here = work.starts[0], side = residual(here);
  const auto is_opposite = [&](double z) {
    const double r = residual(z);
    return !std::isnan(r) && (r < 0) != (side < 0);
  };
  if (std::isnan(side)) return false;
  for (double reach = nearest * size; reach < farthest * size; reach *= growth)
    for (double there : {here - reach, here + reach}) {
      if (!is_opposite(there)) continue;
      double near = here, half_way = 0;
      for (int k = 0; k < halvings; ++k) {
        const double middle = near + (there - near) / 2;
        (is_opposite(middle) ? there : near) = middle;
        if (k == halvings / 2) half_way = std::abs(residual(near));
      }
      // Towards a root residuals vanish; towards a jump they stay, towards a pole they grow.
      if (!(std::abs(residual(near)) < half_way / 2)) continue;
      work.z[0] = near;
      return true;
    }
  return false;
}

// Beside a pole corrections are small because the slope is steep, but residuals are large.
bool LoopSolver::is_pole(const MachineLoop& loop, Work& work, const Where& at, double at_first) {
  constexpr double aside = 1e-6, much = 10;
  const double here = largest(work.residuals);
  if (here <= at_first) return false;
  for (std::size_t i = 0; i < work.z.size(); ++i)
    work.trial[i] = work.z[i] + aside * std::max(std::abs(work.z[i]), loop.nominals[i]);
  const bool is_smaller =
      find_residuals(loop, work, at, work.trial) && much * largest(work.residuals) < here;
  find_residuals(loop, work, at, work.z);
  return is_smaller;
}

bool LoopSolver::iterate(const MachineLoop& loop, Work& work, const Where& at) {
  work.is_damped = false;
  if (!find_residuals(loop, work, at, work.z)) return false;
  const double at_first = largest(work.residuals);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!factorise(loop, work, at)) return false;
    work.step = work.residuals;
    if (!work.matrix.solve(work.step)) return false;
    const double size = size_of(work.step, work.z, loop.nominals);
    if (iteration == 0) work.first = size;
    const std::optional<double> next = damped_step(loop, work, at, size);
    if (!next && size > nearly) return false;
    // Near a multiple solution corrections shrink slowly, and in noise not at all.
    const bool is_noise = size <= nearly && (!next || *next > slow * size);
    if (is_noise) note_uncertainty(loop, work, at.t, work.next);
    if (is_noise || *next <= converged) return !is_pole(loop, work, at, at_first);
  }
  return false;
}

// A start close to the solution converges directly: the first correction is nearly all of it.
void LoopSolver::note_stray(const MachineLoop& loop, Work& work) {
  constexpr double large_move = 1e-3, straight = 3;
  for (std::size_t i = 0; i < work.z.size(); ++i) work.trial[i] = work.z[i] - work.begin[i];
  const double moved = size_of(work.trial, work.z, loop.nominals);
  if (std::max(moved, work.first) > large_move &&
      (work.is_damped || moved > straight * work.first || work.first > straight * moved))
    stray_ = loop.number;
}

void LoopSolver::note_uncertainty(const MachineLoop& loop, const Work& work, double t,
                                  std::span<const double> correction) {
  for (std::size_t i = 0; i < correction.size(); ++i) {
    const double share = std::abs(correction[i]) / std::max(std::abs(work.z[i]), loop.nominals[i]);
    if (!(share > uncertainty_)) continue;
    uncertainty_ = share;
    least_certain_ = loop.number;
    least_certain_time_ = t;
  }
}

std::optional<double> LoopSolver::damped_step(const MachineLoop& loop, Work& work, const Where& at,
                                              double size) {
  for (double damping = 1; damping >= least_damping; damping /= 2) {
    for (std::size_t i = 0; i < work.z.size(); ++i)
      work.trial[i] = work.z[i] + damping * work.step[i];
    if (!find_residuals(loop, work, at, work.trial)) continue;
    work.next = work.residuals;
    if (!work.matrix.solve(work.next)) continue;
    // Relative to the larger of both: towards 0 a correction stays as large as the value.
    for (std::size_t i = 0; i < work.z.size(); ++i)
      work.larger[i] = std::max(std::abs(work.z[i]), std::abs(work.trial[i]));
    if (size_of(work.next, work.larger, loop.nominals) > (1 - damping / 4) * size && size > nearly)
      continue;
    const double next = size_of(work.next, work.trial, loop.nominals);
    work.z = work.trial;
    work.is_damped = work.is_damped || damping < 1;
    return damping == 1 ? next : std::max(next, 2 * nearly);
  }
  find_residuals(loop, work, at, work.z);
  return {};
}

int LoopSolver::respond_of_loop(Host* host, int number, double t, double* x, double* w, double* d,
                                double* columns, int count) {
  auto& self = *static_cast<LoopSolver*>(host);
  const auto k = static_cast<std::size_t>(number);
  const MachineLoop& loop = self.machine_.loops[k];
  Work& work = self.work_[k];
  const std::size_t n = loop.tears.size();
  bool good = self.factorise(loop, work, {t, x, w, d});
  for (int c = 0; good && c < count; ++c)
    good = work.matrix.solve(std::span(columns + static_cast<std::size_t>(c) * n, n));
  if (!good) self.failed_ = k;
  return good ? 1 : 0;
}

}  // namespace bw::equation
