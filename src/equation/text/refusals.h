#pragma once
// Unsupported Modelica, mostly of models with several classes: the meaning of each word and how to
// write it in a flat model.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bw::equation {

// "'connect' joins parts of larger models; ...": nothing when the word is supported. Keywords and
// names of functions.
std::optional<std::string> why_refused(std::string_view word);

std::vector<std::string_view> refused_words();

}  // namespace bw::equation
