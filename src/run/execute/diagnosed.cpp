#include "run/execute/diagnosed.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "diagnose/chatter.h"
#include "run/publish/shortfall.h"

namespace bw::run {
namespace {

constexpr double default_data_accuracy = 1e-3;
constexpr std::size_t most_periods = 1000;  // in the summary
constexpr std::size_t most_listed = 5;      // in a message
constexpr double worth_a_name = 0.1;  // share of the time in which a state dominates a border mode
constexpr long enough_rejections = 10;  // fewer make no meaningful share
constexpr double critical_share = 0.5;  // of them

std::string percent(double share) {
  const bool nearly = share > 0.99 && share < 1 - 1e-9;
  return nearly ? "more than 99 %" : brief(100 * share, 3) + " %";
}

std::string listed(const std::vector<result::Share>& shares, const char* of) {
  std::string names;
  for (std::size_t i = 0; i < std::min(shares.size(), most_listed); ++i)
    names += (i > 0 ? ", " : "") + shares[i].name + " (" + percent(shares[i].share) +
             (i == 0 ? of : "") + ")";
  return shares.size() > most_listed ? names + ", …" : names;
}

std::vector<result::Share> border_states(const diagnose::Diagnosis& diagnosis, double least) {
  std::vector<result::Share> shares;
  for (const std::size_t state : diagnosis.border().candidates(least))
    shares.push_back({diagnosis.states()[state], diagnosis.border().share_of(state)});
  return shares;
}

std::vector<result::Share> critical_states(const diagnose::Diagnosis& diagnosis, double least) {
  std::vector<result::Share> shares;
  for (const auto& [state, share] : diagnosis.critical().ranked())
    if (share >= least) shares.push_back({diagnosis.states()[state], share});
  return shares;
}

}  // namespace

bool wants_diagnosis(const RunSpec& spec) {
  return spec.diagnose.value_or(spec.eigenvalues.has_value());
}

void check_diagnosis(const RunSpec& spec, const Components& components) {
  if (!wants_diagnosis(spec)) {
    if (spec.eigenvalues)
      throw UsageError(
          "--eigenvalues needs the diagnosis, which is switched off; leave out diagnose = false.");
    if (spec.data_accuracy) throw UsageError("--data-accuracy has no effect without --diagnose.");
    return;
  }
  if (!components.alone() || spec.has_master())
    throw UsageError(
        std::string("--diagnose needs a single model that Bellwether integrates; ") +
        (components.alone()       ? "leave out --master."
         : components.size() == 1 ? "this component is a co-simulation FMU (black box)."
                                  : "this system couples several components.") +
        (components.size() > 1 ? " The summary lists critical connections without it." : ""));
  Bells silent;
  const auto model = components[0].blueprint->make_model(components[0].request, silent);
  const std::size_t states = model->shape().states.size();
  if (states == 0)
    throw UsageError(
        "component '" + components.name(0) +
        "' has no continuous states and therefore no eigenvalues; leave out --diagnose.");
  if (states > diagnose::most_states)
    throw UsageError("component '" + components.name(0) + "' has " + std::to_string(states) +
                     " states, more than the " + std::to_string(diagnose::most_states) +
                     " whose eigenvalues are computed; leave out --diagnose.");
}

// ---- the file ----

EigenvalueFile::EigenvalueFile(const std::string& path) : file_(result::open_output_file(path)) {}

void EigenvalueFile::add(double t, std::span<const std::complex<double>> values) {
  if (reals_.empty()) {
    std::vector<result::Column> columns;
    for (std::size_t i = 1; i <= values.size(); ++i) {
      columns.push_back({"re" + std::to_string(i), Type::real});
      columns.push_back({"im" + std::to_string(i), Type::real});
    }
    file_->writer().columns(columns);
    reals_.resize(2 * values.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    reals_[2 * i] = values[i].real();
    reals_[2 * i + 1] = values[i].imag();
  }
  file_->writer().row({t, reals_, {}});
}

void EigenvalueFile::publish() {
  if (reals_.empty()) file_->writer().columns({});
  file_->publish();
}

// ---- the report ----

Diagnosed::Diagnosed(const RunSpec& spec) {
  if (!wants_diagnosis(spec)) return;
  diagnose::Diagnosis::Path path;
  if (spec.eigenvalues) {
    path_ = *spec.eigenvalues;
    file_.emplace(path_);
  }
  if (spec.eigenvalues || spec.keeps_steps)
    path = [this, keeps = spec.keeps_steps](double t,
                                            std::span<const std::complex<double>> values) {
      if (file_) file_->add(t, values);
      if (keeps) log_.add(t, values);
    };
  diagnosis_.emplace(spec.data_accuracy.value_or(default_data_accuracy), path);
}

void Diagnosed::report(const std::string& component, Bells& bells, result::Outcome& outcome) {
  if (!diagnosis_) return;
  report_features(outcome);
  if (diagnosis_->has_looked()) {
    ring_stability(component, bells);
    ring_border(component, bells);
  }
  ring_critical(component, bells);
  if (file_) file_->publish();
}

void Diagnosed::report_features(result::Outcome& outcome) const {
  result::Diagnosis& found = outcome.diagnosis.emplace();
  found.eigenvalues = path_;
  found.path = log_.path();
  found.counted_rejections = diagnosis_->critical().rejected();
  outcome.critical_states = critical_states(*diagnosis_, 0);
  if (!diagnosis_->has_looked()) return;
  outcome.features[2] = diagnosis_->stiffness();
  outcome.features[3] = diagnosis_->oscillation();
  outcome.features[4] = diagnosis_->stability().share();
  outcome.features[5] = diagnosis_->border().share();
  const auto& periods = diagnosis_->stability().unstable_periods();
  found.unstable_period_count = static_cast<long>(periods.size());
  for (std::size_t i = 0; i < std::min(periods.size(), most_periods); ++i)
    found.unstable_periods.push_back({periods[i].begin, periods[i].end});
  found.border_states = border_states(*diagnosis_, 0);
}

void Diagnosed::ring_stability(const std::string& component, Bells& bells) const {
  const auto& periods = diagnosis_->stability().unstable_periods();
  if (periods.empty()) return;
  const double share = diagnosis_->stability().share();
  bells.ring(
      BellCode::unstable_period, periods.front().begin, component,
      "errors grow during " + percent(share) +
          " of the simulated time, because an eigenvalue has a positive real part: " +
          (periods.size() > 1 ? grouped(periods.size()) + " periods, the first " : std::string()) +
          "from t = " + brief(periods.front().begin) + " to " + brief(periods.front().end) + ".",
      share, 0);
}

void Diagnosed::ring_border(const std::string& component, Bells& bells) const {
  const auto named = border_states(*diagnosis_, worth_a_name);
  if (named.empty()) return;
  bells.ring(
      BellCode::border_modes, 0, component,
      "data with an accuracy of " + brief(diagnosis_->data_accuracy()) +
          " do not determine the slowest modes; consider removing the states that dominate them: " +
          listed(named, " of the simulated time") + ".",
      diagnosis_->border().share(), 0);
}

void Diagnosed::ring_critical(const std::string& component, Bells& bells) const {
  if (diagnosis_->critical().rejected() < enough_rejections) return;
  const auto named = critical_states(*diagnosis_, critical_share);
  // Where all states fail together, none of them is critical.
  if (named.empty() || (named.size() == diagnosis_->states().size() && named.size() > 1)) return;
  bells.ring(BellCode::critical_state, 0, component + "." + named.front().name,
             named.size() == 1 ? named.front().name + " limits the step size (" +
                                     percent(named.front().share) + " of the rejected steps)."
                               : listed(named, " of the rejected steps") + " limit the step size.",
             named.front().share, critical_share);
}

void ring_chatter(std::span<const model::EventMark> marks, double run, const std::string& component,
                  Bells& bells) {
  const auto found = diagnose::find_chatter(marks, run);
  if (!found) return;
  bells.ring(BellCode::chatter, found->begin, component,
             "event indicator " + std::to_string(found->indicator + 1) + " switches " +
                 grouped(found->events) + " times between t = " + brief(found->begin) + " and " +
                 brief(found->end) + " (chattering); consider adding a hysteresis to the model.",
             static_cast<double>(found->events), static_cast<double>(diagnose::chatter_events));
}

std::vector<result::Share> critical_couplings(const cosim::Tally& tally,
                                              const cosim::Coupling& coupling,
                                              const std::vector<cosim::Connection>& connections) {
  std::vector<result::Share> shares;
  for (std::size_t signal = 0; signal < tally.exceeding.size(); ++signal) {
    if (tally.exceeding[signal] == 0) continue;
    const double share =
        static_cast<double>(tally.exceeding[signal]) / static_cast<double>(tally.judged);
    const std::string from = coupling.real_name(signal);
    bool connected = false;
    for (const cosim::Connection& connection : connections) {
      const model::ComponentShape& source = coupling.shape(connection.from);
      if (source.name + "." + source.outputs[connection.output].name != from) continue;
      const model::ComponentShape& target = coupling.shape(connection.to);
      shares.push_back(
          {from + " -> " + target.name + "." + target.inputs[connection.input].name, share});
      connected = true;
    }
    if (!connected) shares.push_back({from, share});
  }
  std::ranges::stable_sort(shares, [](const auto& a, const auto& b) { return a.share > b.share; });
  return shares;
}

}  // namespace bw::run
