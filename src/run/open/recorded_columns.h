#pragma once
// Which variables of the components are columns of the result, and where their values come from.

#include <map>
#include <utility>

#include "cosim/coupling/coupling.h"
#include "run/open/components.h"
#include "run/open/open_components.h"
#include "run/open/open_system.h"
#include "system/system.h"

namespace bw::run {

using VariableKey = std::pair<std::size_t, std::size_t>;  // component, variable

// What is connected has its value already.
struct Connected {
  std::map<VariableKey, std::size_t> outputs{};       // place among the requested outputs
  std::map<VariableKey, cosim::Connection> inputs{};  // what drives them
};

// Adds them to `opened` and to the requests of its components. Throws InputError for patterns that
// match nothing.
void add_records(const system::System& system, const OpenOptions& options,
                 const OpenComponents& components, const Connected& connected, Components& opened);

}  // namespace bw::run
