#include "cli/report/advice.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/bell.h"
#include "base/text.h"
#include "cli/report/figures.h"

namespace bw::cli {
namespace {

using result::RunResult;
using result::Verdict;

constexpr std::size_t most_proposals = 3;

class Adviser {
 public:
  explicit Adviser(const RunResult& result) : result_(result) {}

  std::vector<std::string> all() {
    if (!result_.checkpoint.empty()) add("bellwether resume " + result_.checkpoint);
    if (result_.verdict == Verdict::trusted || result_.exit_code == ExitCode::interrupted)
      return found_;
    if (result_.verdict == Verdict::unverified) verify();
    for (const Severity severity : {Severity::error, Severity::warning})
      for (const Bell& bell : result_.bells)
        if (bell.severity == severity && kind(bell.code).concerns_numbers) mend(bell);
    if (found_.size() > most_proposals) found_.resize(most_proposals);
    return found_;
  }

 private:
  // ---- what the user said ----
  const result::Provenance::Option* set(std::string_view key) const {
    for (const auto& option : result_.provenance.options)
      if (option.key == key && (option.origin == "given" || option.origin == "file"))
        return &option;
    return nullptr;
  }
  std::optional<double> number(std::string_view key) const {
    for (const auto& option : result_.provenance.options)
      if (option.key == key) return to_number(option.value);
    return {};
  }
  // "--step", or "step in the system file".
  static std::string called(const result::Provenance::Option& option) {
    std::string name = option.key == "certify" ? "no-certify" : option.key;
    if (option.origin == "file")
      return (option.key == "certify" ? "certify = false" : name) + " in the system file";
    return "--" + name;
  }
  bool is_ssp() const {
    const std::string target = lowercase(result_.provenance.target);  // "x.ssp#Variant.ssd"
    return target.find(".ssp") != target.npos || target.ends_with(".ssd");
  }
  bool is_coupled() const { return !result_.master.empty(); }
  bool is_single_fmu() const { return is_coupled() && result_.statistics.components.size() == 1; }
  bool is_certified() const {
    return !result_.trace.levels.empty() || !result_.trace.base_methods.empty();
  }
  bool reported(BellCode code) const {
    return std::ranges::any_of(result_.bells, [&](const Bell& bell) { return bell.code == code; });
  }

  // ---- proposals ----
  void add(std::string proposal) {
    if (std::ranges::find(found_, proposal) == found_.end()) found_.push_back(std::move(proposal));
  }

  // Without the options that prevent the estimate.
  void verify() {
    const std::string_view why = result_.not_estimated;
    if (why.starts_with("no real variable")) return add("--record '*'");
    if (why.find("--interval") != std::string_view::npos) return add("a longer --interval");
    if (why.starts_with("nothing is coupled")) return prefer_model_exchange();
    if (result_.sensitivity) {
      const result::Sensitivity& found = *result_.sensitivity;
      if (found.converges && std::isfinite(found.total())) loosen(found.total());
      return prefer_model_exchange();
    }
    std::vector<std::string> names;
    bool all_in_file = true;
    for (const std::string& key : result_.prevented_by)
      if (const auto* option = set(key)) {
        names.push_back(called(*option));
        all_in_file = all_in_file && option->origin == "file";
      }
    if (!names.empty() && all_in_file && is_coupled())
      return add("--certify: verified; " + ignored_by_certify());
    if (!names.empty())
      add("without " + listed(names, {.last = " and "}) +
          (is_single_fmu() ? ": the sensitivity to step and tolerance is measured" : ": verified") +
          (reported(BellCode::event_not_located) ? ", and events are located" : ""));
  }

  void prefer_model_exchange() {
    const auto* interface = set("interface");  // auto prefers model exchange
    add(interface != nullptr ? "leave out " + called(*interface)
                             : "an FMU for model exchange, whose equations are integrated here");
  }

  // What --certify on the command line does not use.
  std::string ignored_by_certify() const {
    std::vector<std::string> keys;
    for (const std::string& key : result_.prevented_by)
      if (const auto* option = set(key); option != nullptr && option->origin == "file")
        keys.push_back(key == "certify" ? "certify = false" : key);
    return listed(keys, {.last = " and "}) + " of the system file " +
           (keys.size() > 1 ? "are" : "is") + " not used";
  }

