#pragma once
// The pieces of a page (web/assets and the library that draws curves), as CMake put them into the
// program.

#include <string_view>
#include <vector>

namespace bw::web {

struct PageText {
  std::string_view name, text;
};

const std::vector<PageText>& page_texts();

}  // namespace bw::web
