#pragma once
// A coupled system as a value: black boxes for a master, and the undivided equations for a judge.
//
//   const CoupledSystem system = lotka_volterra_system();
//   cosim::DirectRunner runner([&] { return system.make(); }, reader);
//   const Reference truth = system.reference(times);   // truth.rows[row * truth.columns + column]

#include <string>
#include <vector>

#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "support/cosim/block_component.h"

namespace bw::test {

// Good to about 1e-14 of each signal's size where the system is well-conditioned. At the time of an
// event it has what comes after it.
struct Reference {
  std::size_t columns = 0;
  std::vector<double> rows{};  // all real signals as in Coupling::now(), row after row
  std::size_t discrete_columns = 0;
  std::vector<std::int64_t> discretes{};
  std::vector<double> events{};  // times where something is not smooth, kinks included
};

struct CoupledSystem {
  std::string name;
  double stop = 0;  // starts at 0
  std::vector<Block> blocks{};
  std::vector<cosim::Connection> connections{};
  std::vector<BlockOptions> options{};  // of each component; missing ones are as usual
  std::vector<double> breaks{};         // times of events that are known beforehand
  bool has_events = false;              // some output jumps

  // The signals are those of the start, with loops solved.
  cosim::Coupling make() const;
  cosim::Structure structure() const;  // as the components declare it
  // Real signals whose value may show the inputs of the last step: for CertifiedColumn.
  std::vector<bool> feeds_through() const;
  // `times` rise from 0. Throws HopelessSystem. `finer` divides each step of the solver.
  Reference reference(const std::vector<double>& times, int finer = 1) const;

  // Quicker, in double precision.
  Reference rough_reference(const std::vector<double>& times) const;

  BlockOptions options_of(std::size_t component) const;
  CoupledSystem with(const BlockOptions& all) const;  // for each component the same
  CoupledSystem called(std::string other_name) const;
};

// 0, stop / count, ..., stop.
std::vector<double> even_times(double stop, int count);

}  // namespace bw::test
