#pragma once
// For info_json*.cpp.

#include <nlohmann/json.hpp>

#include "run/info.h"

namespace bw::run {

using Json = nlohmann::ordered_json;  // keeps the order of the keys; writes nan and inf as null

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json(const Value& value);
Json json(const Report& report);
Json variables_json(const fmi::Description& description);
Json structure_json(const fmi::Description& description);
Json system_json(const SystemInfo& info);
Json equations_json(const EquationsInfo& info);

}  // namespace bw::run
