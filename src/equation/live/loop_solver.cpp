#include "equation/live/loop_solver.h"

#include <algorithm>
#include <cmath>

#include "math/finite.h"

namespace bw::equation {
namespace {

constexpr std::size_t dense_until = 40;
constexpr long between_samples = 64;  // of the effect of rounding

}  // namespace

LoopSolver::Work::Work(LoopSolver& of, const MachineLoop& in)
    : Newton{},
      solver(of),
      loop(in),
      matrix(in.tears.size(), in.tears.size() > dense_until ? &in.pattern : nullptr),
      first_values(in.tears.size()),
      room(7 * in.tears.size()) {
  n = loop.tears.size();
  is_linear = loop.is_linear ? 1 : 0;
  nominals = loop.nominals.data();
  starts = first_values.data();
  double* free = room.data();
  for (double** vector : {&z, &residuals, &step, &next, &trial, &larger, &begin})
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
    return static_cast<Work*>(self)->matrix.solve(std::span(b, self->n)) ? 1 : 0;
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
  return math::all_finite(entries) && matrix.factorise(entries, 0.0);
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
  for (Work& work : work_) work.near_only = on ? 1 : 0;
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
  const bool good = bw_solve_loop(&work) != 0;
  if (!good) self.failed_ = work.loop.number;
  if (bw_is_stray(&work) != 0)
    (self.is_trial_ ? self.trial_stray_ : self.stray_) = work.loop.number;
  if (self.is_trial_) return good ? 1 : 0;
  if (good && work.solved++ % between_samples == 0) self.sample_noise(work);
  return good ? 1 : 0;
}

int LoopSolver::respond_of_loop(Host* host, int number, double t, double* x, double* w, double* d,
                                double* columns, int count) {
  auto& self = *static_cast<LoopSolver*>(host);
  Work& work = self.work_at(number, t, x, w, d);
  bool good = work.find_matrix();
  for (int c = 0; good && c < count; ++c)
    good = work.matrix.solve(std::span(columns + static_cast<std::size_t>(c) * work.n, work.n));
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
  if (!is_found || !work.find_matrix() || !work.matrix.solve(std::span(work.next, work.n))) return;
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
