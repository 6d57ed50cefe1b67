#pragma once
// A Model that lives in a process of its own, as isolated_component.h is for a Component. Each
// evaluation is a message; inputs travel with the next one. It has no kinks and no formulas that
// could be bounded: it is for FMUs.

#include <memory>

#include "base/bell.h"
#include "model/blueprint.h"
#include "model/isolated/isolated_component.h"
#include "model/isolated/link.h"
#include "model/model.h"

namespace bw::model {

std::unique_ptr<Model> make_isolated_model(std::shared_ptr<const Blueprint> inner,
                                           const ComponentRequest& request, Copies copies,
                                           const Isolation& how, Bells& bells);

}  // namespace bw::model
