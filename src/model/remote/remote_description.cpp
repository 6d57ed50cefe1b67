#include "model/remote/remote_description.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/read_file.h"
#include "base/text.h"
#include "base/units.h"
#include "base/value.h"

namespace bw::model {
namespace {

using Fields = std::vector<std::string>;
using Kind = RemoteDescription::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds = {{{"function", Kind::function},
                                                                     {"sampled", Kind::sampled},
                                                                     {"stepped", Kind::stepped},
                                                                     {"model", Kind::model}}};

class RemoteReader {
 public:
  explicit RemoteReader(std::string file) : file_(std::move(file)) {}

  RemoteDescription read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || line != "bellwether remote 1")
      refuse("its first line is not 'bellwether remote 1'");
    for (number_ = 2; std::getline(lines, line); ++number_) take(fields_of(line));
    if (made_.socket.empty()) refuse("it names no socket");
    made_.inputs = inputs_.size();
    made_.states = states_.size();
    for (const auto* list : {&inputs_, &states_, &outputs_})
      made_.variables.insert(made_.variables.end(), list->begin(), list->end());
    if (made_.kind != Kind::model && (made_.states > 0 || made_.indicators > 0))
      refuse("only a model has states and indicators");
    for (Variable& output : made_.variables) {
      if (output.causality != Causality::output) continue;
      const bool has_feedthrough = made_.kind != Kind::sampled && !output.is_state;
      if (!has_feedthrough) output.direct_inputs.emplace();
      if (made_.kind == Kind::sampled) output.variability = Variability::discrete;
    }
    return std::move(made_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(file_ + ":" + std::to_string(number_) + ": " + what + ".");
  }

  static Fields fields_of(const std::string& line) {
    Fields fields(1);
    for (const char c : line)
      if (c == '\t')
        fields.emplace_back();
      else
        fields.back() += c;
    return fields;
  }

  double number(const std::string& text) const {
    const auto value = to_number(text);
    if (!value) refuse("'" + text + "' is no number");
    return *value;
  }

  double whole(const std::string& text) const {
    constexpr double most = 1e6;
    const double value = number(text);
    if (!(value >= 0 && value <= most) || value != std::floor(value))
      refuse("'" + text + "' is no whole number from 0 to 1000000");
    return value;
  }

  void take(const Fields& fields) {
    const std::string& key = fields.front();
    const std::size_t needed = key == "state" ? 5 : key == "input" ? 4 : key == "output" ? 3 : 2;
    if (fields.size() != needed)
      refuse("'" + key + "' needs " + std::to_string(needed - 1) + " fields");
    if (key == "socket")
      made_.socket = fields[1];
    else if (key == "component")
      made_.component = static_cast<int>(whole(fields[1]));
    else if (key == "kind")
      made_.kind = kind(fields[1]);
    else if (key == "indicators")
      made_.indicators = static_cast<std::size_t>(whole(fields[1]));
    else if (key == "has" && fields[1] == "jacobian")
      made_.has_jacobian = true;
    else if (key == "input")
      inputs_.push_back(variable(fields, Causality::input));
    else if (key == "output")
      outputs_.push_back(variable(fields, Causality::output));
    else if (key == "state")
      add_state(fields);
    else
      refuse("'" + key + "' is unknown");
  }

  Kind kind(const std::string& word) const {
    const auto found = std::ranges::find(kinds, word, [](const auto& each) { return each.first; });
    if (found == kinds.end()) refuse("kind '" + word + "' is unknown");
    return found->second;
  }

  Variable variable(const Fields& fields, Causality causality) const {
    Variable made;
    made.name = fields[1];
    made.causality = causality;
    made.unit = fields[2];
    made.unit_meaning = parse_unit(made.unit);
    if (causality != Causality::input) return made;
    made.start = number(fields[3]);
    made.takes_start = true;
    return made;
  }

  void add_state(const Fields& fields) {
    Variable& state = states_.emplace_back(variable(fields, Causality::output));
    state.start = number(fields[3]);
    state.nominal = number(fields[4]);
    if (!(state.nominal > 0) || !std::isfinite(state.nominal)) refuse("a nominal is above 0");
    state.takes_start = state.is_state = true;
  }

  std::string file_;
  std::size_t number_ = 1;
  RemoteDescription made_;
  std::vector<Variable> inputs_, states_, outputs_;
};

}  // namespace

RemoteDescription read_remote(const std::filesystem::path& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read.");
  return RemoteReader(file.string()).read(*text);
}

}  // namespace bw::model
