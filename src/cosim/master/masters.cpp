// The table of master algorithms. A new one is one file in cosim/master/ and one line below.

#include "cosim/master/master.h"

#define BW_MASTERS(X) \
  X(jacobi)           \
  X(gauss_seidel)     \
  X(alternating)      \
  X(mixed)            \
  X(newton)           \
  X(ith)

namespace bw::cosim {

#define DECLARE(name) extern const MasterKind name;
BW_MASTERS(DECLARE)
#undef DECLARE

std::span<const MasterKind* const> masters() {
#define ROW(name) &name,
  static constexpr const MasterKind* table[] = {BW_MASTERS(ROW)};
#undef ROW
  return table;
}

std::vector<std::string> master_names() {
  std::vector<std::string> names;
  for (const MasterKind* kind : masters()) names.emplace_back(kind->name);
  return names;
}

const MasterKind* find_master(std::string_view name) {
  for (const MasterKind* kind : masters())
    if (kind->name == name) return kind;
  return nullptr;
}

std::string_view name(Hold hold) {
  static constexpr std::string_view names[] = {"constant", "mean", "trapezoid", "fitting"};
  return names[static_cast<std::size_t>(hold)];
}

std::optional<Hold> find_hold(std::string_view word) {
  for (const Hold hold : {Hold::constant, Hold::mean, Hold::trapezoid, Hold::fitting})
    if (name(hold) == word) return hold;
  return {};
}

}  // namespace bw::cosim
