#pragma once
// Several connected Models as one: their states side by side, their wires exact at every instant.
// What is coupled like this has no coupling error and needs no master.
//
//   x = (x1, x2, ...);  u of each from y of the others at the same time (joint_signals)
//   events: every model handles its own, and again while a signal that came from another changes

#include <memory>
#include <string>
#include <vector>

#include "model/joint_signals.h"
#include "model/model.h"

namespace bw::model {

// A place in a list of one of the models.
struct JointEnd {
  std::size_t model = 0, position = 0;
};

// What the outside sees: inputs that no wire within drives; outputs and records.
struct JointFace {
  std::vector<JointEnd> inputs, outputs;
  struct Record {
    JointEnd end;
    bool from_outputs = false;  // of that model; else of its records
  };
  std::vector<Record> records;
};

std::unique_ptr<Model> make_joint_model(std::string name,
                                        std::vector<std::unique_ptr<Model>> models,
                                        const std::vector<JointWire>& wires, const JointFace& face);

}  // namespace bw::model
