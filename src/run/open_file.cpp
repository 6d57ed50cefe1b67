#include "run/open_file.h"

#include <fstream>
#include <iterator>

#include "base/error.h"
#include "equation/read_model.h"
#include "fmi/fmu.h"

namespace bw::run {

bool is_equations(const std::filesystem::path& file) { return file.extension() == ".mo"; }

std::shared_ptr<const equation::EquationBlueprint> open_equations(const std::filesystem::path& file,
                                                                  Bells& bells) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file.string() + ": cannot be read.");
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw InputError(file.string() + ": cannot be read to its end.");
  const equation::ReadModel read = equation::read_model(std::move(text), file.string());
  for (const equation::Warning& warning : read.warnings)
    bells.ring(BellCode::model_doubtful, 0, read.model.name,
               warning.where.text() + ": " + warning.sentence + "\n" + warning.excerpt);
  return equation::make_equation_blueprint(read.model);
}

std::shared_ptr<const model::Blueprint> open_file(const std::filesystem::path& file, Bells& bells,
                                                  const Log& log) {
  if (is_equations(file)) return open_equations(file, bells);
  return fmi::open_fmu(file, bells, log);
}

}  // namespace bw::run
