#include "run/open/written_values.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "run/open/convert_value.h"
#include "run/open/stages.h"

namespace bw::run {
namespace {

std::vector<Value> split_elements(const WrittenValue& written, const system::Endpoint& end,
                                  std::size_t wanted) {
  std::vector<Value> values;
  const bool has_elements = written.parameter != nullptr && written.parameter->elements;
  if (has_elements) values = *written.parameter->elements;
  std::string words = has_elements ? ""
                      : std::holds_alternative<std::string>(written.value)
                          ? std::get<std::string>(written.value)
                          : text(written.value);
  std::ranges::replace(words, ',', ' ');
  std::istringstream stream(words);
  for (std::string word; stream >> word;) values.emplace_back(word);
  if (values.size() != wanted)
    throw InputError(written.where + ": the array '" + end.variable + "' has " +
                     std::to_string(wanted) + " elements, but " + std::to_string(values.size()) +
                     " values were given; write all elements row by row, separated by spaces.");
  return values;
}

}  // namespace

WrittenValue split_option(const std::string& words) {
  const std::string where = "--set " + words;
  const auto equals = words.find('=');
  if (equals == std::string::npos) throw InputError(where + ": write component.variable=value.");
  return {std::string(trimmed(std::string_view(words).substr(0, equals))),
          std::string(trimmed(std::string_view(words).substr(equals + 1))), where};
}

std::vector<Value> values_for(const WrittenValue& written, const system::Endpoint& end,
                              const std::vector<Found>& targets, Bells* bells) {
  const bool is_array = targets.front().variable.name != end.variable;
  std::vector<Value> values;
  if (is_array)
    values = split_elements(written, end, targets.size());
  else
    values.push_back(
        scalar_value(written.parameter, written.value, targets.front().variable, written.where));
  for (std::size_t k = 0; k < targets.size(); ++k)
    values[k] =
        written.parameter != nullptr
            ? staged_value(*written.parameter, values[k], targets[k].variable, written.where, bells)
            : convert_value(values[k], targets[k].variable, written.where);
  return values;
}

}  // namespace bw::run
