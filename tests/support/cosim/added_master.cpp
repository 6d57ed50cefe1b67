// Every component reads the signals of the step's begin; one after the other, without threads.

#include "support/cosim/added_master.h"

namespace bw::test {
namespace {

class PlainJacobi final : public cosim::Master {
 public:
  cosim::CommunicationStep step(cosim::Coupling& coupling, const cosim::Checkpoint& /*begin*/,
                                double t, double h, model::Signals& next) override {
    for (std::size_t component = 0; component < coupling.size(); ++component)
      if (const auto status = coupling.advance(component, coupling.now(), t, h, next);
          status != cosim::ComponentStatus::ok)
        return {.component = status};
    return {};
  }
};

}  // namespace

const cosim::MasterKind plain_jacobi = {
    .name = "plain-jacobi",
    .summary = "every component reads the signals of the step's begin",
    .source = "C. G. J. Jacobi, Astron. Nachr. 22, 1845",
    .order = 1,
    .make = [](const cosim::Coupling&, const cosim::MasterOptions&)
        -> std::unique_ptr<cosim::Master> { return std::make_unique<PlainJacobi>(); },
    .expansion = [](const cosim::Structure&, cosim::Hold) -> cosim::Expansion {
      return {1, 1};
    }};

}  // namespace bw::test
