#include "model/joint/joint_enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bw::model {

JointEnclosure::JointEnclosure(std::span<Model* const> models, const JointShape& shape,
                               JointSignals& signals, Settle settle,
                               const std::vector<JointConnection>& connections)
    : shape_(shape), signals_(signals), settle_(std::move(settle)), is_behind_(models.size()) {
  std::size_t first_indicator = 0;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (Enclosure* const own = models[m]->enclosure(); own != nullptr) {
      for (const std::size_t i : own->derivatives()) derivatives_.push_back(shape.first[m] + i);
      for (const std::size_t i : own->indicators()) indicators_.push_back(first_indicator + i);
      const std::size_t inputs = count_reals(models[m]->shape().inputs);
      members_.push_back({.own = own, .model = m, .u = std::vector<Curve>(inputs)});
      has_inputs_ = has_inputs_ || inputs > 0;
    }
    first_indicator += models[m]->shape().indicators;
  }
  find_those_behind(connections);
}

// All that narrow outputs can reach, and their other derivatives.
void JointEnclosure::find_those_behind(const std::vector<JointConnection>& connections) {
  std::vector<bool> drives(is_behind_.size(), false);
  for (const Member& member : members_)
    if (member.own->has_narrow_outputs()) drives[member.model] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (const JointConnection& connection : connections)
      if (drives[connection.from] && !is_behind_[connection.to])
        grows = is_behind_[connection.to] = drives[connection.to] = true;
  }
  const std::vector<std::size_t> own = derivatives_;
  for (std::size_t m = 0; m < is_behind_.size(); ++m)
    for (std::size_t i = shape_.first[m]; is_behind_[m] && i < shape_.first[m + 1]; ++i)
      if (!std::ranges::binary_search(own, i)) derivatives_.push_back(i);
  for (const std::size_t i : derivatives_)
    model_of_.push_back(
        static_cast<std::size_t>(std::ranges::upper_bound(shape_.first, i) - shape_.first.begin()) -
        1);
}

// At c + tau s + rest r of all states.
bool JointEnclosure::sample(const CurveBox& box, double tau, double rest,
                            std::vector<double> Member::*into) {
  x_.resize(box.x.size());
  u_.resize(box.u.size());
  for (std::size_t i = 0; i < x_.size(); ++i)
    x_[i] = box.x[i].c + tau * box.x[i].s + rest * box.x[i].r;
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = box.u[i].c + tau * box.u[i].s;
  const double t = box.lo / 2 + box.hi / 2 + tau * (box.hi - box.lo) / 2;
  if (!settle_(t, x_, u_)) return false;
  for (Member& member : members_) {
    const std::vector<double>& now = signals_.inputs(member.model).reals;
    (member.*into).assign(now.begin(), now.end());
  }
  return true;
}

// A line through both ends, with what the middle and the remainders of the states make of it.
void JointEnclosure::sample_inputs(const CurveBox& box) {
  constexpr double margin = 2, of_change = 0.125;
  if (!has_inputs_) return;
  signals_.save(saved_);
  bool settled = sample(box, -1, 0, &Member::begin) && sample(box, 1, 0, &Member::end) &&
                 sample(box, 0, 1, &Member::spread);
  for (Member& member : members_)
    for (std::size_t i = 0; i < member.u.size() && settled; ++i) member.u[i].r = member.spread[i];
  settled = settled && sample(box, 0, -1, &Member::spread) && sample(box, 0, 0, &Member::middle);
  for (Member& member : members_)
    for (std::size_t i = 0; i < member.u.size(); ++i) {
      Curve& u = member.u[i];
      if (!settled) {
        u = {.r = std::numeric_limits<double>::infinity()};
        continue;
      }
      const double chord = member.begin[i] / 2 + member.end[i] / 2, sag = member.middle[i] - chord;
      const double spread = std::abs(u.r - member.spread[i]);
      u = {.c = chord + sag / 2, .s = member.end[i] / 2 - member.begin[i] / 2};
      u.r = margin * std::abs(sag) + spread + of_change * std::abs(u.s);
    }
  signals_.restore(saved_);
}

CurveBox JointEnclosure::box_of(const Member& member, const CurveBox& box) const {
  CurveBox own = box;
  own.x = shape_.component_of(box.x, member.model);
  own.u = member.u;
  return own;
}

void JointEnclosure::forget_inputs_behind() {
  for (Member& member : members_)
    if (is_behind_[member.model])
      std::ranges::fill(member.u, Curve{.r = std::numeric_limits<double>::infinity()});
}

bool JointEnclosure::survey_all(const CurveBox& box, std::span<Bound> indicators,
                                bool& drives_tamely) {
  bool is_tame = true;
  for (const Member& member : members_) {
    const std::size_t count = member.own->indicators().size();
    const bool is_own_tame = member.own->survey(box_of(member, box), indicators.first(count));
    if (member.own->has_narrow_outputs()) drives_tamely = drives_tamely && is_own_tame;
    is_tame = is_tame && is_own_tame;
    indicators = indicators.subspan(count);
  }
  return is_tame;
}

bool JointEnclosure::survey(const CurveBox& box, std::span<Bound> indicators) {
  sample_inputs(box);
  bool drives_tamely = true;
  const bool is_tame = survey_all(box, indicators, drives_tamely);
  if (drives_tamely) return is_tame;
  forget_inputs_behind();
  (void)survey_all(box, indicators, drives_tamely);
  return false;
}

Bound JointEnclosure::bound_all(const CurveBox& box, std::span<Bound> derivatives) {
  Bound all;
  for (const Member& member : members_) {
    const std::size_t count = member.own->derivatives().size();
    const Bound outputs = member.own->bound(box_of(member, box), derivatives.first(count));
    all.wild = all.wild || (outputs.wild && !(outputs.off <= box.flat));
    all.moving = all.moving || outputs.moving;
    derivatives = derivatives.subspan(count);
  }
  return all;
}

Bound JointEnclosure::bound(const CurveBox& box, std::span<Bound> derivatives) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  sample_inputs(box);
  std::ranges::fill(derivatives, Bound{});
  const Bound outputs = bound_all(box, derivatives);
  if (!outputs.wild && !outputs.moving) return {};
  if (outputs.wild) {
    forget_inputs_behind();
    (void)bound_all(box, derivatives);
  }
  for (std::size_t k = 0; k < derivatives_.size(); ++k) {
    if (!is_behind_[model_of_[k]]) continue;
    Bound& f = derivatives[k];
    f = {.lo = -endless,
         .hi = endless,
         .wild = f.wild || outputs.wild,
         .off = f.off,
         .moving = true};
    if (outputs.wild) f.off = endless;
  }
  return outputs;
}

}  // namespace bw::model
