#include "run/checkpoint/check_checkpoint.h"

#include <string>
#include <utility>
#include <variant>

#include "base/error.h"
#include "model/isolated/isolated_blueprint.h"
#include "result/checkpoint_file.h"
#include "result/destination.h"

namespace bw::run {
namespace {

[[noreturn]] void refuse_checkpoint(const std::string& why) {
  throw UsageError("--checkpoint cannot be used here: " + why);
}

// Why a run of this kind cannot go on from a checkpoint; empty: it can.
struct Obstacle {
  const RunSpec& spec;
  const Components& components;

  std::string operator()(const CertifiedPlan& /*how*/) const { return ""; }
  std::string operator()(const CoupledPlan& how) const {
    if (how.probe) return "";
    for (const OpenedComponent& component : components.list)
      if (const std::string why = why_not(component); !why.empty())
        return "component '" + component.request.name + "' " + why + "; leave out --checkpoint.";
    for (const auto& [key, is_given] : {std::pair("steps", spec.steps.has_value()),
                                        std::pair("conserved", !spec.conserved.empty())})
      if (is_given)
        return "in a coupled run without an estimate of the error it excludes --" +
               std::string(key) + "; leave out one of them.";
    return "";
  }
  static std::string why_not(const OpenedComponent& component) {
    if (component.is_model()) return "is integrated here, and its solver cannot be saved";
    if (component.capabilities().can_serialise) return "";
    return model::isolated_inner(*component.blueprint) != nullptr
               ? "has its state in a process of its own (--isolate, --sandbox)"
               : "cannot write its state to a file (canSerializeFMUstate)";
  }
  std::string operator()(const IntegratedPlan& how) const {
    if (how.estimates_error) return "";
    return "one integration without an estimate of its error cannot be resumed; leave out "
           "--no-certify, --step and a fixed-step --method, or --checkpoint.";
  }
};

void check_file(const RunSpec& spec) {
  if (spec.target.empty()) refuse_checkpoint("the model is no file that could be read again.");
  if (!spec.output || *spec.output == "-")
    refuse_checkpoint("it is written beside the result; give the result a name with -o.");
  const std::string name = result::checkpoint_name(*spec.output);
  result::check_destination(name, "The checkpoint");
  for (const std::string& file : {name, result::begun_checkpoint(name)})
    if (result::is_something_else(file))
      refuse_checkpoint("'" + file +
                        "' exists and is no checkpoint; give the result another name.");
}

}  // namespace

void check_checkpoint(const RunSpec& spec, const Components& components, const Plan& plan) {
  if (!spec.checkpoint) return;
  check_file(spec);
  if (const std::string why = std::visit(Obstacle{spec, components}, plan.how); !why.empty())
    refuse_checkpoint(why);
}

bool writes_as_it_goes(const Plan& plan) {
  const auto* coupled = std::get_if<CoupledPlan>(&plan.how);
  return coupled != nullptr && !coupled->probe;
}

}  // namespace bw::run
