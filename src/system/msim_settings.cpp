#include "system/msim_settings.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace bw::system {
namespace {

class Translator {
 public:
  Translator(const MsimKeys& keys, const std::string& file, Report& findings,
             std::vector<Remark>& remarks)
      : keys_(keys), file_(file), findings_(findings), remarks_(remarks) {}

  std::vector<Setting> translate() {
    refuse_contradictions();
    period();
    master();
    if (keys_.adjust_step_size.value)
      chosen_steps();
    else
      fixed_step();
    tolerances();
    rows();
    // MasterSim uses co-simulation only, even for an FMU that also offers model exchange.
    settings_.push_back({"interface", {std::string("cs")}, {file_}});
    return std::move(settings_);
  }

 private:
  bool is(MsimMaster master) const { return keys_.master.value == master; }
  bool tests() const { return keys_.error_control.value == MsimErrorControl::step_doubling; }
  bool iterates() const {
    return keys_.max_iterations.value > 1 && !is(MsimMaster::gauss_jacobi) && !always_falls_back();
  }
  // Gauss-Seidel does not iterate steps shorter than the limit, even fixed ones.
  bool always_falls_back() const {
    return is(MsimMaster::gauss_seidel) && keys_.max_iterations.value > 1 &&
           !keys_.adjust_step_size.value && first_step() < keys_.h_fallback.value;
  }
  double first_step() const {
    constexpr double steps_where_none_is_given = 1000;
    if (keys_.h_start.value > 0) return keys_.h_start.value;
    return (keys_.t_end.value - keys_.t_start.value) / steps_where_none_is_given;
  }

  template <class T>
  Position place(const MsimKey<T>& key) const {
    return key.written() ? key.position : Position{file_};
  }

  template <class T>
  void set(const char* key, Value value, const MsimKey<T>& from) {
    settings_.push_back({key, {std::move(value)}, place(from)});
  }

  template <class T>
  void remark(const char* subject, const std::string& sentence, const MsimKey<T>& at) {
    remarks_.push_back({subject, sentence, place(at)});
  }

  // One remark on all keys that were written and have no effect for the same reason.
  void remark_unused(const std::vector<std::pair<const char*, const MsimKey<double>*>>& keys,
                     const std::string& reason) {
    std::string names;
    const MsimKey<double>* first = nullptr;
    for (const auto& [name, key] : keys) {
      if (!key->written()) continue;
      add_to_list(names, name);
      if (first == nullptr || key->position.line < first->position.line) first = key;
    }
    if (first == nullptr) return;
    const bool many = names.find(',') != std::string::npos;
    remarks_.push_back(
        {names, names + (many ? " have" : " has") + " no effect on the steps, because " + reason,
         first->position});
  }

  void refuse_contradictions() {
    if (keys_.t_end.value <= keys_.t_start.value)
      findings_.add(place(keys_.t_end), "tEnd (" + shortest(keys_.t_end.value) +
                                            " s) must be later than tStart (" +
                                            shortest(keys_.t_start.value) + " s).");
    if (is(MsimMaster::newton) && keys_.max_iterations.value == 1)
      findings_.add(
          keys_.max_iterations.written() ? keys_.max_iterations.position : keys_.master.position,
          "MasterMode NEWTON iterates, so maxIterations must be 2 or more, not 1.");
    if (tests() && !keys_.adjust_step_size.value)
      findings_.add(
          place(keys_.error_control),
          "ErrorControlMode STEP_DOUBLING chooses the steps and needs adjustStepSize yes; "
          "for a fixed step write ErrorControlMode NONE.");
    if (!keys_.adjust_step_size.value) return;
    if (!tests() && !iterates())
      findings_.add(place(keys_.adjust_step_size),
                    "adjustStepSize yes needs an error test or an iteration: ErrorControlMode "
                    "STEP_DOUBLING, or GAUSS_SEIDEL or NEWTON with maxIterations 2 or more; for a "
                    "fixed step write adjustStepSize no.");
    if (keys_.h_min.value > keys_.h_max.value)
      findings_.add(place(keys_.h_min.written() ? keys_.h_min : keys_.h_max),
                    "hMin (" + shortest(keys_.h_min.value) + " s) must not be longer than hMax (" +
                        shortest(keys_.h_max.value) + " s).");
  }

  void period() {
    set("start", keys_.t_start.value, keys_.t_start);
    set("stop", keys_.t_end.value, keys_.t_end);
    if (!keys_.t_end.written())
      remark("tEnd", "tEnd is missing; MasterSim's default is used: one year.", keys_.t_end);
    if (!keys_.prevent_overstepping.value)
      remark("preventOversteppingOfEndTime",
             "preventOversteppingOfEndTime no has no effect: a run always ends at tEnd exactly.",
             keys_.prevent_overstepping);
  }

