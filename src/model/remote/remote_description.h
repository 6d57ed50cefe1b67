#pragma once
// A component that another program computes, behind a socket: what stands in its file. Lines of
// fields that are separated by tabs:
//
//   bellwether remote 1
//   socket      PATH
//   component   NUMBER                      of those behind the socket
//   kind        function | sampled | stepped | model
//   input       NAME  UNIT  START
//   state       NAME  UNIT  START  NOMINAL  is an output
//   output      NAME  UNIT
//   indicators  COUNT
//   has         jacobian
//
// A function is y = g(t, u). A sampled one changes its outputs at times that it says itself, a
// stepped one advances by communication steps; both have a state that only the other program knows,
// and which it saves and restores. A model is x' = f(t, x, u), y = g(t, x, u).

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "model/variable.h"

namespace bw::model {

struct RemoteDescription {
  enum class Kind { function, sampled, stepped, model };
  std::string socket{};
  int component = 0;
  Kind kind = Kind::function;
  std::vector<Variable> variables{};  // inputs, then states, then outputs
  std::size_t inputs = 0, states = 0, indicators = 0;
  bool has_jacobian = false;

  std::size_t outputs() const { return variables.size() - inputs - states; }
  bool keeps_state() const { return kind == Kind::sampled || kind == Kind::stepped; }
};

// Throws InputError.
RemoteDescription read_remote(const std::filesystem::path& file);

}  // namespace bw::model
