#include "run/open/instance_rule.h"

namespace bw::run {

std::optional<std::size_t> InstanceRule::add(const std::string& file, std::size_t component,
                                             const User& user) {
  Users& users = files_[file];
  const First& against = user.apart ? users.not_apart : users.all;
  const std::optional<std::size_t> conflict = user.once ? against.any : against.once;
  const auto note = [&](First& first) {
    if (!first.any) first.any = component;
    if (user.once && !first.once) first.once = component;
  };
  note(users.all);
  if (!user.apart) note(users.not_apart);
  return conflict;
}

}  // namespace bw::run
