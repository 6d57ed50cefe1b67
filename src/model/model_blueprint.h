#pragma once
// A Model of the user's own as a blueprint, so that it is run like any other component. There is
// one instance: everything made from the blueprint uses it, one after the other.

#include <memory>

#include "model/blueprint.h"
#include "model/model.h"

namespace bw::model {

// The model must outlive the blueprint and everything made from it.
std::shared_ptr<const Blueprint> make_model_blueprint(Model& model);

}  // namespace bw::model
