#pragma once
// Common to chains with and without event location: steps, rows and the end.

#include <string>

#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

class ChainWalk {
 public:
  ChainWalk(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
            const std::function<bool()>& wanted, Path& path);

 protected:
  // From path().time, by one step of the base; the result is in next(), not accepted. False: the
  // chain has ended, as the path says, or a component has an event and will not step over it.
  [[nodiscard]] bool try_step(double end);
  void accept(double end);
  [[nodiscard]] bool read_row();
  std::vector<double> peek_row();  // the real values, not kept
  bool stop(Path::End end, std::string subject, std::string reason);

  Coupling& coupling() { return coupling_; }
  const ChainOrder& order() const { return order_; }
  const Mesh& mesh() const { return *order_.mesh; }
  Master& master() { return *master_; }
  Path& path() { return path_; }
  const Signals& next() const { return next_; }
  // Of the last try_step().
  const std::optional<double>& reported_event() const { return reported_event_; }

 private:
  bool troubled(ComponentStatus status);

  Coupling& coupling_;
  const ChainOrder& order_;
  const RowReader& reader_;
  const std::function<bool()>& wanted_;
  Path& path_;
  std::unique_ptr<Master> master_;
  Signals next_;
  std::vector<std::size_t> marked_;  // components that the base method rolls back within a step
  Checkpoint begin_;
  std::optional<double> reported_event_;
};

}  // namespace bw::cosim
