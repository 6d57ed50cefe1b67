#pragma once
// Model texts of tests and examples as Models.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "equation/check/read_model.h"
#include "equation/live/equation_blueprint.h"
#include "support/scratch_folder.h"

namespace bw::test {

inline equation::FlatModel read_text_model(const std::filesystem::path& file) {
  return equation::read_model(read_file(file.string()), file.filename().string()).model;
}

inline equation::FlatModel read_problem(std::string_view name) {
  return read_text_model(std::filesystem::path(BW_SOURCE) / "tests/equation/problems" /
                         (std::string(name) + ".mo"));
}

// A Model whose outputs are its states, or these variables.
struct TextModel {
  explicit TextModel(const equation::FlatModel& flat, std::vector<std::string> outputs = {},
                     equation::CompilerChoice compiler = equation::CompilerChoice::tiny)
      : blueprint(equation::make_equation_blueprint(flat, compiler)) {
    if (outputs.empty()) outputs = blueprint->structure().states;
    model::ComponentRequest request;
    request.name = flat.name;
    const auto& variables = blueprint->variables();
    for (const std::string& name : outputs)
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (variables[i].name == name) request.outputs.push_back(i);
    model = blueprint->make_model(request, bells);
  }

  Bells bells;
  std::shared_ptr<const equation::EquationBlueprint> blueprint;
  std::unique_ptr<model::Model> model;
};

}  // namespace bw::test
