#pragma once
// Some scalars of an FMU, moved together: one call per FMI type. The real lane is passed without a
// copy where possible (no partial arrays, no other width, no changed sign), because that is the
// usual case.

#include <span>
#include <vector>

#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/instance.h"
#include "model/signals.h"

namespace bw::fmi {

class VariableGroup {
 public:
  VariableGroup(const Layout& layout, std::span<const std::size_t> scalars);

  template <class AnyInstance>
  BW_INLINE void get(AnyInstance& instance, const model::SignalsOut& values) {
    if (!plain_reals_.empty()) instance.get_reals(plain_reals_, values.reals);
    if (!batches_.empty()) [[unlikely]]
      get_batches(instance, values);
  }
  template <class AnyInstance>
  BW_INLINE void set(AnyInstance& instance, const model::SignalsIn& values) {
    if (!plain_reals_.empty()) instance.set_reals(plain_reals_, values.reals);
    if (!batches_.empty()) [[unlikely]]
      set_batches(instance, values);
  }
  References plain_reals() const { return plain_reals_; }

 private:
  struct Move {
    std::size_t buffer, lane;  // places
    bool negated;
  };
  // The variables of one type, whole arrays in a buffer.
  struct Batch {
    DataType type{};
    std::vector<Reference> references;
    std::vector<std::size_t> variables;  // parallel
    std::vector<std::size_t> begins;     // of each in the buffer
    std::vector<Move> moves;
    bool is_partial = false;  // elements that are not set keep their values
    std::vector<double> reals;
    std::vector<std::int64_t> numbers;
    std::vector<std::string> texts;

    std::size_t size() const;
    void resize(std::size_t count);
    void fetch(Instance& instance);
    void send(Instance& instance) const;
  };

  bool is_plain(const Layout& layout, std::span<const std::size_t> scalars) const;
  void add(const Layout& layout, std::size_t scalar, std::size_t lane);
  void get_batches(Instance& instance, const model::SignalsOut& values);
  void set_batches(Instance& instance, const model::SignalsIn& values);

  std::vector<Reference> plain_reals_;
  std::vector<Batch> batches_;
};

}  // namespace bw::fmi
