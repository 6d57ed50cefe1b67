#pragma once
// The blueprint of a component's file, by extension: a Modelica model (.mo), a
// component of another program (.remote), else an FMU.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "equation/live/equation_blueprint.h"
#include "model/blueprint.h"

namespace bw::run {

bool is_equations(const std::filesystem::path& file);
bool is_remote(const std::filesystem::path& file);

// A parameter of a Modelica model without a value, and the warning where none is set either.
struct UnsetParameter {
  std::filesystem::path file;
  std::string name;
  Bell bell;
};

// Throws InputError with all mistakes; warnings about a Modelica model are reported. With `unset`
// parameters without a value are listed there instead.
std::shared_ptr<const model::Blueprint> open_file(const std::filesystem::path& file, Bells& bells,
                                                  const Log& log,
                                                  std::vector<UnsetParameter>* unset = nullptr);
std::shared_ptr<const equation::EquationBlueprint> open_equations(
    const std::filesystem::path& file, Bells& bells, std::vector<UnsetParameter>* unset = nullptr);

}  // namespace bw::run
