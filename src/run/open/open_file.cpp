#include "run/open/open_file.h"

#include <utility>

#include "base/error.h"
#include "base/read_file.h"
#include "equation/check/read_model.h"
#include "equation/text/mistakes.h"
#include "fmi/component/fmu.h"
#include "model/remote/remote_blueprint.h"
#include "system/table_file.h"

namespace bw::run {

bool is_equations(const std::filesystem::path& file) {
  return system::has_ending(file, ".mo") || system::has_ending(file, ".bmo");
}
bool is_remote(const std::filesystem::path& file) { return system::has_ending(file, ".remote"); }

namespace {

using equation::EquationBlueprint;

std::shared_ptr<const EquationBlueprint> make(const std::string& text, const std::string& file,
                                              const equation::GivenValues& given, Bells* bells,
                                              std::vector<UnsetParameter>* unset) {
  const equation::ReadModel read = equation::read_model(text, file, equation::largest_model, given);
  for (const equation::Warning& warning : read.warnings) {
    if (bells == nullptr) break;
    const BellCode code =
        warning.cosmetic ? BellCode::model_text_ignored : BellCode::model_doubtful;
    Bell bell{.code = code,
              .severity = kind(code).severity,
              .subject = warning.where.text(),
              .message = warning.where.text() + ": " + warning.sentence + "\n" + warning.excerpt};
    if (unset != nullptr && !warning.parameter.empty())
      unset->push_back({file, warning.parameter, std::move(bell)});
    else
      bells->ring(std::move(bell));
  }
  // Its warnings rang when it was read first.
  return make_equation_blueprint(read.model, equation::CompilerChoice::automatic,
                                 [text, file](const equation::GivenValues& other) {
                                   return make(text, file, other, nullptr, nullptr);
                                 });
}

}  // namespace

std::shared_ptr<const EquationBlueprint> open_equations(const std::filesystem::path& file,
                                                        Bells& bells,
                                                        std::vector<UnsetParameter>* unset) {
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read.");
  return make(*text, file.string(), {}, &bells, unset);
}

std::shared_ptr<const model::Blueprint> open_file(const std::filesystem::path& file, Bells& bells,
                                                  const Log& log,
                                                  std::vector<UnsetParameter>* unset) {
  if (is_equations(file)) return open_equations(file, bells, unset);
  if (is_remote(file)) return model::make_remote_blueprint(file);
  return fmi::open_fmu(file, bells, log);
}

}  // namespace bw::run
