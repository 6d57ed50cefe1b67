#pragma once
// Opens a component that another program computes (remote_description.h). Connections are made with
// the instances, in whichever process that is: each instance has its own.

#include <filesystem>
#include <memory>

#include "base/bell.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"
#include "model/remote/remote_description.h"

namespace bw::model {

// Throws InputError.
std::shared_ptr<const Blueprint> make_remote_blueprint(const std::filesystem::path& file);

// Of the kind stepped, and of all others.
std::unique_ptr<Component> make_remote_component(const RemoteDescription& description,
                                                 const ComponentRequest& request);
std::unique_ptr<Model> make_remote_model(const RemoteDescription& description,
                                         const ComponentRequest& request);

}  // namespace bw::model
