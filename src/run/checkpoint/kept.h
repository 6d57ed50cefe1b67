#pragma once
// Finished pieces of a run (chains, integrations) by their keys: what is in the checkpoints of runs
// whose rows are written at the end. A resumed run takes them instead of computing them again, so
// that nothing has to be saved of the components.

#include <map>
#include <optional>
#include <string>

#include "run/checkpoint/checkpointer.h"

namespace bw::run {

class Kept {
 public:
  // `kind` says what the pieces are. `checkpointer` null: nothing is kept. Takes what the run that
  // is resumed left.
  Kept(std::string kind, Checkpointer* checkpointer);

  bool is_on() const { return checkpointer_ != nullptr; }
  const std::string* find(const std::string& key) const;  // null: unknown
  void keep(const std::string& key, std::string bytes);
  // Writes a checkpoint where it is time and there is something new. Cheap, but no call for the
  // innermost loop.
  void poll();
  void write();  // at an early end: whatever is new

 private:
  std::string kind_;
  Checkpointer* checkpointer_;
  std::map<std::string, std::string> pieces_;
  bool is_new_ = false;
};

}  // namespace bw::run
