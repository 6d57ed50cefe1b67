// The table of integration methods. A new one is one file in ode/methods/ and one line below.

#include "ode/kernel/integrator.h"

#define BW_METHODS(X) \
  X(bs32)             \
  X(dopri5)           \
  X(dop853)           \
  X(multirev)         \
  X(adams)            \
  X(rosenbrock)       \
  X(radau)            \
  X(radau5)           \
  X(radau9)           \
  X(radau13)          \
  X(gauss8)           \
  X(modal)            \
  X(bdf)              \
  X(dirk)             \
  X(euler)            \
  X(rk4)              \
  X(implicit_euler)

namespace bw::ode {

#define DECLARE(name) extern const MethodKind name;
BW_METHODS(DECLARE)
DECLARE(automatic)
#undef DECLARE

std::span<const MethodKind* const> methods() {
#define ROW(name) &name,
  static constexpr const MethodKind* table[] = {BW_METHODS(ROW)};
#undef ROW
  return table;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodKind* kind : methods()) names.emplace_back(kind->name);
  return names;
}

const MethodKind* find_method(std::string_view name) {
  for (const MethodKind* kind : methods())
    if (kind->name == name) return kind;
  return nullptr;
}

const MethodKind& default_method() { return automatic; }

}  // namespace bw::ode
