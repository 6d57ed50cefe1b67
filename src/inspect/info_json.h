#pragma once
// For info_json*.cpp.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "base/report.h"
#include "base/value.h"
#include "fmi/description/description.h"
#include "inspect/info.h"

namespace bw::inspect {

using Json = nlohmann::ordered_json;  // keeps the order of the keys; writes nan and inf as null

Json or_null(const std::optional<double>& value);
Json or_null(const std::optional<std::uint32_t>& value);
Json json(const Value& value);
Json json(const Report& report);
Json variables_json(const fmi::Description& description);
Json structure_json(const fmi::Description& description);
Json system_json(const SystemInfo& info);
Json equations_json(const EquationsInfo& info);

}  // namespace bw::inspect
