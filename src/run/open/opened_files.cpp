#include "run/open/opened_files.h"

namespace bw::run {

std::shared_ptr<const model::Blueprint> OpenedFiles::open(const std::filesystem::path& file,
                                                          Bells& bells, const Log& log,
                                                          std::vector<UnsetParameter>& unset) {
  const auto [place, is_new] = files_.try_emplace(file.lexically_normal().string());
  Opened& opened = place->second;
  if (is_new) try {
      Bells reported;
      opened.blueprint = open_file(file, reported, log, &opened.unset);
      opened.bells = reported.rung();
    } catch (...) {
      files_.erase(place);
      throw;
    }
  for (const Bell& bell : opened.bells) bells.ring(bell);
  unset.insert(unset.end(), opened.unset.begin(), opened.unset.end());
  return opened.blueprint;
}

const system::System& OpenedFiles::load(const std::string& target) {
  const auto known = systems_.find(target);
  return known != systems_.end()
             ? known->second
             : systems_.emplace(target, system::load_partly(target)).first->second;
}

}  // namespace bw::run
