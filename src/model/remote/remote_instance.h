#pragma once
// What remote components and models share: the connection, the values of all variables, and which
// of them the request chooses. All variables are real.

#include <memory>
#include <span>
#include <vector>

#include "model/blueprint.h"
#include "model/component.h"
#include "model/remote/remote_description.h"
#include "model/remote/remote_link.h"
#include "model/signals.h"
#include "model/variable.h"

namespace bw::model {

class RemoteInstance {
 public:
  RemoteInstance(const RemoteDescription& description, const ComponentRequest& request);

  RemoteLink& link() { return *link_; }
  const RemoteDescription& description() const { return description_; }
  std::vector<Variable> chosen(const std::vector<std::size_t>& which) const;

  // Inputs that are not requested keep their start values.
  void set_inputs(const SignalsIn& u);
  std::span<double> inputs() { return std::span(values_).first(description_.inputs); }
  std::span<double> states() {
    return std::span(values_).subspan(description_.inputs, description_.states);
  }
  std::span<double> outputs() { return std::span(values_).last(description_.outputs()); }
  void set_outputs(std::span<const double> y);

  void read_outputs(const SignalsOut& y) const { read(request_.outputs, y); }
  void read_records(const SignalsOut& values) const { read(request_.records, values); }

  // What a model remembers of its indicators; saved and restored with all values.
  std::vector<double>& memory() { return memory_; }

  // The state that only the other program knows.
  void save(std::unique_ptr<Snapshot>& into);
  void restore(const Snapshot& from);

 private:
  void read(const std::vector<std::size_t>& which, const SignalsOut& into) const;

  RemoteDescription description_;
  ComponentRequest request_;
  std::vector<double> values_;  // of all variables
  std::vector<double> memory_;
  std::shared_ptr<RemoteLink> link_;
};

}  // namespace bw::model
