#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/read_file.h"
#include "base/report.h"
#include "base/text.h"
#include "base/value.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"
#include "run/spec/times.h"
#include "study/design/parameter_reader.h"
#include "study/design/points.h"
#include "study/design/study.h"
#include "system/toml_tree.h"

namespace bw::study {
namespace {

using system::TomlTree;

// Without comments. The order of parameters matters: it is that of the dimensions. More runs of a
// sample keep the others.
std::string identity_of(const TomlTree& tree, bool can_grow, const std::string& path = "") {
  std::vector<std::string> lines;
  for (const TomlTree& item : tree.items)
    if (!(can_grow && path == "/study/design" && (item.key == "runs" || item.key == "samples")))
      lines.push_back(item.key + "=" + identity_of(item, can_grow, path + "/" + item.key));
  std::string all = tree.kind == TomlTree::Kind::value ? bw::text(tree.value) : "";
  for (const std::string& line : lines) all += "{" + line + "}";
  return all;
}

class StudyReader {
 public:
  explicit StudyReader(std::string file) : folder_(std::filesystem::path(file).parent_path()) {
    study_.file = std::move(file);
  }

  Study read(std::string_view text) {
    const TomlTree root = system::read_toml_tree(text, study_.file, findings_);
    const TomlTree* study = root.find("study");
    if (study == nullptr || !study->is_table()) {
      if (findings_.empty())
        findings_.add({study_.file}, "there is no section [study], which names the target.");
      findings_.refuse();
    }
    check_keys(root, {"study", "run"}, "the file");
    static const TomlTree none;
    const auto part = [&](const char* name) -> const TomlTree& {
      const TomlTree* found = study->find(name);
      if (found != nullptr && !found->is_table())
        findings_.add(found->position,
                      "'" + std::string(name) + "' must be a section: [study." + name + "]");
      return found != nullptr && found->is_table() ? *found : none;
    };
    check_keys(*study, {"target", "time-limit", "call-timeout", "parameters", "design", "results"},
               "[study]");
    if (const TomlTree* run = root.find("run")) read_run(*run);
    read_target(*study);
    read_design(part("design"), part("parameters"));
    read_results(part("results"));
    findings_.refuse();
    study_.identity = identity_of(root, can_grow(study_.design.kind));
    return std::move(study_);
  }

 private:
  void check_keys(const TomlTree& table, const std::vector<std::string>& known,
                  const std::string& whose) {
    for (const TomlTree& item : table.items)
      if (std::ranges::find(known, item.key) == known.end())
        findings_.add(item.position, "key '" + item.key + "' of " + whose + " is not known." +
                                         did_you_mean(item.key, known));
  }

  std::optional<std::string> text_of(const TomlTree& table, const char* key) {
    const TomlTree* item = table.find(key);
    if (item == nullptr) return {};
    const auto* text = std::get_if<std::string>(&item->value);
    if (item->kind != TomlTree::Kind::value || text == nullptr) {
      findings_.add(item->position, std::string(key) + " must be a string.");
      return {};
    }
    return *text;
  }

  // A whole number from 1 on, at most 2^32.
  std::optional<std::uint64_t> count_of(const TomlTree& table, const char* key,
                                        std::int64_t least) {
    const TomlTree* item = table.find(key);
    if (item == nullptr) return {};
    constexpr std::int64_t most = std::int64_t{1} << 32;
    const auto* number = std::get_if<std::int64_t>(&item->value);
    if (number == nullptr || *number < least || *number > most) {
      findings_.add(item->position, std::string(key) + " must be a whole number from " +
                                        std::to_string(least) + " to 4 294 967 296.");
      return {};
    }
    return static_cast<std::uint64_t>(*number);
  }

  void read_target(const TomlTree& study) {
    const std::optional<std::string> target = text_of(study, "target");
    if (!target || target->empty())
      findings_.add(study.position, "[study] must name its target: target = \"system.toml\"");
    else
      study_.run.target = (folder_ / *target).string();
    read_limit(study, "time-limit", study_.time_limit);
    read_limit(study, "call-timeout", study_.call_timeout);
  }

  void read_limit(const TomlTree& study, const char* key, std::optional<double>& to) {
    const TomlTree* item = study.find(key);
    if (item == nullptr) return;
    const auto* words = std::get_if<std::string>(&item->value);
    const run::WrittenTime time = run::read_time(words != nullptr ? *words : bw::text(item->value));
    if (time.wrong.empty() && time.seconds > 0)
      to = time.seconds;
    else
      findings_.add(item->position, std::string(key) +
                                        " must be a positive time, such as 90 or "
                                        "\"10 min\".");
  }

  void read_run(const TomlTree& run) {
    std::vector<std::vector<Value>> values;
    std::vector<run::SettingView> settings;
    values.reserve(run.items.size());
    static const std::set<std::string> of_the_study = {
        "output",     "summary", "steps",    "eigenvalues", "package-result",
        "checkpoint", "record",  "progress", "set",         "error-columns"};
    for (const TomlTree& item : run.items) {
      std::string key = item.key;
      std::ranges::replace(key, '_', '-');
      if (of_the_study.contains(key)) {
        findings_.add(item.position, "'" + item.key +
                                         "' has no meaning in [run] of a study, which writes one "
                                         "table; leave it out.");
        continue;
      }
      auto& list = values.emplace_back();
      for (const TomlTree& element : item.items) list.push_back(element.value);
      if (item.kind == TomlTree::Kind::value) list.push_back(item.value);
      settings.push_back({item.key, &list, item.position.text()});
    }
    findings_.attempt([&] { study_.run = run::from_settings(settings); });
    if (study_.run.input) study_.run.input = (folder_ / *study_.run.input).string();
  }

