#pragma once
// The description of an FMU, a model or a system without running it, for `bellwether info`, as text
// and as JSON.

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace bw::inspect {

using Json = nlohmann::ordered_json;  // keeps the order of the keys; writes nan and inf as null

// A tree of labelled values with the keys of docs/info.md. Both forms are made of it and of nothing
// else, so that a fact cannot be in the text and be forgotten here.
struct Info {
  std::shared_ptr<const Json> facts;
};

// By extension. Throws InputError with all mistakes.
Info inform(const std::filesystem::path& target);

// For people; long lists are cut unless `all`.
std::string info_text(const Info& info, bool all);
// For programs: one object.
std::string info_json(const Info& info);

}  // namespace bw::inspect
