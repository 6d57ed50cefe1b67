#pragma once
// A bell as bytes (base/pack.h), with the results of chains and integrations that hold bells.

#include <algorithm>

#include "base/bell.h"
#include "base/pack.h"

namespace bw {

template <class Pack, Is<Bell> B>
void fields(Pack& pack, B& bell) {
  pack(bell.code, bell.severity, bell.time, bell.subject, bell.measured, bell.limit, bell.message,
       bell.count);
}

// For what was read: an unknown number would be an index out of range elsewhere.
inline bool is_named(BellCode code) {
  return std::ranges::any_of(bell_kinds(),
                             [code](const BellKind& kind) { return kind.code == code; });
}

inline bool is_named(const Bell& bell) {
  return is_named(bell.code) && bell.severity >= Severity::note && bell.severity <= Severity::error;
}

}  // namespace bw
