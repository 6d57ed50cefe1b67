#pragma once
// A coupling that diverges: signals on a loop of connections grow from step to step without bound,
// because the steps are too long for a stiff coupling. What follows (values that are not finite, an
// FMU that answers error to absurd inputs) is not the defect of a component.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/signals.h"
#include "run/execute/early_end.h"
#include "run/open/components.h"

namespace bw::run {

// Whether a sequence of magnitudes, in units of nominal values, grows without bound.
class Growth {
 public:
  void add(double magnitude);
  // `magnitude`: the last one. Of a run that ended early, and of one that reached its end.
  bool explains_end(double magnitude) const;
  bool is_absurd(double magnitude) const;
  static constexpr double absurd = 1e30;  // no quantity is so large

  // For a checkpoint.
  struct Memory {
    double last = 0, base = 0;
    int length = 0;
    unsigned steps = 0;  // of the Divergence
  };
  Memory memory() const { return {last_, base_, length_}; }
  void remember(const Memory& memory) {
    last_ = memory.last;
    base_ = memory.base;
    length_ = memory.length;
  }

 private:
  double last_ = 0, base_ = 0;  // base: before it began to grow
  int length_ = 0;              // how many times in a row it grew
};

class Divergence {
 public:
  // `components` must outlive it.
  explicit Divergence(const Components& components);

  // After every accepted step; looks at every fourth: growth on the scale of the steps is none of
  // the solution.
  void see(const model::Signals& now) {
    if (signals_.empty() || (++steps_ & 3U) != 0) return;
    growth_.add(largest(now.reals).magnitude);
  }

  Growth::Memory memory() const {
    Growth::Memory memory = growth_.memory();
    memory.steps = steps_;
    return memory;
  }
  void remember(const Growth::Memory& memory) {
    growth_.remember(memory);
    steps_ = memory.steps;
  }

  // What to report of a run that ended early with these signals; nothing: they do not diverge.
  std::optional<EarlyEnd> find(const model::Signals& now, double time,
                               const std::string& otherwise) const;
  // The same of a run that reached its end.
  std::optional<EarlyEnd> find_absurd(const model::Signals& now, double time,
                                      const std::string& otherwise) const;
  // The same of the rows of a run.
  struct Rows {
    std::span<const double> values, times;
    std::vector<std::optional<std::size_t>> signals{};  // of the coupling, in each column
    bool ended_early = false;
  };
  std::optional<EarlyEnd> find(const Rows& rows, const std::string& otherwise) const;

 private:
  struct LoopSignal {
    std::size_t signal;  // position in Signals::reals
    double nominal;
    std::size_t loop;
    std::string name;
  };
  struct Largest {
    double magnitude = 0, value = 0;
    const LoopSignal* of = nullptr;
  };
  Largest largest(std::span<const double> reals) const;
  EarlyEnd describe(const Largest& found, double time, const std::string& otherwise) const;
  std::string cure(const std::vector<std::size_t>& loop, const std::string& otherwise) const;

  const Components& components_;
  std::vector<std::vector<std::size_t>> loops_;  // components of each
  std::vector<LoopSignal> signals_;
  Growth growth_;
  unsigned steps_ = 0;
};

}  // namespace bw::run
