#pragma once

#include <string>
#include <utility>

#include "base/run_control.h"

namespace bw::model {

// The user ended the program while a call of a component did not return, as `where` says.
struct InterruptedCall : Interrupted {
  InterruptedCall(std::string component_name, std::string where)
      : Interrupted(ended_by() + "; " + where),
        component(std::move(component_name)),
        reason(std::move(where)) {}
  std::string component, reason;
};

}  // namespace bw::model
