#include "fmi/instance/file_uri.h"

#include <string_view>

namespace bw::fmi {

std::string file_uri(const std::filesystem::path& path) {
  constexpr std::string_view digits = "0123456789ABCDEF", others = "/-._~";
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       others.find(c) != std::string_view::npos;
    if (plain)
      uri += c;
    else
      uri += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return uri;
}

}  // namespace bw::fmi
