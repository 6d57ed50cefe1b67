#include "system/load_msim.h"

#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/report.h"
#include "base/text.h"
#include "system/msim_components.h"
#include "system/msim_keys.h"
#include "system/msim_settings.h"
#include "system/msim_text.h"

namespace bw::system {
namespace {

class MsimLoader {
 public:
  explicit MsimLoader(const std::filesystem::path& file)
      : components_(file.parent_path(), findings_, system_.remarks) {
    system_.file = file;
  }

  System load(std::string_view text) {
    const std::string file = system_.file.string();
    const std::vector<MsimLine> lines = msim_lines(text, file, findings_);
    MsimKeys keys;
    for (const MsimLine& line : lines)
      if (line.keyword == "simulator")
        findings_.attempt([&] { components_.add(line); });
      else if (line.keyword != "graph" && line.keyword != "parameter" &&
               line.keyword != "outputOnly")
        read_msim_key(line, keys, findings_, system_.remarks);
    if (components_.empty() && findings_.empty())
      findings_.add({file}, "there are no components; a project has lines 'simulator'.");
    read_all(lines, "graph", [&](const MsimLine& line) { read_connection(line); });
    read_all(lines, "parameter", [&](const MsimLine& line) { read_parameter(line); });
    read_all(lines, "outputOnly", [&](const MsimLine& line) { read_output_only(line); });
    system_.settings = msim_settings(keys, file, findings_, system_.remarks);
    findings_.refuse();
    if (keys.master.value != MsimMaster::gauss_jacobi)
      components_.remark_cycles(system_.connections);
    system_.components = components_.in_order_of_evaluation();
    drop_idle_parameters();
    add_record(keys);
    return std::move(system_);
  }

 private:
  template <class Read>
  void read_all(const std::vector<MsimLine>& lines, const char* keyword, Read&& read) {
    for (const MsimLine& line : lines)
      if (line.keyword == keyword) findings_.attempt([&] { read(line); });
  }

  void read_connection(const MsimLine& line) {
    const std::vector<MsimWord> words = line.words();
    if (words.size() != 2 && words.size() != 4 && words.size() != 6)
      throw InputError(line.position.text() +
                       ": a connection is written 'graph component.output component.input', with "
                       "'offset scale' or 'offset scale width colour' after it, not '" +
                       line.rest + "'; put a name with blanks in quotes.");
    Connection connection;
    connection.position = line.position;
    connection.source = components_.endpoint(words[0]);
    connection.target = components_.endpoint(words[1]);
    connection.unit = as_is;
    if (words.size() > 2) {
      connection.offset = number(words[2], "offset");
      connection.gain = number(words[3], "scale factor");
    }
    const auto [earlier, first] = driven_.emplace(connection.target.text(), line.position);
    if (!first)
      throw InputError(words[1].position.text() + ": input '" + connection.target.text() +
                       "' is connected twice; the other connection is at " +
                       earlier->second.text() + ".");
    system_.connections.push_back(connection);
  }

  static double number(const MsimWord& word, const char* what) {
    const auto value = to_number(word.text);
    if (!value || !std::isfinite(*value))
      throw InputError(word.position.text() + ": the " + what +
                       " of a connection must be a finite number, not '" + word.text + "'.");
    return *value;
  }

  void read_parameter(const MsimLine& line) {
    const bool quoted = line.rest.starts_with('"');
    const std::size_t end = quoted ? line.rest.find('"', 1) : line.rest.find_first_of(" \t");
    if (end == std::string::npos || trimmed(line.rest.substr(end + 1)).empty())
      throw InputError(line.position.text() +
                       ": a parameter is written 'parameter component.variable value', not '" +
                       line.rest + "'.");
    const MsimWord name{line.rest.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0)),
                        {line.position.file, line.position.line, line.rest_column}};
    const Endpoint target = components_.endpoint(name);
    const Parameter parameter{target, unescaped(trimmed(line.rest.substr(end + 1))), line.position};
    const auto [place, first] = parameter_places_.emplace(target.text(), system_.parameters.size());
    if (first) {
      system_.parameters.push_back(parameter);
      return;
    }
    Parameter& earlier = system_.parameters[place->second];
    remark(target.text(), "is given twice; the later line is used, and this one has no effect.",
           earlier.position);
    earlier = parameter;
  }

  // The text of a value: \\ is a backslash, \n a new line, quotes around it do not belong to it.
  static std::string unescaped(std::string_view text) {
    if (text.size() > 1 && text.front() == '"' && text.back() == '"')
      text = text.substr(1, text.size() - 2);
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
      all += next == 'n' ? '\n' : text[i];
      if (next == 'n' || next == '\\') ++i;
    }
    return all;
  }

  void read_output_only(const MsimLine& line) {
    const std::vector<MsimWord> words = line.words();
    if (words.size() != 1)
      throw InputError(line.position.text() +
                       ": write 'outputOnly component.variable' with one variable, not '" +
                       line.rest + "'.");
    requested_.emplace_back(components_.endpoint(words.front()).text());
    if (requested_.size() == 1)
      remark("outputOnly",
             "has no effect in MasterSim; here only the variables in such lines are recorded.",
             line.position);
  }

  // MasterSim sets values that connections overwrite, and ignores those of tables; ours are errors.
  void drop_idle_parameters() {
    std::erase_if(system_.parameters, [&](const Parameter& parameter) {
      const std::string name = parameter.target.text();
      const auto connection = driven_.find(name);
      const bool of_table = components_.is_table(parameter.target.component);
      if (of_table)
        remark(name, "has no effect: component '" + parameter.target.component + "' is a table.",
               parameter.position);
      else if (connection != driven_.end())
        remark(
            name,
            "has no effect, because the connection at " + connection->second.text() + " drives it.",
            parameter.position);
      return of_table || connection != driven_.end();
    });
  }

  void add_record(const MsimKeys& keys) {
    std::vector<std::string> patterns = requested_;
    if (patterns.empty()) patterns = usual_patterns(keys);
    if (patterns.empty()) return;
    Setting setting{"record", {}, {system_.file.string()}};
    if (keys.write_internal.written()) setting.position = keys.write_internal.position;
    for (std::string& pattern : patterns) setting.values.emplace_back(std::move(pattern));
    system_.settings.push_back(setting);
  }

  // All outputs, or all variables; of a table only what is connected, unless all variables are
  // requested.
  std::vector<std::string> usual_patterns(const MsimKeys& keys) const {
    std::vector<std::string> patterns;
    if (keys.write_internal.value) patterns.emplace_back("*");
    if (keys.write_unconnected.value) return patterns;
    for (const ComponentEntry& component : system_.components)
      if (components_.is_table(component.name)) patterns.push_back("!" + component.name + ".*");
    std::set<std::string> columns;
    for (const Connection& connection : system_.connections)
      if (components_.is_table(connection.source.component) &&
          columns.insert(connection.source.text()).second)
        patterns.push_back(connection.source.text());
    return patterns;
  }

  void remark(const std::string& subject, const std::string& rest, const Position& position) {
    system_.remarks.push_back({subject, subject + " " + rest, position});
  }

  System system_;
  std::map<std::string, std::size_t> parameter_places_;  // by "component.variable"
  Report findings_;
  MsimComponents components_;
  std::map<std::string, Position> driven_;  // inputs
  std::vector<std::string> requested_;      // outputOnly
};

}  // namespace

System load_msim(std::string_view text, const std::filesystem::path& file) {
  return MsimLoader(file).load(text);
}

}  // namespace bw::system
