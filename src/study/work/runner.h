#pragma once
// Computes runs of a study in this process. The target is read, opened and compiled once.

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "result/result.h"
#include "result/trajectory.h"
#include "run/spec/run_spec.h"
#include "study/design/points.h"
#include "study/design/study.h"
#include "study/results/expression.h"
#include "study/work/record.h"

namespace bw::study {

class Runner {
 public:
  // Opens the target. Throws InputError with all mistakes of parameters and results. `interrupt`
  // ends the current run.
  Runner(const Study& study, const std::atomic<bool>& interrupt);

  // Nothing: it was interrupted. A run that fails is a record, too.
  std::optional<Record> run(std::uint64_t number);

  const Points& points() const { return points_; }

 private:
  Record record_of(std::uint64_t number, const result::RunResult& result) const;

  const Study& study_;
  Points points_;
  run::RunSpec spec_;
  std::vector<Expression> expressions_;
};

}  // namespace bw::study
