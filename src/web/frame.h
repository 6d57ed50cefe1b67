#pragma once
// A page is a frame (web/assets/*.html) with its scripts, its style and its data, in one file.
// Texts of models and files appear as text, whatever they contain.

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace bw::web {

struct Explained {
  std::string meaning, causes, remedy;
};
using Explain = std::function<Explained(const std::string& code)>;

// {code: {meaning, causes, remedy}}, where there is something to say.
void add_explanation(nlohmann::json& all, const Explain& explain, const std::string& code);

// `headline`: what is said without JavaScript.
std::string framed(std::string_view frame, const std::string& title, const std::string& headline,
                   const nlohmann::json& data);

}  // namespace bw::web
