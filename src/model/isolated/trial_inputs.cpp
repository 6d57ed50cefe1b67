#include "model/isolated/trial_inputs.h"

#include <cstdint>
#include <string>
#include <variant>

#include "base/value.h"

namespace bw::model {

Signals inputs_at_start(const std::vector<Variable>& inputs) {
  Signals u;
  for (const Variable& v : inputs) {
    const bool real = is_real(v.type);
    if (real)
      u.reals.push_back(0);
    else if (v.type == Type::string || v.type == Type::binary)
      u.discretes.emplace_back(std::string());
    else
      u.discretes.emplace_back(std::int64_t{0});
    if (!v.start) continue;
    if (const auto* number = std::get_if<double>(&*v.start); number != nullptr && real)
      u.reals.back() = *number;
    else if (const auto* whole = std::get_if<std::int64_t>(&*v.start); whole != nullptr && !real)
      u.discretes.back() = *whole;
    else if (const auto* yes = std::get_if<bool>(&*v.start); yes != nullptr && !real)
      u.discretes.back() = static_cast<std::int64_t>(*yes);
    else if (const auto* text = std::get_if<std::string>(&*v.start); text != nullptr && !real)
      u.discretes.back() = *text;
  }
  return u;
}

}  // namespace bw::model
