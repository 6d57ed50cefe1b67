#include "base/error.h"

namespace bw {
namespace {

std::string one_a_line(const std::vector<std::string>& sentences) {
  std::string all;
  for (std::size_t i = 0; i < sentences.size(); ++i) all += (i > 0 ? "\n" : "") + sentences[i];
  return all;
}

}  // namespace

Error::Error(ExitCode code, std::vector<std::string> sentences)
    : std::runtime_error(one_a_line(sentences)), code_(code), sentences_(std::move(sentences)) {}

}  // namespace bw
