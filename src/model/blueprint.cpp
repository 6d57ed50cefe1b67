#include "model/blueprint.h"

#include <algorithm>

#include "base/text.h"

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

std::optional<Interface> parse_interface(std::string_view word) {
  const auto plain = [](std::string_view text) {
    std::string letters = lowercase(text);
    std::erase_if(letters, [](char c) { return c < 'a' || c > 'z'; });
    return letters;
  };
  for (const Interface i :
       {Interface::co_simulation, Interface::model_exchange, Interface::scheduled_execution})
    if (plain(word) == short_name(i) || plain(word) == plain(name(i))) return i;
  return {};
}

std::vector<std::string> interface_names() {
  return {std::string(short_name(Interface::co_simulation)),
          std::string(short_name(Interface::model_exchange)),
          std::string(short_name(Interface::scheduled_execution))};
}

}  // namespace bw::model
