#include "run/open/open_file.h"

#include "base/error.h"
#include "base/read_file.h"
#include "equation/check/read_model.h"
#include "equation/text/mistakes.h"
#include "fmi/component/fmu.h"

namespace bw::run {

bool is_equations(const std::filesystem::path& file) { return file.extension() == ".mo"; }

namespace {

using equation::EquationBlueprint;

std::shared_ptr<const EquationBlueprint> make(const std::string& text, const std::string& file,
                                              const equation::GivenValues& given, Bells* bells) {
  const equation::ReadModel read = equation::read_model(text, file, equation::largest_model, given);
  for (const equation::Warning& warning : read.warnings)
    if (bells != nullptr)
      bells->ring(warning.cosmetic ? BellCode::model_text_ignored : BellCode::model_doubtful, 0,
                  warning.where.text(),
                  warning.where.text() + ": " + warning.sentence + "\n" + warning.excerpt);
  // Its warnings rang when it was read first.
  return make_equation_blueprint(read.model, equation::CompilerChoice::automatic,
                                 [text, file](const equation::GivenValues& other) {
                                   return make(text, file, other, nullptr);
                                 });
}

}  // namespace

std::shared_ptr<const EquationBlueprint> open_equations(const std::filesystem::path& file,
                                                        Bells& bells) {
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read.");
  return make(*text, file.string(), {}, &bells);
}

std::shared_ptr<const model::Blueprint> open_file(const std::filesystem::path& file, Bells& bells,
                                                  const Log& log) {
  if (is_equations(file)) return open_equations(file, bells);
  return fmi::open_fmu(file, bells, log);
}

}  // namespace bw::run
