#include "fmi/instance/instance.h"

#include "base/text.h"
#include "fmi/instance/instance_1.h"
#include "fmi/instance/instance_2.h"
#include "fmi/instance/instance_3.h"

namespace bw::fmi {

std::shared_ptr<Instance> Instance::make(const Setup& setup) {
  switch (setup.description->version) {
    case Version::fmi1: return std::make_shared<Instance1>(setup);
    case Version::fmi2: return std::make_shared<Instance2>(setup);
    case Version::fmi3: break;
  }
  return std::make_shared<Instance3>(setup);
}

void Instance::lacks(const char* what) {
  throw ComponentFailure(name(), "component '" + name() + "': FMI " + description_.fmi_version +
                                     " has no " + what + ". The run cannot go on.");
}

void Instance::out_of_range(const char* verb, const std::string& value) {
  throw ComponentFailure(
      name(), "component '" + name() + "': " + last_call() + " at t = " + brief(gate_.time()) +
                  " " + verb + " the number " + value +
                  ", which does not fit the type of the other variable. The run cannot go on.");
}

std::vector<const char*> Instance::trouble_categories() const {
  std::vector<const char*> wanted;
  for (const LogCategory& category : description_.log_categories)
    if (category.name == "logStatusWarning" || category.name == "logStatusDiscard" ||
        category.name == "logStatusError" || category.name == "logStatusFatal")
      wanted.push_back(category.name.c_str());
  return wanted;
}

void Instance::check_instance() {
  gate_.settle_fully();
  if (component_ == nullptr) gate_.fail("returned no instance", Gate::Damage::fatal);
}

StepAnswer Instance::answer(bool ends, double t, double h, double reached, const char* function) {
  using End = model::Advance::Status;
  reason_ = "component '" + name() + "': " + function + " at t = " + brief(t);
  if (ends) {
    reason_ += " requested the end of the simulation at t = " + brief(reached) +
               gate_.last_words(function);
    return {End::terminated, reached};
  }
  if (reached >= t + h) {  // it reached the end, so there is nothing to discard
    gate_.set_time(t + h);
    return {End::completed, gate_.time()};
  }
  reason_ += " with step " + brief(h) + " returned discard; it reached t = " + brief(reached) +
             gate_.last_words(function);
  return {End::discarded, reached};
}

}  // namespace bw::fmi
