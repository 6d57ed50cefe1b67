// <ModelStructure>: which inputs act on an output within the same instant (FMI 2.0, 2.2.8).

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fmi/attributes.h"
#include "fmi/description_2.h"

namespace bw::fmi {

using model::Causality;
using model::Variable;

namespace {

// Indices in the file count from 1.
std::size_t index_of(const XmlElement& element, std::string_view key, std::string_view text,
                     std::size_t variables) {
  const auto index = to_xs_integer(text);
  if (!index || *index < 1 || static_cast<std::uint64_t>(*index) > variables)
    refuse(element, key, text,
           fmt::format("the index of a variable, from 1 to {}, would be right", variables));
  return static_cast<std::size_t>(*index - 1);
}

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> found;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    found.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return found;
}

// Of the listed variables only inputs matter to us; states act through time.
std::optional<std::vector<std::size_t>> direct_inputs(const XmlElement& unknown,
                                                      const std::vector<Variable>& variables) {
  const auto listed = unknown.attribute("dependencies");
  if (!listed) return {};
  std::vector<std::size_t> inputs;
  for (const std::string_view word : words(*listed)) {
    const std::size_t index = index_of(unknown, "dependencies", word, variables.size());
    if (variables[index].causality == Causality::input) inputs.push_back(index);
  }
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  return inputs;
}

void read_outputs(const XmlElement& outputs, std::vector<Variable>& variables,
                  std::vector<bool>& is_listed, Deviations& deviations) {
  for (const XmlElement& unknown : outputs.children("Unknown")) {
    const std::string_view written = required(unknown, "index");
    const std::size_t index = index_of(unknown, "index", written, variables.size());
    Variable& output = variables[index];
    if (output.causality != Causality::output)
      refuse(unknown, "index", written,
             fmt::format("that variable, '{}', is not an output (it is: {})", output.name,
                         model::name(output.causality)));
    output.direct_inputs = direct_inputs(unknown, variables);
    if (is_listed[index]) {
      output.direct_inputs.reset();
      deviations.note("output twice", unknown,
                      fmt::format("the output '{}' stands twice in ModelStructure; any input may "
                                  "act on it",
                                  output.name));
    }
    is_listed[index] = true;
  }
}

}  // namespace

void read_structure_2(const XmlElement& model_structure, Description& description,
                      Deviations& deviations) {
  std::vector<Variable>& variables = description.variables;
  std::vector<bool> is_listed(variables.size());
  if (const auto outputs = model_structure.child("Outputs"))
    read_outputs(*outputs, variables, is_listed, deviations);
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].causality == Causality::output && !is_listed[i])
      deviations.note("output not listed", model_structure,
                      fmt::format("the output '{}' is not in ModelStructure; any input may act on "
                                  "it",
                                  variables[i].name));
}

}  // namespace bw::fmi
