#include "oscillatory_runs.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace bw::bench {
namespace {

namespace fs = std::filesystem;
using test::oscillatory::ModelReference;
using test::oscillatory::OscillatoryModel;

void read_rows(const fs::path& file, const std::vector<std::string>& names, OscillatoryRun& run) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return;
  const std::vector<std::string> head = split(line);
  std::vector<std::size_t> columns;
  for (const std::string& name : names)
    for (std::size_t k = 0; k < head.size(); ++k)
      if (head[k] == '"' + name + '"') columns.push_back(k);
  if (columns.size() != names.size()) return;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = split(line);
    if (fields.size() != head.size()) break;
    run.times.push_back(std::strtod(fields[0].c_str(), nullptr));
    run.rows.emplace_back();
    for (const std::size_t k : columns)
      run.rows.back().push_back(std::strtod(fields[k].c_str(), nullptr));
  }
}

std::string read_all(const fs::path& file) {
  std::ostringstream all;
  all << std::ifstream(file).rdbuf();
  return all.str();
}

template <typename T>
void put(std::ostream& out, const T& value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}
template <typename T>
T get(std::istream& in) {
  T value{};
  in.read(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

bool read_reference(const fs::path& file, std::uint64_t mark, const std::vector<double>& times,
                    std::size_t variables, ModelReference& kept) {
  std::ifstream in(file, std::ios::binary);
  if (!in || get<std::uint64_t>(in) != mark || get<std::uint64_t>(in) != times.size()) return false;
  for (const double time : times) {
    if (get<double>(in) != time) return false;
    kept.rows.emplace_back();
    for (std::size_t i = 0; i < variables; ++i) kept.rows.back().push_back(get<double>(in));
  }
  return in.good();
}

}  // namespace

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> fields;
  std::istringstream in(list);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

std::string exact(double number) {
  std::ostringstream out;
  out.precision(17);
  out << number;
  return out.str();
}

std::string OscillatoryRun::value(const std::string& key) const {
  const std::size_t at = summary.find("\"" + key + "\": ");
  if (at == std::string::npos) return "";
  const std::string found = summary.substr(at + key.size() + 4);
  if (found[0] == '"') return found.substr(1, found.find('"', 1) - 1);
  return found.substr(0, found.find_first_of(",\n}"));
}

std::string OscillatoryRun::methods() const {
  std::string used = value("method");
  for (std::size_t at = 0; (at = used.find(", ", at)) != std::string::npos;)
    used.replace(at, 2, "+");
  return used;
}

OscillatoryRun run_oscillator(const OscillatoryModel& model, const std::string& program,
                              const std::string& options, const fs::path& folder) {
  OscillatoryRun run;
  run.command = program + " run M.mo --stop " + exact(model.stop) + " " + options +
                " -o M.csv --summary M.json --quiet";
  std::ofstream(folder / "M.mo") << model.text();
  for (const char* file : {"M.csv", "M.rejected.csv", "M.json"}) fs::remove(folder / file);
  const std::string bounded = "ulimit -t " + std::to_string(most_seconds) + " && " + run.command;
  (void)std::system(("cd '" + folder.string() + "' && (" + bounded + ") >M.log 2>&1").c_str());
  run.summary = read_all(folder / "M.json");
  read_rows(folder / "M.csv", model.recorded(), run);
  if (run.times.empty()) read_rows(folder / "M.rejected.csv", model.recorded(), run);
  run.is_whole = !run.times.empty() && run.times.back() == model.stop;
  return run;
}

ModelReference kept_reference(const OscillatoryModel& model, const std::vector<double>& times,
                              const fs::path& file) {
  const std::uint64_t mark = std::hash<std::string>()(model.text());
  const std::size_t variables = model.recorded().size();
  ModelReference kept;
  if (read_reference(file, mark, times, variables, kept)) return kept;
  kept = reference(model, times);
  std::ofstream out(file, std::ios::binary);
  put(out, mark);
  put(out, static_cast<std::uint64_t>(times.size()));
  for (std::size_t row = 0; row < times.size(); ++row) {
    put(out, times[row]);
    for (const double value : kept.rows[row]) put(out, value);
  }
  return kept;
}

}  // namespace bw::bench