  void read_design(const TomlTree& design, const TomlTree& parameters) {
    check_keys(design, {"kind", "runs", "samples", "seed", "scramble", "file"}, "[study.design]");
    const std::string word = text_of(design, "kind").value_or("grid");
    const auto kind = design_named(word);
    if (!kind)
      findings_.add(design.position,
                    "there is no design '" + word + "'." + did_you_mean(word, design_names()));
    study_.design.kind = kind.value_or(Design::Kind::grid);
    study_.design.seed = count_of(design, "seed", 0).value_or(1);
    if (const TomlTree* scramble = design.find("scramble")) {
      const bool* flag = std::get_if<bool>(&scramble->value);
      if (flag == nullptr) findings_.add(scramble->position, "scramble must be true or false.");
      study_.design.scramble = flag == nullptr || *flag;
    }
    read_size(design);
    if (study_.design.kind == Design::Kind::list)
      read_list(design, parameters);
    else
      study_.parameters =
          read_parameters(parameters, study_.design.kind == Design::Kind::grid, findings_);
    if (study_.parameters.empty() && findings_.empty())
      findings_.add({study_.file}, "there are no parameters; a study needs [study.parameters].");
    if (findings_.empty())
      findings_.attempt([&] { (void)Points(study_.design, study_.parameters); });
  }

  // What says how many runs there are.
  void read_size(const TomlTree& design) {
    const Design::Kind kind = study_.design.kind;
    const auto runs = count_of(design, "runs", 1), samples = count_of(design, "samples", 1);
    const bool has_samples = kind == Design::Kind::sensitivity;
    const bool has_runs = is_sample(kind) && !has_samples;
    const std::string design_name = "the design " + std::string(name(kind));
    if (has_runs && !runs && design.find("runs") == nullptr)
      findings_.add(design.position, design_name + " needs a number of runs: runs = 1024");
    if (has_samples && !samples && design.find("samples") == nullptr)
      findings_.add(design.position, design_name +
                                         " needs a number of samples, each of which is one run per "
                                         "parameter and two more: samples = 1024");
    if (runs && !has_runs)
      findings_.add(design.find("runs")->position,
                    design_name + " takes no runs" +
                        (has_samples ? "; give samples." : ", whose number follows from it."));
    if (samples && !has_samples)
      findings_.add(design.find("samples")->position, "samples belongs to the design sensitivity.");
    study_.design.runs = runs.value_or(1);
    study_.design.samples = samples.value_or(1);
  }

  void read_list(const TomlTree& design, const TomlTree& parameters) {
    const std::optional<std::string> file = text_of(design, "file");
    if (!file) {
      findings_.add(design.position, "a list needs a CSV file: file = \"runs.csv\"");
      return;
    }
    study_.list = (folder_ / *file).string();
    findings_.attempt([&] { study_.parameters = read_list_file(study_.list, parameters); });
  }

  void read_results(const TomlTree& results) {
    for (const TomlTree& item : results.items) {
      const auto* text = std::get_if<std::string>(&item.value);
      if (item.kind != TomlTree::Kind::value || text == nullptr)
        findings_.add(item.position, "the result '" + item.key +
                                         "' must be an expression: \"max(component.variable)\"");
      else
        study_.results.push_back({item.key, *text, item.position});
    }
    if (study_.results.empty() && findings_.empty())
      findings_.add({study_.file},
                    "there are no results; a study needs [study.results] with a line such as "
                    "peak = \"max(component.variable)\".");
    check_names();
  }

  // Each column of the table has a name of its own.
  void check_names() {
    std::map<std::string, std::string> taken{{"", "no name"}};
    for (const char* column : {"run", "verdict", "codes", "cost"})
      taken[column] = "the name of another column of the table";
    for (const Parameter& parameter : study_.parameters)
      taken[parameter.name] = "the name of a parameter";
    for (const ResultText& result : study_.results)
      taken["error(" + result.name + ")"] = "the name of the errors of another result";
    for (const ResultText& result : study_.results)
      if (const auto found = taken.find(result.name); found != taken.end())
        findings_.add(result.position, "the result '" + result.name + "' has " + found->second +
                                           "; choose another one.");
  }

  std::filesystem::path folder_;
  Report findings_;
  Study study_;
};

}  // namespace

Study parse_study(std::string_view text, const std::string& file) {
  return StudyReader(file).read(text);
}

Study read_study(const std::string& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError("'" + file + "' cannot be read.");
  return parse_study(*text, file);
}

run::RunSpec spec_of(const Study& study, const Points& points, std::uint64_t run) {
  run::RunSpec spec = study.run;
  spec.set = points.settings(run);
  return spec;
}

}  // namespace bw::study
