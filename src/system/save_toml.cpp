#include "system/save_toml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/error.h"
#include "base/text.h"
#include "system/connection_expression.h"

namespace bw::system {
namespace {

namespace fs = std::filesystem;

std::string in_quotes(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    constexpr char hex[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      all += std::string("\\") + c;
    else if (c == '\n')
      all += "\\n";
    else if (c == '\t')
      all += "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      all += std::string("\\u00") + hex[byte / 16] + hex[byte % 16];
    else
      all += c;
  }
  return all + '"';
}

std::string key(const std::string& name) {
  const bool bare = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? name : in_quotes(name);
}

// A real number stays one: 100 would read back as an integer.
std::string real(double number) {
  if (std::isnan(number)) return "nan";
  const std::string digits = shortest(number);
  return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
}

std::string written(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return real(*number);
  if (const auto* words = std::get_if<std::string>(&value)) return in_quotes(*words);
  return text(value);
}

std::string list(const std::vector<Value>& values) { return "[" + listed(values, written) + "]"; }

// "2.5 * prey.x + 1", or "" where that would not read back as the same connection.
std::string expression(const Connection& connection) {
  std::string words = connection.source.text();
  if (connection.gain != 1.0) words = shortest(connection.gain) + " * " + words;
  if (connection.offset != 0.0)
    words += (connection.offset < 0 ? " - " : " + ") + shortest(std::abs(connection.offset));
  try {
    const ConnectionExpression read = read_connection_expression(words, connection.position);
    const bool same = read.source.text() == connection.source.text() &&
                      read.gain == connection.gain && read.offset == connection.offset;
    const bool plain =
        connection.unit.empty() && !connection.from_local && connection.stages.empty();
    return same && plain ? words : "";
  } catch (const InputError&) {
    return "";
  }
}

// Whole numbers and flags as such, everything else in quotes.
std::string map_word(const std::string& word) {
  std::int64_t number = 0;
  (void)std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_plain = word == "true" || word == "false" || word == std::to_string(number);
  return is_plain ? word : in_quotes(word);
}

std::string map(const Stage& stage) {
  return "{ " +
         listed(
             stage.map,
             [](const auto& entry) { return key(entry.first) + " = " + map_word(entry.second); }) +
         " }";
}

std::string right_side(const Connection& connection) {
  if (const std::string words = expression(connection); !words.empty()) return in_quotes(words);
  std::string all = "{ from = " + in_quotes(connection.source.text());
  if (connection.gain != 1.0) all += ", gain = " + real(connection.gain);
  if (connection.offset != 0.0) all += ", offset = " + real(connection.offset);
  if (!connection.unit.empty()) all += ", unit = " + in_quotes(connection.unit);
  if (connection.from_local) all += ", local = true";
  if (!connection.stages.empty()) all += ", map = " + map(connection.stages.front());
  return all + " }";
}

// Relative to the target, if the file was relative to its system; an absolute path stays absolute.
std::string file_of(const ComponentEntry& component, const System& system, const fs::path& target) {
  const fs::path whole = fs::absolute(component.file).lexically_normal();
  const fs::path home = fs::absolute(system.file).lexically_normal().parent_path();
  const auto apart = std::mismatch(whole.begin(), whole.end(), home.begin(), home.end());
  const bool elsewhere = std::distance(whole.begin(), apart.first) <= 1;  // they share only "/"
  if (component.file.is_absolute() && (elsewhere || system.file.is_relative()))
    return component.file.generic_string();
  const fs::path folder = fs::absolute(target).lexically_normal().parent_path();
  return whole.lexically_relative(folder).generic_string();
}

std::string description(const ComponentEntry& component, const System& system,
                        const fs::path& target) {
  std::string file = in_quotes(file_of(component, system, target));
  if (component.interface.empty() && component.allow.empty() && component.held.empty() &&
      !component.isolated)
    return file;
  std::string all = "{ file = " + file;
  if (!component.interface.empty()) all += ", interface = " + in_quotes(component.interface);
  if (component.isolated) all += ", isolate = true";
  const std::vector<Value> allow(component.allow.begin(), component.allow.end());
  if (!allow.empty()) all += ", allow = " + list(allow);
  const std::vector<Value> held(component.held.begin(), component.held.end());
  if (!held.empty()) all += ", held = " + list(held);
  return all + " }";
}

std::string comment(const Remark& remark) {
  Position position = remark.position;
  position.file = fs::path(position.file).filename().string();
  std::string line = "# " + position.text() + ": " + remark.sentence;
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  std::replace_if(line.begin(), line.end(), control, ' ');
  return line + "\n";
}

using Line = std::pair<std::string, std::string>;  // left, right

std::string section(const char* name, const std::vector<Line>& lines) {
  if (lines.empty()) return "";
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.first.size());
  std::string all = "\n[" + std::string(name) + "]\n";
  for (const auto& [left, right] : lines)
    all += left + std::string(width - left.size(), ' ') + " = " + right + "\n";
  return all;
}

}  // namespace

std::string save_toml(const System& system, const fs::path& target) {
  std::vector<Line> components, connections, parameters, run;
  for (const ComponentEntry& component : system.components)
    components.emplace_back(key(component.name), description(component, system, target));
  for (const Connection& connection : system.connections)
    connections.emplace_back(in_quotes(connection.target.text()), right_side(connection));
  for (const Parameter& parameter : system.parameters)
    parameters.emplace_back(in_quotes(parameter.target.text()), written(parameter.value));
  for (const Setting& setting : system.settings)
    run.emplace_back(key(setting.key), setting.values.size() == 1 ? written(setting.values.front())
                                                                  : list(setting.values));
  std::string all;
  for (const Remark& remark : system.remarks) all += comment(remark);
  all += section("components", components) + section("connections", connections) +
         section("parameters", parameters) + section("run", run);
  return all.starts_with('\n') ? all.substr(1) : all;
}

}  // namespace bw::system
