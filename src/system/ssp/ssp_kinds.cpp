#include "system/ssp/ssp_kinds.h"

#include <algorithm>
#include <array>

#include "system/ssp/ssp_reader.h"

namespace bw::system {
namespace {

constexpr std::array kind_names = {"unspecified",
                                   "input",
                                   "output",
                                   "inout",
                                   "local",
                                   "constant",
                                   "parameter",
                                   "calculatedParameter",
                                   "structuralParameter"};

struct Allowed {
  SspKind from;
  bool own;
  std::string_view to_elements, to_own;
};
constexpr Allowed allowed[] = {
    {SspKind::structural_parameter, true, "structuralParameter parameter input inout",
     "calculatedParameter output local"},
    {SspKind::parameter, true, "parameter input inout", "calculatedParameter output local"},
    {SspKind::input, true, "input inout", "output local"},
    {SspKind::constant, false, "structuralParameter parameter input inout",
     "constant calculatedParameter output local"},
    {SspKind::calculated_parameter, false, "parameter input inout",
     "calculatedParameter output local"},
    {SspKind::output, false, "input inout", "output local"},
    {SspKind::local, false, "input inout", "output local"},
    {SspKind::inout, false, "input", "output local"},
};

}  // namespace

std::string_view name_of(SspKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

SspKind kind_of(std::string_view name) {
  const auto found = std::ranges::find(kind_names, name);
  return found == kind_names.end() ? SspKind::unspecified
                                   : static_cast<SspKind>(found - kind_names.begin());
}

bool is_allowed(SspKind from, bool from_own, SspKind to, bool to_own) {
  if (from == SspKind::unspecified || to == SspKind::unspecified) return true;
  for (const Allowed& row : allowed)
    if (row.from == from && row.own == from_own)
      return is_listed(name_of(to), to_own ? row.to_own : row.to_elements);
  return false;
}

}  // namespace bw::system
