#pragma once
// Several blueprints with connections between them as one, from which joint models are made.

#include <memory>
#include <string>
#include <vector>

#include "model/blueprint.h"
#include "model/joint/joint_shape.h"
#include "model/joint/joint_signals.h"
#include "model/table/timetable.h"

namespace bw::model {

struct JointPlan {
  std::string name;
  std::vector<std::shared_ptr<const Blueprint>> blueprints;
  std::vector<ComponentRequest> requests;  // each
  std::vector<std::shared_ptr<const Timetable>>
      tables;  // each: the table of its last inputs, or null
  std::vector<JointConnection> connections;
  JointFace face;
};

// Its variables are those of the face: inputs, outputs, records.
std::shared_ptr<const Blueprint> make_joint_blueprint(JointPlan plan);

}  // namespace bw::model
