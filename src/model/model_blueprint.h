#pragma once
// A Model of the user's own as a blueprint, so that it is run like any other component. There is
// one of it: what is made from the blueprint speaks to it, one after the other.

#include <memory>

#include "model/blueprint.h"
#include "model/model.h"

namespace bw::model {

// The model outlives the blueprint and all that is made from it.
std::shared_ptr<const Blueprint> make_model_blueprint(Model& model);

}  // namespace bw::model
