#pragma once
// The keys of a MasterSim project, each with MasterSim's default and its position. Times in s.

#include <string>
#include <vector>

#include "base/position.h"
#include "base/report.h"
#include "system/msim_text.h"
#include "system/system.h"

namespace bw::system {

template <class T>
struct MsimKey {
  T value;
  Position position{};
  bool written() const { return position.line > 0; }
};

enum class MsimMaster { gauss_jacobi, gauss_seidel, newton };
enum class MsimErrorControl { none, check, step_doubling };

struct MsimKeys {
  MsimKey<double> t_start{0}, t_end{365 * 86400.0};
  MsimKey<double> h_max{1800}, h_min{1e-5}, h_fallback{1e-3}, h_start{600}, h_output{600};
  MsimKey<std::string> output_time_unit{"s"};
  MsimKey<bool> adjust_step_size{false}, prevent_overstepping{true};
  MsimKey<double> abs_tol{1e-6}, rel_tol{1e-5};
  MsimKey<MsimMaster> master{MsimMaster::gauss_seidel};
  MsimKey<MsimErrorControl> error_control{MsimErrorControl::none};
  MsimKey<long> max_iterations{1};
  MsimKey<bool> write_internal{false}, write_unconnected{false};
};

// Reads one line. Unknown keywords and wrong values are findings; repeated keys and text behind a
// value have no effect, which is a remark.
void read_msim_key(const MsimLine& line, MsimKeys& keys, Report& findings,
                   std::vector<Remark>& remarks);

}  // namespace bw::system
