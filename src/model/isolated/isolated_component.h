#pragma once
// A Component that lives in a process of its own: the proxy of it here, and what serves it there.

#include <memory>
#include <vector>

#include "base/bell.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/isolated/link.h"
#include "model/variable.h"

namespace bw::model {

// Whether rollback of a component is by copies of its process.
enum class Copies {
  unused,  // by its own state, if it can save that
  used,
  for_rollback  // only components that will be rolled back have a process of their own
};

// `inner` makes the component, in the host. Throws what making it throws.
std::unique_ptr<Component> make_isolated_component(std::shared_ptr<const Blueprint> inner,
                                                   const ComponentRequest& request, Copies copies,
                                                   const Isolation& how, Bells& bells);

// The variables that a request chooses, as a shape shows them.
std::vector<Variable> chosen_variables(const Blueprint& blueprint, const ComponentRequest& request,
                                       const std::vector<std::size_t>& chosen);

}  // namespace bw::model
