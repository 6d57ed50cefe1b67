#include "web/frame.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "web/page_texts.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;

// JSON inside of a page: no text of it can end the element, or begin another one.
std::string embedded(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', true, Json::error_handler_t::replace))
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

std::string escaped_markup(std::string_view text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

std::string_view piece(std::string_view name) {
  for (const PageText& text : page_texts())
    if (text.name == name) return text.text;
  return "";
}

// Replaces {{name}} once each, from left to right: what is put in is not searched again.
std::string filled(std::string_view frame,
                   const std::vector<std::pair<std::string_view, std::string_view>>& pieces) {
  std::string page;
  while (true) {
    const std::size_t begin = frame.find("{{"), end = frame.find("}}");
    page += frame.substr(0, begin);
    if (begin == std::string_view::npos) return page;
    const std::string_view name = frame.substr(begin + 2, end - begin - 2);
    const auto found = std::ranges::find(pieces, name, [](const auto& pair) { return pair.first; });
    page += found != pieces.end() ? found->second : piece(name);
    frame.remove_prefix(end + 2);
  }
}

}  // namespace

void add_explanation(Json& all, const Explain& explain, const std::string& code) {
  if (!explain) return;
  const Explained one = explain(code);
  if (!one.meaning.empty())
    all[code] = {{"meaning", one.meaning}, {"causes", one.causes}, {"remedy", one.remedy}};
}

std::string framed(std::string_view frame, const std::string& title, const std::string& headline,
                   const Json& data) {
  const std::string safe_title = escaped_markup(title), words = escaped_markup(headline),
                    texts = embedded(data);
  return filled(piece(frame), {{"title", safe_title}, {"headline", words}, {"data", texts}});
}

}  // namespace bw::web
