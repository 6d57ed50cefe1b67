#pragma once
// Bounds of connected Models that are solved as one: those of each model that has bounds, with its
// own states. Its inputs are sampled over the interval, at both ends and in the middle, and widened
// by what the bounds of all states leave open.
//
// What is narrow in an output may be missed by samples: where it is not tame, the inputs of all
// models behind it have no bounds, and their derivatives change in an unknown way.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/enclosure.h"
#include "model/joint/joint_shape.h"
#include "model/joint/joint_signals.h"
#include "model/model.h"

namespace bw::model {

class JointEnclosure final : public Enclosure {
 public:
  // Evaluates all connections, with real inputs u from outside (empty: as they were set); false:
  // there is no solution.
  using Settle =
      std::function<bool(double t, std::span<const double> x, std::span<const double> u)>;
  // All of them outlive it.
  JointEnclosure(std::span<Model* const> models, const JointShape& shape, JointSignals& signals,
                 Settle settle, const std::vector<JointConnection>& connections);

  std::span<const std::size_t> derivatives() const override { return derivatives_; }
  std::span<const std::size_t> indicators() const override { return indicators_; }
  bool survey(const CurveBox& box, std::span<Bound> indicators) override;
  Bound bound(const CurveBox& box, std::span<Bound> derivatives) override;

 private:
  struct Member {
    Enclosure* own = nullptr;
    std::size_t model = 0;
    std::vector<Curve> u{};
    std::vector<double> begin{}, middle{}, end{}, spread{};  // of its inputs
  };
  void find_those_behind(const std::vector<JointConnection>& connections);
  void sample_inputs(const CurveBox& box);
  void forget_inputs_behind();
  bool survey_all(const CurveBox& box, std::span<Bound> indicators, bool& drives_tamely);
  Bound bound_all(const CurveBox& box, std::span<Bound> derivatives);  // flags of outputs
  bool sample(const CurveBox& box, double tau, double rest, std::vector<double> Member::*into);
  CurveBox box_of(const Member& member, const CurveBox& box) const;

  const JointShape& shape_;
  JointSignals& signals_;
  Settle settle_;
  std::vector<Member> members_;
  std::vector<std::size_t> derivatives_, indicators_;
  // derivatives_: those of members, then the others of models behind narrow outputs.
  std::vector<std::size_t> model_of_;  // each of derivatives_
  std::vector<bool> is_behind_;        // each model: a narrow output may reach it
  bool has_inputs_ = false;
  std::vector<double> x_, u_;
  JointSignals::Saved saved_;
};

}  // namespace bw::model
