#include "equation/live/loop_solver.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "math/finite.h"

namespace bw::equation {
namespace {

constexpr std::size_t dense_until = 40;
constexpr std::size_t most_undetermined = 400;  // unknowns of a loop with a singular matrix
constexpr long between_samples = 64;            // of the effect of rounding

}  // namespace

LoopSolver::Work::Work(LoopSolver& of, const MachineLoop& in)
    : Newton{},
      solver(of),
      loop(in),
      matrix(in.tears.size(), in.tears.size() > dense_until ? &in.pattern : nullptr),
      first_values(in.tears.size()),
      last(in.tears.size()),
      room(9 * in.tears.size()) {
  n = loop.tears.size();
  is_linear = loop.is_linear ? 1 : 0;
  near_only = loop.is_constraint ? 1 : 0;
  nominals = loop.nominals.data();
  starts = first_values.data();
  double* free = room.data();
  for (double** vector : {&z, &residuals, &step, &next, &trial, &larger, &begin, &base, &reached})
    *vector = std::exchange(free, free + n);
  read = [](Newton* self, double* values) {
    const Work& work = *static_cast<Work*>(self);
    for (std::size_t i = 0; i < work.n; ++i) values[i] = work.value(work.loop.tears[i]);
  };
  write = [](Newton* self, const double* values) {
    const Work& work = *static_cast<Work*>(self);
    for (std::size_t i = 0; i < work.n; ++i) work.value(work.loop.tears[i]) = values[i];
  };
  evaluate = [](Newton* self) {
    const Work& work = *static_cast<Work*>(self);
    work.solver.machine_.functions().loops[work.loop.number].residuals(
        work.t, work.x, work.w, work.d, work.residuals, work.solver.host());
  };
  factorise = [](Newton* self) { return static_cast<Work*>(self)->find_matrix() ? 1 : 0; };
  solve = [](Newton* self, double* b) {
    const Work& work = *static_cast<Work*>(self);
    const std::span right(b, self->n);
    return (work.is_singular != 0 ? work.rest.solve(right) : work.matrix.solve(right)) ? 1 : 0;
  };
  note = [](Newton* self, const double* correction) {
    Work& work = *static_cast<Work*>(self);
    work.solver.note_uncertainty(work, correction);
  };
}

double& LoopSolver::Work::value(const LoopPlace& place) const {
  switch (place.array) {
    case LoopPlace::Array::states: return x[place.index];
    case LoopPlace::Array::memory: return w[place.index];
    default: return d[place.index];
  }
}

// As the matrix s I - J with s = 0, whose solutions have the sign that Newton's step wants.
bool LoopSolver::Work::find_matrix() {
  const Function find = solver.machine_.functions().loops[loop.number].matrix;
  if (n > dense_until) {
    entries.resize(loop.pattern.entries());
    find(t, x, w, d, entries.data(), solver.host());
  } else {
    entries.resize(std::max(n * n, loop.pattern.entries()));
    find(t, x, w, d, entries.data(), solver.host());
    // Spread from the last entry on: none is overwritten before it has moved.
    for (std::size_t i = n; i-- > 0;) {
      std::size_t column = n;
      for (std::size_t e = loop.pattern.begins[i + 1]; e-- > loop.pattern.begins[i];) {
        const double value = entries[e];
        while (column > loop.pattern.columns[e] + 1) entries[i * n + --column] = 0.0;
        entries[i * n + --column] = value;
      }
      while (column > 0) entries[i * n + --column] = 0.0;
    }
  }
  if (!math::all_finite(entries)) return false;
  is_singular = takes_least_change || !matrix.factorise(entries, 0.0) ? 1 : 0;
  if (is_singular == 0) return true;
  if (n > most_undetermined) return false;
  find_least_change();
  return true;
}

void LoopSolver::Work::find_least_change() {
  std::vector<double> dense(n * n, 0.0);
  if (n <= dense_until)
    std::transform(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(n * n),
                   dense.begin(), std::negate<>());
  else
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t e = loop.pattern.begins[i]; e < loop.pattern.begins[i + 1]; ++e)
        dense[i * n + loop.pattern.columns[e]] = -entries[e];
  rest.factorise(dense, loop.nominals);
}

LoopSolver::LoopSolver(const Machine& machine) : machine_(machine) {
  solve = &solve_loop;
  respond = &respond_of_loop;
  work_.reserve(machine.loops.size());
  for (const MachineLoop& loop : machine.loops) work_.emplace_back(*this, loop);
}

