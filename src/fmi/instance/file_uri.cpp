#include "fmi/instance/file_uri.h"

#include <cstdio>
#include <string_view>

namespace bw::fmi {

std::string file_uri(const std::filesystem::path& path) {
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", byte);
    uri += plain ? std::string(1, c) : std::string(code);
  }
  return uri;
}

}  // namespace bw::fmi
