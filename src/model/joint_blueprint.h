#pragma once
// Several blueprints with wires between them as one, from which joint models are made.

#include <memory>
#include <string>
#include <vector>

#include "model/blueprint.h"
#include "model/joint_model.h"
#include "model/timetable.h"

namespace bw::model {

struct JointPlan {
  std::string name;
  std::vector<std::shared_ptr<const Blueprint>> blueprints;
  std::vector<PartRequest> requests;  // each
  std::vector<std::shared_ptr<const Timetable>>
      tables;  // each: what drives its last inputs, or null
  std::vector<JointWire> wires;
  JointFace face;
};

// Its variables are those of the face: inputs, outputs, records.
std::shared_ptr<const Blueprint> make_joint_blueprint(JointPlan plan);

}  // namespace bw::model
