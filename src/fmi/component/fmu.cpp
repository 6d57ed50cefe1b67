#include "fmi/component/fmu.h"

#include "base/error.h"
#include "base/run_control.h"
#include "fmi/component/fmu_component.h"
#include "fmi/component/fmu_file.h"
#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/instance.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;
using Structural = std::vector<std::pair<std::size_t, std::uint64_t>>;

class Fmu final : public model::Blueprint, public std::enable_shared_from_this<Fmu> {
 public:
  Fmu(std::shared_ptr<const FmuFile> file, Structural structural)
      : file_(std::move(file)), layout_(file_->description(), std::move(structural)) {
    // Model exchange comes first, because we control its error; scheduled execution last, because
    // we know nothing of the partitions.
    for (const Interface interface :
         {Interface::model_exchange, Interface::co_simulation, Interface::scheduled_execution})
      if (file_->description().at(interface)) interfaces_.push_back(interface);
  }

  const std::vector<model::Variable>& variables() const override { return layout_.scalars(); }
  const model::Experiment& experiment() const override { return file_->description().experiment; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }

  model::Capabilities capabilities(Interface interface) const override {
    const InterfaceDescription& offered = *file_->description().at(interface);
    model::Capabilities can;
    can.can_roll_back = offered.get_and_set_state;
    can.can_serialise = interface == Interface::co_simulation && offered.get_and_set_state &&
                        offered.serialise_state;
    can.variable_steps = interface != Interface::co_simulation || offered.variable_steps;
    if (interface == Interface::co_simulation)
      can.step_unit = offered.fixed_internal_step.value_or(0.0);
    can.reports_events = interface == Interface::model_exchange ||
                         (interface == Interface::co_simulation && offered.event_mode);
    can.one_instance_only = offered.one_instance_only;
    can.needs_tool = offered.needs_execution_tool;
    return can;
  }

  void prepare(Interface interface, Bells& bells) const override {
    if (!file_->description().at(interface))
      throw InputError(file_->path().string() + ": it does not offer " +
                       std::string(model::name(interface)) + ".");
    if (file_->description().at(interface)->needs_execution_tool) say_needs_tool(bells);
    file_->functions(interface, bells);
    // Components may be made in child processes, which would not remove a folder unpacked there.
    file_->archive().unpack(platform_folders());
  }

  std::vector<std::filesystem::path> files(Interface interface, Bells& bells) const override {
    if (!file_->description().at(interface)) return {};  // prepare() says so
    return {file_->archive().unpack(platform_folders()), file_->library_file(interface, bells)};
  }
  bool is_foreign() const override { return true; }

  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& structural) const override {
    Structural sizes = layout_.structural();
    for (const auto& [scalar, value] : structural) {
      const auto* number = std::get_if<std::int64_t>(&value);
      if (number == nullptr || *number < 0)
        throw InputError(file_->path().string() + ": the structural parameter '" +
                         variables()[scalar].name + "' must be a whole number of at least 0, not " +
                         text(value) + ".");
      sizes.emplace_back(layout_.element(scalar).variable, static_cast<std::uint64_t>(*number));
    }
    return std::make_shared<Fmu>(file_, std::move(sizes));
  }

  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells& bells) const override {
    const Instance::Setup setup = setup_for(request, bells);
    return request.interface == Interface::scheduled_execution
               ? make_scheduled_component(layout_, setup, request)
               : make_fmu_component(layout_, setup, request);
  }

  std::unique_ptr<model::Model> make_model(const model::ComponentRequest& request,
                                           Bells& bells) const override {
    return make_fmu_model(layout_, setup_for(request, bells), request);
  }

 private:
  Instance::Setup setup_for(const model::ComponentRequest& request, Bells& bells) const {
    Instance::Setup setup = file_->setup(request.interface, request.name, bells);
    setup.blueprint = shared_from_this();
    for (const std::size_t scalar : request.inputs) {
      const Variable& variable = layout_.variable_of(scalar);
      if (variable.intermediate_update && layout_.element(scalar).offset == 0)
        setup.intermediate_inputs.push_back(variable.reference);
    }
    return setup;
  }

  // Now, and in the report: without the tool most of these FMUs wait for it for ever.
  void say_needs_tool(Bells& bells) const {
    const std::string sentence = file_->path().string() +
                                 " works only together with the tool that made it" + made_by() +
                                 ", which must be installed on this machine.";
    announce(sentence);
    bells.ring(BellCode::fmu_needs_tool, 0, file_->path().filename().string(), sentence);
  }

  std::string made_by() const {
    const std::string& tool = file_->description().generation_tool;
    return tool.empty() ? "" : " (" + tool + ")";
  }

  std::shared_ptr<const FmuFile> file_;
  Layout layout_;
  std::vector<Interface> interfaces_;
};

}  // namespace

std::shared_ptr<const model::Blueprint> open_fmu(const fs::path& file, Bells& bells,
                                                 const Log& log) {
  return std::make_shared<Fmu>(std::make_shared<const FmuFile>(file, bells, log), Structural{});
}

}  // namespace bw::fmi
