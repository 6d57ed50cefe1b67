#include "inspect/export.h"

#include <filesystem>
#include <limits>
#include <utility>

#include "base/archive/archive_write.h"
#include "base/bell.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/read_file.h"
#include "equation/check/read_model.h"
#include "equation/code/compiled.h"
#include "equation/core/flat_model.h"
#include "equation/export/export_fmu.h"
#include "equation/live/equation_blueprint.h"
#include "equation/text/mistakes.h"
#include "model/blueprint.h"
#include "model/model.h"
#include "result/destination.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;

std::string target_of(const ExportSpec& spec) {
  if (!system::has_ending(spec.source, ".mo") && !system::has_ending(spec.source, ".bmo"))
    throw UsageError("'" + spec.source + "': only Modelica models (.mo, .bmo) can be exported.");
  if (spec.fmi != 2 && spec.fmi != 3)
    throw UsageError("--fmi " + std::to_string(spec.fmi) +
                     ": only FMI 2 and FMI 3 can be written.");
  std::string target =
      spec.target.empty() ? fs::path(spec.source).stem().string() + ".fmu" : spec.target;
  if (!system::has_ending(target, ".fmu"))
    throw UsageError("'" + target + "': an FMU's name ends with .fmu.");
  std::error_code problem;
  if (fs::is_directory(target, problem))
    throw UsageError("'" + target + "' is a folder; name the file itself.");
  if (result::is_same_file(spec.source, target))
    throw UsageError("'" + target +
                     "' would overwrite the model that is exported; choose another name.");
  return target;
}

std::string text_of(const std::string& file) {
  std::error_code problem;
  if (fs::is_directory(file, problem)) throw InputError(file + ": is a folder, not a model.");
  if (!fs::exists(file, problem))
    throw InputError(file + ": there is no such file." + did_you_mean_file(file));
  std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file + ": cannot be read.");
  return *std::move(text);
}

// What a run would say about the start; the FMU itself does not look for other solutions.
std::vector<std::string> doubts_at_start(const equation::FlatModel& flat) {
  Bells bells;
  try {
    const auto blueprint = equation::make_equation_blueprint(flat, equation::CompilerChoice::tiny);
    model::ComponentRequest request;
    request.name = flat.name;
    const auto model = blueprint->make_model(request, bells);
    std::vector<double> x(model->shape().states.size());
    model->begin(flat.experiment.start.value_or(0), std::numeric_limits<double>::infinity(), {});
    (void)model->start(x);
  } catch (const ComponentFailure&) {
    return {};  // parameters and inputs of the importer may let it start
  }
  std::vector<std::string> sentences;
  for (const Bell& bell : bells.rung())
    if (bell.code == BellCode::several_start_solutions) sentences.push_back(bell.message);
  return sentences;
}

}  // namespace

Exported export_model(const ExportSpec& spec) {
  Exported exported{target_of(spec), {}};
  const std::string text = text_of(spec.source);
  const equation::ReadModel read = equation::read_model(text, spec.source);
  const auto version = spec.fmi == 2 ? equation::FmiVersion::two : equation::FmiVersion::three;
  std::vector<std::pair<std::string, std::string>> entries;
  for (equation::ArchiveFile& file : equation::export_fmu(read.model, text, version))
    entries.emplace_back(std::move(file.path), std::move(file.content));
  write_archive(exported.file, entries);
  for (const equation::Warning& warning : read.warnings)
    exported.remarks.push_back(warning.where.text() + ": " + warning.sentence);
  for (std::string& sentence : doubts_at_start(read.model))
    exported.remarks.push_back(std::move(sentence));
  return exported;
}

}  // namespace bw::inspect
