#pragma once
// Runs an EnclosureProgram with the values that a model has at present.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "equation/code/machine.h"
#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/enclosure/enclosure_program.h"
#include "equation/enclosure/form.h"
#include "equation/enclosure/loop_curves.h"
#include "equation/enclosure/range_survey.h"
#include "equation/enclosure/wide_box.h"
#include "equation/sort/system.h"
#include "model/enclosure.h"

namespace bw::equation {

class ModelEnclosure final : public model::Enclosure {
 public:
  using Unknowns = std::vector<EnclosureProgram::Unknown>;
  // The unknowns of loops at a point of the model, as LoopCurves::Solve.
  using SolveLoops =
      std::function<bool(double t, std::span<const double> x, std::span<const double> u,
                         const Unknowns& which, std::span<double> z)>;
  struct Ports {  // variables
    std::vector<std::uint32_t> real_inputs, real_outputs;
  };
  // `memory`: w of the model, which must outlive it.
  ModelEnclosure(const Machine& machine, std::span<const double> memory, const Ports& ports,
                 const SolveLoops& solve);

  // Values that are constant between events may have changed.
  void forget_known() {
    is_known_ = false;
    loops_.forget();
  }

  std::span<const std::size_t> derivatives() const override { return derivatives_; }
  std::span<const std::size_t> indicators() const override { return indicators_; }
  bool has_narrow_outputs() const override { return !program_.outputs.empty(); }
  bool survey(const model::CurveBox& box, std::span<model::Bound> indicators) override;
  model::Bound bound(const model::CurveBox& box, std::span<model::Bound> derivatives) override;

 private:
  void take_known();
  void take_inputs(const model::CurveBox& box);
  void load(const model::CurveBox& box);
  bool is_clear_by_ranges(const model::CurveBox& box);
  bool is_clear_over(std::span<const Range> operands);
  void compute_known();
  double leaf_value(const Term& term) const;
  // `marks`: the flags of results are needed, too.
  bool run(const std::vector<EnclosureStep>& steps, double flat, bool marks);
  void operate(const EnclosureStep& step, bool marks);
  void close(const EnclosureStep& loop, double flat);

  const System& system_;
  Layout layout_;
  std::span<const double> memory_;
  EnclosureProgram program_;
  std::vector<std::size_t> derivatives_, indicators_;
  std::vector<std::size_t> input_places_;  // of the program's inputs among those of the model
  LoopCurves loops_;
  std::vector<model::Curve> inputs_;  // and unknowns of loops, over the interval
  std::vector<Form> forms_;
  RangeSurvey ranges_;
  WideBox wide_;
  std::vector<model::Bound> clear_;  // indicators over the last box that was clear by ranges
  bool is_known_ = false;
  bool all_tame_ = true;
  bool survey_has_loops_ = false;  // with something narrow: flags are needed
};

}  // namespace bw::equation
