#include "system/package_names.h"

#include <utility>

#include "base/error.h"
#include "base/run_control.h"
#include "system/system.h"

namespace bw::system {

PackageNames::PackageNames(const system::System& system) {
  for (const system::System::Unpacked& package : system.unpacked)
    names_.emplace_back(package.folder.string(), (*this)(package.file.string()));
}

std::string PackageNames::operator()(std::string sentence) const {
  for (const auto& [folder, file] : names_)
    for (auto at = sentence.find(folder); at != std::string::npos;
         at = sentence.find(folder, at + file.size()))
      sentence.replace(at, folder.size(), file);
  return sentence;
}

Bell PackageNames::operator()(Bell bell) const {
  bell.message = (*this)(std::move(bell.message));
  return bell;
}

Finding PackageNames::operator()(Finding finding) const {
  finding.place.file = (*this)(std::move(finding.place.file));
  finding.sentence = (*this)(std::move(finding.sentence));
  return finding;
}

Log PackageNames::named(Log log) const {
  if (names_.empty() || !log) return log;
  return [log = std::move(log), names = *this](std::string_view line) {
    log(names(std::string(line)));
  };
}

void PackageNames::in(const std::function<void()>& call) const {
  if (names_.empty()) return call();
  const RunControl* const outer = control::current.control;
  RunControl inner = outer != nullptr ? *outer : RunControl{};
  if (inner.on_announcement)
    inner.on_announcement = [&](const std::string& sentence) {
      outer->on_announcement((*this)(sentence));
    };
  const ControlScope scope(inner);
  try {
    call();
  } catch (const InputError& error) {
    std::vector<std::string> sentences = error.sentences();
    for (std::string& sentence : sentences) sentence = (*this)(std::move(sentence));
    throw InputError(sentences);
  }
}

}  // namespace bw::system
