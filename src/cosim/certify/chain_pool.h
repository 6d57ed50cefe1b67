#pragma once
// The chains of a certification: each is computed once, within a work limit, and counted.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {

class ChainPool {
 public:
  ChainPool(ChainRunner& runner, const CertifyPlan& plan) : runner_(runner), plan_(plan) {}

  // With `steps` steps in every interval. Null: beyond the work limit, or interrupted.
  const Path* chain(int steps);
  // Any other chain; valid until forget_probes(). Checks that the work limit interrupted go on with
  // what they have.
  const Path* probe(const ChainOrder& order);
  void forget_probes() { probes_.clear(); }
  ChainOrder order_on(const Mesh& mesh, int steps) const;  // the base method on another mesh
  const Mesh& keep(Mesh mesh) { return meshes_.emplace_back(std::move(mesh)); }  // for probes
  // These will probably be requested; they are started in this order.
  void expect(const std::vector<int>& steps);
  void expect(const std::vector<ChainOrder>& probes);

  void limit_work(long advances) {
    limit_ = advances;
    exhausted_ = false;  // until an order does not fit into the limit
  }
  bool is_exhausted() const { return exhausted_; }
  const Path* interrupted() const { return interrupted_.get(); }  // null: not interrupted
  bool contains(int steps) const { return paths_.contains(steps); }
  void keep_multiples_of(int level);  // and the best
  // The one that got furthest, the finest of these; null: none has been computed.
  const std::pair<const int, std::unique_ptr<Path>>* best() const;

  long advances() const { return advances_; }
  long count() const { return count_; }
  const std::vector<Path::ComponentCount>& components() const { return components_; }

 private:
  bool make(const ChainOrder& order, Path& into);
  void count(const Path& path);

  ChainRunner& runner_;
  const CertifyPlan& plan_;
  std::map<int, std::unique_ptr<Path>> paths_;           // by steps per interval
  std::map<std::string, std::unique_ptr<Path>> probes_;  // by key_of(order)
  std::deque<Mesh> meshes_;
  long limit_ = 0, advances_ = 0, count_ = 0;
  std::vector<Path::ComponentCount> components_;
  double per_step_ = 0, per_probe_step_ = 0;  // advances per step and interval
  bool exhausted_ = false;
  std::unique_ptr<Path> interrupted_;
};

}  // namespace bw::cosim
