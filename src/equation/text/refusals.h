#pragma once
// Modelica that belongs to models of many classes, or that is not here yet: what each word means
// and how the same is written in a flat model.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bw::equation {

// "'connect' joins parts of larger models; ...": nothing when the word is not refused. Keywords and
// names of functions.
std::optional<std::string> why_refused(std::string_view word);

std::vector<std::string_view> refused_words();

}  // namespace bw::equation
