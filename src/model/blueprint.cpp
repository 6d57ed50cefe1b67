#include "model/blueprint.h"

namespace bw::model {

std::string_view name(Interface interface) {
  switch (interface) {
    case Interface::co_simulation: return "co-simulation";
    case Interface::model_exchange: return "model exchange";
    case Interface::scheduled_execution: return "scheduled execution";
  }
  return "?";
}

std::string_view short_name(Interface interface) {
  switch (interface) {
    case Interface::co_simulation: return "cs";
    case Interface::model_exchange: return "me";
    case Interface::scheduled_execution: return "se";
  }
  return "?";
}

}  // namespace bw::model
