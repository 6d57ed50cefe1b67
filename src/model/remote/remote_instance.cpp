#include "model/remote/remote_instance.h"

#include <algorithm>
#include <utility>

#include "base/value.h"

namespace bw::model {
namespace {

struct RemoteSnapshot final : Snapshot {
  RemoteSnapshot(std::shared_ptr<RemoteLink> by, std::size_t kept_as)
      : link(std::move(by)), number(kept_as) {}
  ~RemoteSnapshot() override { link->give_back(number); }
  RemoteSnapshot(const RemoteSnapshot&) = delete;
  RemoteSnapshot& operator=(const RemoteSnapshot&) = delete;

  std::shared_ptr<RemoteLink> link;
  std::size_t number;
  std::vector<double> values{};  // of all variables
  std::vector<double> memory{};
};

}  // namespace

RemoteInstance::RemoteInstance(const RemoteDescription& description,
                               const ComponentRequest& request)
    : description_(description),
      request_(request),
      values_(description.variables.size()),
      link_(std::make_shared<RemoteLink>(description, request.name)) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (const auto& start = description.variables[i].start) values_[i] = std::get<double>(*start);
  for (const auto& [index, value] : request.starts) values_[index] = std::get<double>(value);
}

std::vector<Variable> RemoteInstance::chosen(const std::vector<std::size_t>& which) const {
  std::vector<Variable> variables;
  for (const std::size_t index : which) variables.push_back(description_.variables[index]);
  point_into(request_.inputs, variables);
  return variables;
}

void RemoteInstance::set_inputs(const SignalsIn& u) {
  for (std::size_t k = 0; k < u.reals.size(); ++k) values_[request_.inputs[k]] = u.reals[k];
}

void RemoteInstance::set_outputs(std::span<const double> y) {
  std::ranges::copy(y, outputs().begin());
}

void RemoteInstance::read(const std::vector<std::size_t>& which, const SignalsOut& into) const {
  for (std::size_t k = 0; k < which.size(); ++k) into.reals[k] = values_[which[k]];
}

void RemoteInstance::save(std::unique_ptr<Snapshot>& into) {
  if (into == nullptr) into = std::make_unique<RemoteSnapshot>(link_, link_->free_number());
  auto& snapshot = dynamic_cast<RemoteSnapshot&>(*into);
  snapshot.values = values_;
  snapshot.memory = memory_;
  if (!description_.keeps_state()) return;
  link_->request(RemoteVerb::save).put(static_cast<double>(snapshot.number)).ask(0);
}

void RemoteInstance::restore(const Snapshot& from) {
  const auto& snapshot = dynamic_cast<const RemoteSnapshot&>(from);
  values_ = snapshot.values;
  memory_ = snapshot.memory;
  if (!description_.keeps_state()) return;
  link_->request(RemoteVerb::restore).put(static_cast<double>(snapshot.number)).ask(0);
}

}  // namespace bw::model
