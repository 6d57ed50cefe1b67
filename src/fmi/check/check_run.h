#pragma once
// The behaviour of an FMU: its default experiment by every interface that it offers, repeated,
// after a reset, from saved states, with half the step.

#include <filesystem>

#include "base/report.h"
#include "fmi/check/check.h"

namespace bw::fmi {

void check_run(const std::filesystem::path& file, const CheckOptions& options, Report& report);

}  // namespace bw::fmi
