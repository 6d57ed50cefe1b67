#include "model/blueprint.h"

#include "base/text.h"

namespace bw::model {

std::string_view name(Interface interface) {
  static constexpr std::string_view names[] = {"co-simulation", "model exchange",
                                               "scheduled execution"};
  return names[static_cast<std::size_t>(interface)];
}

std::string_view short_name(Interface interface) {
  static constexpr std::string_view names[] = {"cs", "me", "se"};
  return names[static_cast<std::size_t>(interface)];
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
