#pragma once
// A joint model as seen from outside, and where each of its signals is inside.

#include <span>
#include <string>
#include <vector>

#include "model/joint/joint_reach.h"
#include "model/model.h"

namespace bw::model {

// A position in a list of one of the models.
struct JointEnd {
  std::size_t model = 0, position = 0;
};

// The outside interface: inputs that no inner connection drives; outputs and records.
struct JointFace {
  std::vector<JointEnd> inputs, outputs;
  struct Record {
    JointEnd end;
    bool from_outputs = false;  // of that model; else of its records
  };
  std::vector<Record> records;
};

struct JointShape {
  struct Place {  // of a signal: a lane of a model's inputs, outputs or records
    std::size_t model, at;
    bool is_real, from_outputs;
  };

  ModelShape whole;
  std::vector<std::size_t> first;  // state of each model, and the end
  std::vector<Place> inputs, outputs, records;

  template <class Number>
  std::span<Number> component_of(std::span<Number> x, std::size_t model) const {
    return x.subspan(first[model], first[model + 1] - first[model]);
  }
};

JointShape make_joint_shape(std::string name, const std::vector<const ModelShape*>& shapes,
                            const JointReach& reach, const JointFace& face);

}  // namespace bw::model
