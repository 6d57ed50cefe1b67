#pragma once
// The blueprint of a component's file, by extension: a Modelica model (.mo), else an FMU.

#include <filesystem>
#include <memory>

#include "base/bell.h"
#include "base/log.h"
#include "equation/live/equation_blueprint.h"
#include "model/blueprint.h"

namespace bw::run {

bool is_equations(const std::filesystem::path& file);

// Throws InputError with all mistakes; warnings about a Modelica model ring.
std::shared_ptr<const model::Blueprint> open_file(const std::filesystem::path& file, Bells& bells,
                                                  const Log& log);
std::shared_ptr<const equation::EquationBlueprint> open_equations(const std::filesystem::path& file,
                                                                  Bells& bells);

}  // namespace bw::run