void LoopSolver::remember_starts(std::span<const double> memory, std::span<const double> states) {
  for (Work& work : work_)
    for (std::size_t i = 0; i < work.n; ++i) {
      const LoopPlace& place = work.loop.tears[i];
      work.first_values[i] = place.array == LoopPlace::Array::memory   ? memory[place.index]
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

void LoopSolver::set_trial(bool on) {
  is_trial_ = on;
  trial_stray_.reset();
  for (Work& work : work_) work.near_only = on || work.loop.is_constraint ? 1 : 0;
}

bool LoopSolver::solve_from(std::size_t loop, std::span<const double> guess, double t, double* x,
                            double* w, double* d) {
  Work& work = work_at(static_cast<int>(loop), t, x, w, d);
  work.write(&work, guess.data());
  return bw_solve_loop(&work) != 0;
}

void LoopSolver::take_starts(std::size_t loop, double* x, double* w, double* d) {
  Work& work = work_at(static_cast<int>(loop), work_[loop].t, x, w, d);
  work.write(&work, work.first_values.data());
}

LoopSolver::Work& LoopSolver::work_at(int loop, double t, double* x, double* w, double* d) {
  Work& work = work_[static_cast<std::size_t>(loop)];
  work.t = t;
  work.x = x;
  work.w = w;
  work.d = d;
  return work;
}

int LoopSolver::solve_loop(Host* host, int number, double t, double* x, double* w, double* d) {
  auto& self = *static_cast<LoopSolver*>(host);
  Work& work = self.work_at(number, t, x, w, d);
  if (!self.is_trial_) work.read(&work, work.last.data());
  bool good = bw_solve_loop(&work) != 0;
  if (!good && !self.is_trial_) good = self.solve_by_least_change(work);
  if (!good) self.failed_ = work.loop.number;
  if (bw_is_stray(&work) != 0)
    (self.is_trial_ ? self.trial_stray_ : self.stray_) = work.loop.number;
  if (self.is_trial_ || !good) return good ? 1 : 0;
  if (work.is_singular != 0)
    self.undetermined_ = work.loop.number;
  else if (work.solved++ % between_samples == 0)
    self.sample_noise(work);
  return 1;
}

// A matrix that is singular but for rounding.
bool LoopSolver::solve_by_least_change(Work& work) {
  if (!bw_all_finite(work.last.data(), work.n)) return false;
  const int near_only = std::exchange(work.near_only, 1);
  work.write(&work, work.last.data());
  work.takes_least_change = true;
  const bool good = bw_solve_loop(&work) != 0;
  work.takes_least_change = false;
  work.near_only = near_only;
  if (!good && near_only == 0) work.write(&work, work.first_values.data());
  return good;
}

int LoopSolver::respond_of_loop(Host* host, int number, double t, double* x, double* w, double* d,
                                double* columns, int count) {
  auto& self = *static_cast<LoopSolver*>(host);
  Work& work = self.work_at(number, t, x, w, d);
  bool good = work.find_matrix();
  for (int c = 0; good && c < count; ++c)
    good = work.solve(&work, columns + static_cast<std::size_t>(c) * work.n) != 0;
  if (!good) self.failed_ = work.loop.number;
  return good ? 1 : 0;
}

// From beside the solution Newton's step leads back to it, but for what rounding makes of the
// residuals there; and for curvature, unless it is near.
void LoopSolver::sample_noise(Work& work) {
  const double aside = work.is_linear != 0 ? 0.1 : 1e-8;
  for (std::size_t i = 0; i < work.n; ++i)
    work.trial[i] =
        work.z[i] + (i % 2 == 0 ? aside : -aside) * std::max(std::abs(work.z[i]), work.nominals[i]);
  const bool is_found = bw_find_residuals(&work, work.trial) != 0;
  std::copy_n(work.residuals, work.n, work.next);
  bw_find_residuals(&work, work.z);
  if (!is_found || !work.find_matrix() || work.solve(&work, work.next) == 0) return;
  for (std::size_t i = 0; i < work.n; ++i) work.next[i] += work.trial[i] - work.z[i];
  note_uncertainty(work, work.next);
}

void LoopSolver::note_uncertainty(const Work& work, const double* correction) {
  if (is_trial_) return;
  for (std::size_t i = 0; i < work.n; ++i) {
    const double share = std::abs(correction[i]) / std::max(std::abs(work.z[i]), work.nominals[i]);
    if (!(share > uncertainty_)) continue;
    uncertainty_ = share;
    least_certain_ = work.loop.number;
    least_certain_time_ = work.t;
  }
}

}  // namespace bw::equation
