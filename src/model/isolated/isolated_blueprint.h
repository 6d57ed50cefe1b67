#pragma once
// A blueprint whose components live in processes of their own, one for each: their library is
// loaded there and nowhere else, they may crash there, and several of a kind that allows one
// instance per process can be in one system.
//
//   rollback:  by the component's own state, or by copies of its process where that was tried

#include <memory>
#include <optional>
#include <string>

#include "base/bell.h"
#include "model/blueprint.h"
#include "model/isolated/isolated_component.h"
#include "model/isolated/link.h"

namespace bw::model {

// `name` of the component, for messages.
std::shared_ptr<const Blueprint> make_isolated_blueprint(std::shared_ptr<const Blueprint> inner,
                                                         std::string name, const Isolation& how,
                                                         Copies copies = Copies::unused);

// Null: it is not isolated.
const Blueprint* isolated_inner(const Blueprint& blueprint);
bool rolls_back_by_copies(const Blueprint& blueprint);

// Tries whether copies of the process are copies of the component: an instance makes a step (a
// model handles an event), goes back and makes it again, with the same inputs. Returns why not, the
// end of a sentence; empty: all bits were equal, or the component could not even make the step.
struct CopyTrial {
  double start = 0, stop = 0, step = 0;
};
std::string try_copies(const std::shared_ptr<const Blueprint>& inner,
                       const ComponentRequest& request, const CopyTrial& trial,
                       const Isolation& how);

// Tries whether a component for co-simulation that can save its state is brought back by it: it
// makes at most 200 steps through the simulated time, each twice. Returns why not, the end of a
// sentence; empty: the values were the same, or it could not make the steps. Nothing: a call did
// not return within the time that `how` gives it, so that this is not known.
std::optional<std::string> try_state(const std::shared_ptr<const Blueprint>& inner,
                                     const ComponentRequest& request, const CopyTrial& trial,
                                     const Isolation& how);

}  // namespace bw::model
