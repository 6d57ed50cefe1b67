#pragma once
// The chains of a certification: each is made once, within a limit of work, and counted.

#include <deque>
#include <map>
#include <memory>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {

class ChainPool {
 public:
  ChainPool(ChainRunner& runner, const CertifyPlan& plan) : runner_(runner), plan_(plan) {}

  // With so many steps in every cell. Null: not within the limit, or the user has had enough.
  const Path* chain(int steps);
  // Any other; it is valid until the next one.
  const Path* probe(const ChainOrder& order);
  const Mesh& keep(Mesh mesh) { return meshes_.emplace_back(std::move(mesh)); }  // for probes
  // These will be asked for, probably; they are begun in this order.
  void expect(const std::vector<int>& steps);
  void expect(const std::vector<ChainOrder>& probes) { runner_.expect(probes); }

  void limit_work(long advances) {
    limit_ = advances;
    exhausted_ = false;  // until something does not fit into it
  }
  bool is_exhausted() const { return exhausted_; }
  const Path* interrupted() const { return interrupted_.get(); }  // null: it is not
  bool contains(int steps) const { return paths_.contains(steps); }
  void keep_multiples_of(int level);  // and the best
  // That got furthest, the finest of them; null: none has been made.
  const std::pair<const int, std::unique_ptr<Path>>* best() const;

  long advances() const { return advances_; }
  long count() const { return count_; }
  const std::vector<Path::ComponentCount>& components() const { return components_; }

 private:
  bool make(const ChainOrder& order, Path& into);
  ChainOrder order(int steps) const;

  ChainRunner& runner_;
  const CertifyPlan& plan_;
  std::map<int, std::unique_ptr<Path>> paths_;  // by steps per cell
  Path probe_;
  std::deque<Mesh> meshes_;
  long limit_ = 0, advances_ = 0, count_ = 0;
  std::vector<Path::ComponentCount> components_;
  double per_step_ = 0, per_probe_step_ = 0;  // advances in one step of a cell
  bool exhausted_ = false;
  std::unique_ptr<Path> interrupted_;
};

}  // namespace bw::cosim
