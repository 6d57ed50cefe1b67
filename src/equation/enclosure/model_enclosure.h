#pragma once
// Runs an EnclosureProgram with the values that a model has at present.

#include <cstdint>
#include <span>
#include <vector>

#include "equation/code/machine.h"
#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/enclosure/enclosure_program.h"
#include "equation/enclosure/form.h"
#include "equation/enclosure/range_survey.h"
#include "equation/enclosure/wide_box.h"
#include "equation/sort/system.h"
#include "model/enclosure.h"

namespace bw::equation {

class ModelEnclosure final : public model::Enclosure {
 public:
  // `memory`: w of the model, which must outlive it; `inputs`: the variables of its real inputs.
  ModelEnclosure(const Machine& machine, std::span<const double> memory,
                 const std::vector<std::uint32_t>& inputs);

  // Values that are constant between events may have changed.
  void forget_known() { is_known_ = false; }

  std::span<const std::size_t> derivatives() const override { return derivatives_; }
  std::span<const std::size_t> indicators() const override { return indicators_; }
  bool survey(const model::CurveBox& box, std::span<model::Bound> indicators) override;
  void bound(const model::CurveBox& box, std::span<model::Bound> derivatives) override;

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
  std::vector<model::Curve> inputs_;       // over the interval
  std::vector<Form> forms_;
  RangeSurvey ranges_;
  WideBox wide_;
  std::vector<model::Bound> clear_;  // indicators over the last box that was clear by ranges
  bool is_known_ = false;
  bool all_tame_ = true;
};

}  // namespace bw::equation
