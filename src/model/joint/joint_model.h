#pragma once
// Several connected Models as one: their states side by side, their connections exact at all times.
// This coupling has no coupling error and needs no master.
//
//   x = (x1, x2, ...);  u of each from y of the others at the same time (joint_signals)
//   events: every model handles its own, and repeats it while a signal from another one changes

#include <memory>
#include <string>
#include <vector>

#include "model/joint/joint_shape.h"
#include "model/joint/joint_signals.h"
#include "model/model.h"

namespace bw::model {

std::unique_ptr<Model> make_joint_model(std::string name,
                                        std::vector<std::unique_ptr<Model>> models,
                                        const std::vector<JointConnection>& connections,
                                        const JointFace& face);

}  // namespace bw::model