  void master() {
    const char* name = is(MsimMaster::gauss_jacobi)   ? "jacobi"
                       : is(MsimMaster::gauss_seidel) ? "gauss-seidel"
                                                      : "newton";
    set("master", std::string(name), keys_.master);
    if (iterates())
      set("iterations", std::int64_t{keys_.max_iterations.value}, keys_.max_iterations);
    else if (keys_.max_iterations.value > 1)
      remark("maxIterations",
             is(MsimMaster::gauss_jacobi)
                 ? "maxIterations has no effect, because GAUSS_JACOBI never iterates."
                 : "maxIterations has no effect, because hStart (" + shortest(first_step()) +
                       " s) is shorter than hFallBackLimit (" + shortest(keys_.h_fallback.value) +
                       " s), below which loops are not iterated.",
             keys_.max_iterations);
    if (tests()) set("error-test", std::string("step-doubling"), keys_.error_control);
    // CHECK compares the slopes of successive steps, counts and goes on: no step is tried twice.
    if (keys_.error_control.value == MsimErrorControl::check)
      remark("ErrorControlMode",
             "ErrorControlMode CHECK has no effect: it counts errors and changes neither steps nor "
             "results; STEP_DOUBLING with adjustStepSize yes chooses the steps by their error.",
             keys_.error_control);
  }

  void fixed_step() {
    set("step", first_step(), keys_.h_start);
    remark_first_step();
    std::vector<std::pair<const char*, const MsimKey<double>*>> unused = {{"hMax", &keys_.h_max},
                                                                          {"hMin", &keys_.h_min}};
    if (!always_falls_back()) unused.emplace_back("hFallBackLimit", &keys_.h_fallback);
    remark_unused(unused, "adjustStepSize is no and all steps are as long as hStart.");
  }

  void chosen_steps() {
    const double first = first_step();
    const double within = std::max(keys_.h_min.value, std::min(first, keys_.h_max.value));
    set("first-step", within, keys_.h_start);
    remark_first_step();
    if (within != first)
      remark("hStart",
             "hStart (" + shortest(first) + " s) is not between hMin and hMax; the first step is " +
                 shortest(within) + " s long.",
             keys_.h_start);
    set("min-step", keys_.h_min.value, keys_.h_min);
    set("max-step", keys_.h_max.value, keys_.h_max);
    if (!iterates()) {
      remark_unused({{"hFallBackLimit", &keys_.h_fallback}}, "nothing is iterated.");
      return;
    }
    // Without a limit: hMin, which no step is shorter than, so that none falls back.
    const bool limited = keys_.h_fallback.value > 0;
    set("fallback-step", limited ? keys_.h_fallback.value : keys_.h_min.value, keys_.h_fallback);
    if (is(MsimMaster::newton) && keys_.h_fallback.written())
      remark("hFallBackLimit",
             "hFallBackLimit: MasterSim does not use it with NEWTON; here steps below it are not "
             "iterated, whatever the master.",
             keys_.h_fallback);
  }

  void remark_first_step() {
    if (!keys_.h_start.written())
      remark("hStart", "hStart is missing; MasterSim's default is used: 10 min.", keys_.h_start);
    else if (keys_.h_start.value == 0)
      remark("hStart", "hStart is 0; as in MasterSim, a thousandth of the simulated time is used.",
             keys_.h_start);
  }

  void tolerances() {
    set("tolerance", keys_.rel_tol.value, keys_.rel_tol);
    set("absolute-tolerance", keys_.abs_tol.value, keys_.abs_tol);
    if (!iterates() && !tests())
      remark_unused({{"absTol", &keys_.abs_tol}, {"relTol", &keys_.rel_tol}},
                    "nothing is iterated and no error is tested; they apply to the initial values, "
                    "and relTol is passed to the components.");
  }

  void rows() {
    set("interval", keys_.h_output.value, keys_.h_output);
    if (!keys_.h_output.written())
      remark("hOutputMin", "hOutputMin is missing; MasterSim's default is used: 10 min.",
             keys_.h_output);
    if (keys_.output_time_unit.value != "s")
      set("time-unit", keys_.output_time_unit.value, keys_.output_time_unit);
  }

  const MsimKeys& keys_;
  const std::string& file_;
  Report& findings_;
  std::vector<Remark>& remarks_;
  std::vector<Setting> settings_;
};

}  // namespace

std::vector<Setting> msim_settings(const MsimKeys& keys, const std::string& file, Report& findings,
                                   std::vector<Remark>& remarks) {
  return Translator(keys, file, findings, remarks).translate();
}

}  // namespace bw::system
