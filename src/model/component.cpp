#include "model/component.h"

#include "base/error.h"

namespace bw::model {
namespace {

[[noreturn]] void refuse_bytes(const ComponentShape& shape) {
  throw ComponentFailure(shape.name,
                         "component '" + shape.name + "' cannot write its state to a file.");
}

}  // namespace

std::string Component::to_bytes(const Snapshot& /*snapshot*/) { refuse_bytes(shape()); }

void Component::from_bytes(const std::string& /*bytes*/, std::unique_ptr<Snapshot>& /*into*/) {
  refuse_bytes(shape());
}

}  // namespace bw::model