  // The tolerance that the estimate keeps, as 1, 2 or 5 times a power of ten.
  void accept_estimate() {
    if (result_.estimated_error && std::isfinite(*result_.estimated_error))
      loosen(*result_.estimated_error);
  }
  // To the tolerance that is met, where this many tolerances were needed.
  void loosen(double tolerances) {
    const double needed = tolerances * result_.tolerance;
    const double power = std::pow(10.0, std::floor(std::log10(needed)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
      if (const double next = factor * power; next >= needed && next < 1)
        return add("--tolerance " + tolerance_figure(next));
  }
  void tighten() {
    if (result_.tolerance >= 1e-14) add("--tolerance " + tolerance_figure(result_.tolerance / 10));
  }
  // Integrations have been made with tolerances near the limit of double precision.
  bool is_tightest() const {
    constexpr double limit = 1e-12;
    const auto& made = result_.trace.integrations;
    return std::ranges::any_of(made, [](const auto& one) { return one.tolerance <= limit; });
  }
  void leave_out(std::string_view key) {
    if (const auto* option = set(key)) add("leave out " + called(*option));
  }
  void work_longer() {
    if (!is_certified()) return;
    if (const auto limit = number("work-limit")) add("--work-limit " + brief(10 * *limit, 2));
  }
  void step_shorter() {
    if (const auto step = number("step"); step && set("step") != nullptr)
      add("--step " + brief(*step / 10, 3));
  }
  void end_before(double time) {
    if (time > result_.start)
      add("--stop " + brief(result_.start + 0.99 * (time - result_.start), 3));
  }
  void find_cause() {
    add("--verbose, which shows the FMU's messages");
    add("bellwether check FMU --run");
    add("another --interface, where it offers one");
  }
  void explain(const Bell& bell) { add("bellwether explain " + std::string(kind(bell.code).name)); }

  void mend(const Bell& bell) {
    switch (bell.code) {
      case BellCode::tolerance_not_met:
      case BellCode::rounding_limit:
        if (!reported(BellCode::rounding_limit)) {
          leave_out("master");
          leave_out("method");
          work_longer();
        }
        accept_estimate();
        break;
      case BellCode::no_asymptotics:
        leave_out("master");
        leave_out("events");
        work_longer();
        break;
      case BellCode::hidden_fast_mode: work_longer(); break;
      case BellCode::event_sequence_differs:
        work_longer();
        if (!is_coupled() && !is_tightest()) tighten();
        break;
      case BellCode::event_not_located:
        if (result_.verdict != Verdict::unverified) leave_out("events");
        break;
      default: mend_other(bell); break;
    }
    if (found_.empty()) explain(bell);
  }

  void give_unit() {
    add(is_ssp() ? "the unit at the connector and in Units, or suppressUnitConversion"
                 : "unit = \"as-is\" or the unit at the connection");
  }

  void move_row(const Bell& bell) {
    add(bell.time < result_.stop ? "another --interval, whose rows are beside the event"
                                 : "--stop a little earlier or later");
  }

  void mend_other(const Bell& bell) {
    switch (bell.code) {
      case BellCode::nan:
      case BellCode::not_converged:
      case BellCode::fmu_discard:
        leave_out("step");
        leave_out("master");
        step_shorter();
        break;
      case BellCode::coupling_diverges:
        leave_out("step");
        leave_out("master");
        add("--interface me, where the components offer it");
        break;
      case BellCode::fmu_error:
        leave_out("step");
        add("--verbose, which shows the FMU's messages");
        break;
      case BellCode::component_crashed:
      case BellCode::component_exited: find_cause(); break;
      case BellCode::component_hung:
        add("a longer --call-timeout");
        find_cause();
        break;
      case BellCode::component_out_of_memory:
        add("fewer variables (--record)");
        find_cause();
        break;
      case BellCode::fmu_warning: add("--verbose, which shows the FMU's messages"); break;
      case BellCode::tolerance_unreachable:
        leave_out("step");
        leave_out("min-step");
        leave_out("error-test");
        break;
      case BellCode::too_many_events:
        if (is_coupled() && set("events") == nullptr) add("--events ignore");
        end_before(bell.time);
        break;
      case BellCode::zeno:
      case BellCode::step_too_small:
      case BellCode::assertion_failed: end_before(bell.time); break;
      case BellCode::input_out_of_table:
        if (bell.limit > result_.start) add("--stop " + brief(bell.limit, 6));
        break;
      case BellCode::input_out_of_range: add("--set with a value within the range"); break;
      case BellCode::unit_assumed: give_unit(); break;
      case BellCode::model_doubtful: add("mend the line that the warning shows"); break;
      case BellCode::chatter: add("a hysteresis in the model"); break;
      case BellCode::event_near_end:
        move_row(bell);
        tighten();
        break;
      case BellCode::method_unsuitable: leave_out("method"); break;
      case BellCode::drift:
        leave_out("step");
        leave_out("method");
        tighten();
        break;
      default: explain(bell); break;
    }
  }

  const RunResult& result_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> proposals(const RunResult& result) { return Adviser(result).all(); }

}  // namespace bw::cli
